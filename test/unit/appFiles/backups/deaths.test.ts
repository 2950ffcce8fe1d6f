// Windows that die between any two steps, disks that are full at any step, and journals that are torn
// anywhere.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Backups } from "../../../../src/appFiles/backups/backups";
import type { ChangeLog, PlannedChange } from "../../../../src/appFiles/backups/changeLog";
import { undoPlan } from "../../../../src/appFiles/backups/undoPlan";
import type { MachineFiles } from "../../../../src/core/disk/machineFiles";
import { BackupFailed } from "../../../../src/core/errors/keepingFailed";
import { around } from "../../../support/memoryMachineFiles";
import { BackupsWorld, had, push, putting, readable, removing, shop } from "./backupsWorld";

const changes: readonly PlannedChange[] = [
  putting("/a", had("old a"), "new a"),
  removing("/b", "old b"),
  putting("/c", "absent", "new c"),
  putting("/a", had("new a"), "newer a"),
  putting("/ü\n\"'", had("line\nline"), "x"),
];

/** `made` gets the announced changes, whether or not they were made. */
async function makeChanges(log: ChangeLog, made: PlannedChange[] = []): Promise<void> {
  for (const planned of changes) {
    try {
      const id = await log.will(planned);
      made.push(planned);
      await log.did(id, "done");
    } catch (error) {
      assert.ok(error instanceof BackupFailed, String(error));
    }
  }
}

/** In any order. */
function mustBeKept(made: readonly PlannedChange[]): string[] {
  return made.flatMap(({ what, path, before }) => {
    if (before === "absent" || "notBackedUp" in before) return [];
    return `${what === "remove" ? "deleted" : "overwritten"} ${path}: ${new TextDecoder().decode(before.bytes)}`;
  });
}

/** Every made change has its backup; further ones were only announced. */
async function check(store: Backups, made: readonly PlannedChange[]): Promise<void> {
  const listed = await readable(store);
  for (const file of mustBeKept(made)) assert.ok(listed.includes(file), `${file} is not among ${listed}`);
  const all = mustBeKept(changes);
  for (const file of listed) assert.ok(all.includes(file), `${file} is listed`);
}

/** Operations of a dead window never end. */
function mortal(files: MachineFiles, isDead: () => boolean): MachineFiles {
  const never = new Promise<never>(() => undefined);
  return around(files, async (work) => {
    if (isDead()) return await never;
    const result = await work();
    return isDead() ? await never : result;
  });
}

/**
 * Runs all changes as an operation and as single ones in a window that dies at the given step; false when
 * there are fewer steps.
 */
async function dieAt(step: number, isAfter: boolean): Promise<boolean> {
  const world = new BackupsWorld();
  let steps = 0;
  world.files.failing = () => {
    steps++;
    return undefined;
  };
  const isDead = () => (isAfter ? steps > step : steps >= step);
  const dying = world.window("dying", mortal(world.files, isDead));
  const made: PlannedChange[] = [];
  const work = (async () => {
    const log = await dying.begin(push);
    await makeChanges(log, made);
    await log.end("done");
    await makeChanges(dying.single(shop), made);
  })();
  const hasEnded = await Promise.race([work.then(() => true), world.clock.settle().then(() => false)]);
  world.alive.delete("dying");
  world.files.failing = () => undefined;

  const other = world.window();
  await check(other, made);
  for (const operation of await other.operations()) {
    if (operation.state === "ended") continue;
    assert.equal(await other.claim(operation.id), true);
    await (await other.reopen(operation.id))?.end("failed");
  }
  for (const operation of await other.operations()) assert.equal(operation.state, "ended");
  await other.purge();
  await check(other, made);
  return !hasEnded;
}

describe("a window that dies", () => {
  for (const isAfter of [false, true]) {
    it(`has backed up all that it has changed, wherever it dies (${isAfter ? "after" : "before"} a step of the disk)`, async () => {
      let step = 0;
      while (await dieAt(step, isAfter)) step++;
      assert.ok(step > 12, `${step} steps`);
    });
  }

  /** A window made all changes and died; `cut` leaves so many bytes of its journal. */
  async function deadWindow() {
    const world = new BackupsWorld();
    const log = await world.window("dying").begin(push);
    await makeChanges(log);
    await log.end("done");
    world.alive.delete("dying");
    const { name } = world.onlyLog();
    const whole = world.files.files.get(name)?.bytes ?? new Uint8Array();
    const lineEnds = [...whole].flatMap((byte, index) => (byte === 10 ? [index + 1] : []));
    const cut = (length: number) =>
      world.files.files.set(name, { bytes: whole.slice(0, length), modifiedAt: world.clock.now() });
    return { world, log, whole, lineEnds, cut };
  }

  it("leaves a journal that can be read and undone as far as it goes, wherever it was cut", async () => {
    const { world, whole, lineEnds, cut } = await deadWindow();
    for (let length = 0; length <= whole.length; length++) {
      cut(length);
      // A complete line counts, with or without its line break.
      const wholeLines = lineEnds.filter((end) => end <= length + 1).length;
      const text = new TextDecoder().decode(whole.slice(0, lineEnds[wholeLines - 1] ?? 0));
      const announced = text.split('"type":"will"').length - 1;
      const store = world.window();
      const [operation, ...more] = await store.operations();
      assert.equal(more.length, 0);
      assert.equal(operation?.changes.length, wholeLines === 0 ? undefined : announced, `${length} bytes`);
      assert.equal(
        operation?.state,
        wholeLines === 0 ? undefined : wholeLines === lineEnds.length ? "ended" : "cutOff",
      );
      const kept = changes.slice(0, announced).filter(({ before }) => before !== "absent");
      assert.equal((await readable(store)).length, kept.length);
      if (!operation) continue;
      const { steps, cannot } = undoPlan(operation);
      assert.deepEqual(cannot, []);
      assert.deepEqual(
        new Set(steps.map(({ path }) => path)),
        new Set(operation.changes.map(({ path }) => path)),
      );
      // The last announced change without an end may not have been made.
      const last = operation.changes.at(-1);
      if (last?.end === "unknown" && last.before.kind === "content") {
        const step = steps.find(({ path }) => path === last.path);
        assert.ok(step?.expects.hashes.includes(last.before.hash));
      }
    }
  });

  it("leaves a journal that another window can continue, wherever it was cut", async () => {
    const { world, log, lineEnds, cut } = await deadWindow();
    // The first line is complete, the last is not.
    for (let length = (lineEnds[0] ?? 0) - 1; length < (lineEnds.at(-1) ?? 0) - 1; length += 3) {
      cut(length);
      const store = world.window();
      const before = (await store.operations())[0]?.changes ?? [];
      assert.equal(await store.claim(log.id), true);
      const continued = await store.reopen(log.id);
      assert.ok(continued);
      await continued.did(await continued.will(removing("/later", "later")), "done");
      await continued.end("failed");
      const [operation] = await world.window().operations();
      assert.equal(operation?.outcome, "failed", `${length} bytes`);
      assert.deepEqual(operation?.changes.slice(0, -1), before, `${length} bytes`);
      assert.equal(operation?.changes.at(-1)?.path, "/later");
      assert.equal(new Set(operation?.changes.map(({ id }) => id)).size, before.length + 1);
    }
  });
});

describe("a full disk", () => {
  /** The disk fails at the given operation, or from it on; false when there are fewer operations. */
  async function failAt(step: number, isForGood: boolean): Promise<boolean> {
    const world = new BackupsWorld();
    const store = world.window();
    const made: PlannedChange[] = [];
    const log = await store.begin(push);
    let steps = 0;
    world.fillDisk(() => {
      const at = steps++;
      return isForGood ? at >= step : at === step;
    });
    await makeChanges(log, made);
    await makeChanges(store.single(shop), made);
    await log.end("done");
    const failed = steps > step;
    world.freeDisk();
    await check(store, made);
    await world.clock.advance(60_000);
    assert.equal(world.clock.sleeping, 0);

    const other = world.window();
    await check(other, made);
    const [operation] = await other.operations();
    assert.equal(operation?.state, "ended");
    // A refused change is known not to be done.
    const unknown = operation?.changes.filter(({ end }) => end === "unknown") ?? [];
    assert.deepEqual(unknown, []);
    return failed;
  }

  for (const isForGood of [false, true]) {
    it(`refuses the change, and loses nothing, at whichever operation (${isForGood ? "from then on" : "once"})`, async () => {
      let step = 0;
      while (await failAt(step, isForGood)) step++;
      assert.ok(step > 10, `${step} operations`);
    });
  }

  it("that writes a part of a line damages only that line", async () => {
    const world = new BackupsWorld();
    const store = world.window();
    const log = await store.begin(push);
    await log.will(removing("/a", "a"));
    world.fillDisk((operation, name) => {
      if (operation !== "append") return false;
      world.files.put(name, `${world.files.textOf(name)}{"type":"will","at":1,"up"`);
      return true;
    });
    await assert.rejects(log.will(removing("/b", "b")), BackupFailed);
    world.freeDisk();
    await log.will(removing("/c", "c"));
    assert.deepEqual(await readable(store), ["deleted /c: c", "deleted /a: a"]);
    await log.end("done");
    assert.deepEqual(await readable(world.window()), ["deleted /c: c", "deleted /a: a"]);
  });

  it("that writes the line and then fails leaves no change that was not made", async () => {
    const world = new BackupsWorld();
    const store = world.window();
    const log = await store.begin(push);
    const append = world.files.append.bind(world.files);
    world.files.append = async (name, bytes) => {
      await append(name, bytes);
      throw new Error("EIO");
    };
    await assert.rejects(log.will(removing("/a", "a")), BackupFailed);
    world.files.append = append;
    assert.deepEqual(await readable(store), []);
    await world.clock.advance(10_000);
    assert.deepEqual(await readable(world.window()), []);
  });

  it("names the path and the disk's error in its rejection", async () => {
    const world = new BackupsWorld();
    const log = world.window().single(shop);
    for (const place of ["content", "journal"]) {
      world.fillDisk((_, name) => name.endsWith("journal.jsonl") === (place === "journal"));
      await assert.rejects(log.will(removing(`/${place}`, place)), (error) => {
        assert.ok(error instanceof BackupFailed);
        assert.equal(error.path, `/${place}`);
        assert.match(String(error.cause), /ENOSPC/);
        return true;
      });
    }
  });
});
