import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { ageMs } from "../../../../src/appFiles/backups/age";
import { type Backups, mostBackupBytes } from "../../../../src/appFiles/backups/backups";
import {
  type ChangeLog,
  largestBackupBytes,
  type PlannedChange,
} from "../../../../src/appFiles/backups/changeLog";
import { BackupFailed } from "../../../../src/core/errors/keepingFailed";
import { hashOf } from "../../../support/appFilesHarness";
import {
  BackupsWorld,
  day,
  had,
  hour,
  minute,
  push,
  putting,
  readable,
  removing,
  shop,
} from "./backupsWorld";

const other = { accountId: "other", appId: "other" };

const large = new Uint8Array(largestBackupBytes);

/** As large as a backup can be; the hash is given. */
function removingLarge(index: number): PlannedChange {
  const before = { bytes: large, hash: hashOf(`${index}`) };
  return { side: "app", path: `/${index}`, what: "remove", before };
}

let world: BackupsWorld;
let store: Backups;

beforeEach(() => {
  world = new BackupsWorld();
  store = world.window();
});

describe("deleting old backups", () => {
  const keepOne = async (store: Backups, text: string) => {
    const log = store.single(shop);
    await log.did(await log.will(removing(`/${text}`, text)), "done");
  };

  it("happens at the start and every hour, even without readers", async () => {
    const first = world.window("first");
    await keepOne(first, "text");
    await first.dispose();
    world.alive.delete("first");
    let others = 0;
    const purging = world.window().startPurging(async () => others++);
    await world.clock.advance(day - minute);
    assert.equal(world.contents().length, 1);
    await world.clock.advance(2 * hour + minute);
    assert.deepEqual(world.names(), []);
    assert.equal(others, 27);
    purging.dispose();
    assert.equal(world.clock.sleeping, 0);
  });

  it("happens at the start for backups from before a restart of the machine", async () => {
    const first = world.window("first");
    await keepOne(first, "text");
    await first.begin(push);
    world.alive.delete("first");
    const later = new BackupsWorld();
    for (const [name, file] of world.files.files) later.files.files.set(name, file);
    // The machine restarted: its monotonic clock begins again.
    const started = later.clock.now();
    later.clock.monotonicMs = () => later.clock.now() - started;
    later.clock.jump(day + 2 * hour);
    later.window().startPurging();
    await later.clock.settle();
    assert.deepEqual(later.names(), []);
  });

  it("removes an unused content a day later", async () => {
    world.fillDisk((operation) => operation === "append");
    await assert.rejects(keepOne(store, "text"));
    world.freeDisk();
    await world.clock.advance(day - minute);
    await store.purge();
    assert.equal(world.contents().length, 1);
    await world.clock.advance(hour + minute);
    await store.purge();
    assert.deepEqual(world.contents(), []);
  });

  it("keeps a running operation, and removes one that was cut off a day ago with its claim", async () => {
    const store = world.window("a");
    const log = await store.begin(push);
    await world.clock.advance(2 * day);
    const b = world.window("b");
    await b.purge();
    assert.equal((await b.operations())[0]?.state, "running");
    await log.will(removing("/a", "a"));
    world.alive.delete("a");
    assert.equal(await b.claim(log.id), true);
    world.alive.delete("b");
    const c = world.window("c");
    await c.purge();
    assert.equal((await c.operations())[0]?.state, "cutOff");
    await world.clock.advance(day + 2 * hour);
    await c.purge();
    assert.deepEqual(world.names(), []);
  });

  for (const jump of [hour, -hour, day]) {
    it(`keeps for a day though the clock is set ${jump > 0 ? "forward" : "back"} by ${Math.abs(jump / hour)} h`, async () => {
      await keepOne(store, "before");
      world.clock.jump(jump);
      await keepOne(store, "after");
      await world.clock.advance(day - minute);
      await store.purge();
      assert.equal((await readable(store)).length, 2);
      world.clock.jump(-jump);
      await store.purge();
      assert.equal((await readable(store)).length, 2);
      world.clock.jump(jump);
      // A clock that was set back keeps it longer by as much.
      await world.clock.advance(2 * minute + Math.max(0, -jump));
      assert.deepEqual(await store.list(shop), []);
      await world.clock.advance(2 * hour);
      await store.purge();
      assert.deepEqual(world.names(), []);
    });
  }

  it("keeps and lists what a window overwrites after a sleep of several days", async () => {
    await keepOne(store, "before");
    // The monotonic clock stops in sleep.
    world.clock.jump(4 * day);
    await world.window().purge();
    await keepOne(store, "after");
    assert.deepEqual(
      (await store.list()).map(({ path }) => path),
      ["/after"],
    );
  });

  it("removes a backup that a wrong clock has dated to next year", async () => {
    world.clock.jump(365 * day);
    await keepOne(store, "text");
    world.clock.jump(-365 * day);
    assert.deepEqual(await store.list(shop), []);
    await store.purge();
    assert.deepEqual(world.names(), []);
  });

  it("knows an age by both clocks of the machine", () => {
    const now = { at: 1_000_000_000, up: 500_000_000 };
    const age = (at: number, up: number) => ageMs({ at: now.at - at, up: now.up - up }, now);
    assert.equal(age(5 * hour, 5 * hour), 5 * hour);
    assert.equal(age(6 * hour, 5 * hour), 5 * hour, "set forward");
    assert.equal(age(4 * hour, 5 * hour), 4 * hour, "set back");
    assert.equal(age(hour, 30 * hour), hour, "of another machine that shares the folder");
    assert.equal(age(9 * hour, hour), hour, "asleep, or set forward");
    assert.equal(age(2 * day, hour), hour, "set forward by nearly two days");
    assert.equal(age(-day, hour), hour, "set back by a day");
    assert.equal(age(4 * day, hour), 4 * day, "too far apart for a clock that is set by a day");
    assert.equal(age(3 * hour, -hour), 3 * hour, "started again");
    assert.equal(age(-30 * day, hour), 30 * day, "from the future");
  });

  it("keeps a backup whose journal cannot be read, and removes the others", async () => {
    await keepOne(store, "text");
    await store.single(other).will(removing("/text", "text"));
    await world.clock.advance(day + 2 * hour);
    await store.single(shop).will(removing("/b", "b"));
    for (const broken of ["list", "read"] as const) {
      world.files.failing = (operation, name) =>
        operation === broken && name.startsWith("backups/other") ? new Error(`EIO ${broken}`) : undefined;
      await store.purge();
      assert.equal(world.contents().length, 2);
      assert.ok(world.said.some((message) => message.includes(`EIO ${broken}`)));
    }
    world.freeDisk();
    await store.purge();
    assert.equal(world.contents().length, 1);
    assert.deepEqual(await readable(store), ["deleted /b: b"]);
  });

  describe("backups at their limit", () => {
    const fill = async (count: number) => {
      world.files.copies = false;
      for (let index = 0; index < count; index++) {
        await remove(store.single(shop), index);
        await world.clock.advance(minute);
      }
    };
    const remove = async (log: ChangeLog, index: number) =>
      await log.did(await log.will(removingLarge(index)), "done");
    const isFull = (error: unknown) => error instanceof BackupFailed && error.why === "full";
    const pathsLeft = async () => (await store.list(shop)).map(({ path }) => path);

    it("lose none of the last day, and refuse further changes", async () => {
      await fill(26);
      await assert.rejects(store.single(shop).will(removingLarge(26)), isFull);
      const operation = await store.begin(push);
      await assert.rejects(operation.will(removingLarge(27)), isFull);
      await store.purge();
      assert.equal((await pathsLeft()).length, 26);
      assert.equal(world.refusedAsFull, 2);
      // A new file replaces nothing.
      await operation.will({ side: "app", path: "/new", what: "put", before: "absent" });
    });

    it("let a running operation finish", async () => {
      await fill(20);
      const operation = await store.begin(push);
      for (let index = 20; index < 40; index++) await operation.will(removingLarge(index));
      assert.equal((await pathsLeft()).length, 40);
      await assert.rejects(store.single(shop).will(removingLarge(40)), isFull);
    });

    it("lose the oldest when the user says so, but none of the last minutes", async () => {
      await fill(26);
      const last = await pathsLeft();
      await store.removeOldest();
      assert.deepEqual(await pathsLeft(), last.slice(0, 12));
      await store.single(shop).will(removingLarge(26));
      await world.clock.advance(minute);
      for (let index = 27; index < 45; index++)
        await remove(await store.begin(push), index).catch(() => undefined);
      await store.removeOldest();
      assert.equal((await pathsLeft()).length, 18);
    });

    it("lose others when one cannot be read or removed, and report that only where no room is left", async () => {
      const unread = store.single(other);
      await remove(unread, 100);
      await fill(25);
      const [oldest = ""] = world.contents().filter((name) => !name.startsWith("backups/other"));
      world.files.failing = (operation, name) =>
        (operation === "read" && name.startsWith("backups/other")) ||
        (operation === "remove" && name === oldest)
          ? new Error("EACCES")
          : undefined;
      assert.equal(await store.removeOldest(), true);
      assert.equal((await pathsLeft()).length, 12);
      await fill(14);
      world.files.failing = (operation) => (operation === "remove" ? new Error("EACCES") : undefined);
      await assert.rejects(store.removeOldest(), /EACCES/);
      world.freeDisk();
      assert.deepEqual(
        (await store.list(other)).map(({ path }) => path),
        ["/100"],
      );
    });

    it("keep the backup of a queued change, however long it waits", async () => {
      const waiting = await store.single(shop).will(removingLarge(100));
      await fill(25);
      await world.window("other").removeOldest();
      assert.ok((await pathsLeft()).includes("/100"));
      await store.single(shop).did(waiting, "done");
      await fill(12);
      await world.window("other").removeOldest();
      assert.ok(!(await pathsLeft()).includes("/100"));
    });

    it("free the room of a dead window, and report when there is none", async () => {
      const operation = await store.begin(push);
      for (let index = 0; index < 27; index++) await operation.will(removingLarge(index));
      await world.clock.advance(10 * minute);
      assert.equal(await world.window("other").removeOldest(), false);
      world.alive.delete("window-1");
      assert.equal(await world.window("other").removeOldest(), true);
    });

    it("report what was removed, and that undo cannot restore it", async () => {
      const operation = await store.begin(push);
      await remove(operation, 100);
      await world.clock.advance(10 * minute);
      await fill(25);
      await store.removeOldest();
      const sum = world
        .contents()
        .reduce((all, name) => all + (world.files.files.get(name)?.bytes.length ?? 0), 0);
      assert.ok(sum <= mostBackupBytes / 2);
      assert.ok(world.said.some((message) => message.includes("to make room")));
      assert.deepEqual((await store.operations())[0]?.changes[0]?.before, {
        kind: "notBackedUp",
        why: "gone",
        sizeBytes: largestBackupBytes,
      });
    });

    it("refuse changes also in a new window", async () => {
      await fill(26);
      await assert.rejects(world.window("other").single(shop).will(removingLarge(26)), isFull);
    });

    it("refuse nothing where they cannot be counted", async () => {
      world.files.failing = (operation) => (operation === "list" ? new Error("EIO") : undefined);
      await store.single(shop).will(removingLarge(0));
      assert.equal(world.refusedAsFull, 0);
    });

    it("notice the room that another window has made", async () => {
      await fill(26);
      await world.window("other").removeOldest();
      await store.single(shop).will(removingLarge(26));
      assert.equal(world.refusedAsFull, 0);
    });
  });
});

describe("forgetting an account", () => {
  it("removes all its backups, and none of other accounts", async () => {
    const log = store.single(shop);
    const open = await log.will(removing("/shop", "shop only"));
    await log.did(await log.will(removing("/both", "both")), "notDone");
    const operation = await store.begin(push);
    await operation.will(putting("/a", had("also shop"), "x"));
    await store.single(other).will(removing("/both", "both"));
    await store.forgetAccount(shop.accountId);
    await log.did(open, "done");
    assert.deepEqual(await store.list(shop), []);
    assert.deepEqual(await store.operations(), []);
    await world.clock.advance(minute);
    assert.equal(world.contents().length, 1);
    assert.deepEqual(await readable(store, other), ["deleted /both: both"]);
    assert.equal(world.logs().length, 1);
    assert.doesNotMatch(world.names().join(), /host-/);
    // After a new sign-in everything works as before.
    await store.single(shop).will(removing("/new", "new"));
    assert.deepEqual(await readable(store), ["deleted /new: new"]);
  });

  it("in a window that closes at once leaves no backup", async () => {
    await store.single(shop).will(removing("/a", "a"));
    await store.forgetAccount(shop.accountId);
    await store.dispose();
    assert.equal(world.clock.sleeping, 0);
    await world.clock.advance(10 * minute);
    await world.window().purge();
    assert.deepEqual(world.names(), []);
  });
});
