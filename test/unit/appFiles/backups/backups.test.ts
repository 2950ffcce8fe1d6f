import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Backups } from "../../../../src/appFiles/backups/backups";
import { type ChangeId, largestBackupBytes } from "../../../../src/appFiles/backups/changeLog";
import type { Operation } from "../../../../src/appFiles/backups/operation";
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

const only = (operations: readonly Operation[]): Operation => {
  assert.equal(operations.length, 1);
  const [operation] = operations;
  assert.ok(operation);
  return operation;
};

const isTakenOver = (error: unknown) => error instanceof BackupFailed && error.why === "takenOver";

let world: BackupsWorld;
let store: Backups;

beforeEach(() => {
  world = new BackupsWorld();
  store = world.window();
});

describe("backups", () => {
  it("of a single save and a single deletion are listed, newest first, and can be read", async () => {
    const log = store.single(shop);
    const save = await log.will(putting("/a.txt", had("old"), "new"));
    await log.did(save, "done", { hash: hashOf("new") });
    await world.clock.advance(minute);
    await log.did(await log.will(removing("/b.txt", "gone")), "done");
    assert.deepEqual(await readable(store), ["deleted /b.txt: gone", "overwritten /a.txt: old"]);
    const [, file] = await store.list(shop);
    assert.deepEqual(file, {
      ...shop,
      id: save,
      side: "app",
      path: "/a.txt",
      why: "overwritten",
      sizeBytes: 3,
      lostAt: world.clock.now() - minute,
      modifiedAt: 1000,
      hash: hashOf("old"),
      file: world.contents().find((name) => name.endsWith(hashOf("old"))),
    });
    assert.deepEqual(await store.list(), await store.list(shop), "of all apps");
    assert.deepEqual(await store.operations(), []);
  });

  it("are visible to all windows, but not under another app or account", async () => {
    const [a, b] = [world.window(), world.window()];
    await a.single(shop).will(removing("/a", "one"));
    await b.single(shop).will(removing("/a", "two"));
    assert.deepEqual(await readable(b), ["deleted /a: two", "deleted /a: one"]);
    assert.deepEqual(await readable(a), await readable(b));
    assert.deepEqual(await a.list({ ...shop, appId: "other" }), []);
    assert.deepEqual(await a.list({ ...shop, accountId: "other" }), []);
  });

  it("of apps whose folder names collide stay apart", async () => {
    const long = (middle: string) => ({ ...shop, appId: `${"a".repeat(80)}${middle}${"z".repeat(80)}` });
    await store.single(long("1")).will(removing("/one", "1"));
    await store.single(long("2")).will(removing("/two", "2"));
    assert.deepEqual(await readable(store, long("1")), ["deleted /one: 1"]);
    assert.deepEqual(await readable(store, long("2")), ["deleted /two: 2"]);
  });

  it("have file names that no id can turn into a path", async () => {
    for (const appId of ["..", "", "a/../../b", "C:\\x", "con", "A", "a", "%2e%2e", "\u0000"])
      await store.single({ accountId: "../..", appId }).will(removing("/x", appId));
    for (const name of world.names())
      assert.match(name, /^backups\/[a-z0-9_-]+\/[a-z0-9_-]+\/[a-z0-9_-]+\/([0-9a-f]{64}|journal\.jsonl)$/);
    assert.equal(new Set(world.logs().map((name) => name.split("/")[2])).size, 9);
    assert.deepEqual(await readable(store, { accountId: "../..", appId: "A" }), ["deleted /x: A"]);
  });

  it("are not listed of unchanged files, nor of equal content", async () => {
    const log = store.single(shop);
    await log.did(await log.will(putting("/refused", had("old"), "new")), "notDone");
    await log.did(await log.will(putting("/same", had("same"), "same")), "done");
    await log.did(await log.will(putting("/unknown", had("old"), "new")), "unknown");
    const other = await log.will(putting("/stored otherwise", had("same"), "same"));
    await log.did(other, "done", { hash: hashOf("mangled") });
    assert.deepEqual(await readable(store), [
      "overwritten /stored otherwise: same",
      "overwritten /unknown: old",
    ]);
  });

  it("include files up to the limit, and mark larger ones as not kept", async () => {
    const operation = await store.begin(push);
    const bytes = new Uint8Array(largestBackupBytes + 1);
    await operation.will({ side: "app", path: "/large", what: "remove", before: { bytes } });
    await operation.will({
      side: "app",
      path: "/fits",
      what: "remove",
      before: { bytes: bytes.subarray(1) },
    });
    const notBackedUp = { notBackedUp: "unreadable", sizeBytes: 7 } as const;
    await operation.will({ side: "app", path: "/odd", what: "remove", before: notBackedUp });
    assert.deepEqual(
      (await store.list(shop)).map(({ path }) => path),
      ["/fits"],
    );
    const { changes } = only(await store.operations());
    assert.deepEqual(
      changes.map(({ before }) => (before.kind === "notBackedUp" ? before.why : before.kind)),
      ["tooLarge", "content", "unreadable"],
    );
  });

  it("cost a write and an append, and the end is written with the next line", async () => {
    const log = store.single(shop);
    const save = async (before: string, after: string) =>
      await log.did(await log.will(putting("/a", had(before), after)), "done");
    await save("1", "2");
    // Before its first backup a window counts all of them.
    assert.deepEqual(Object.fromEntries(world.files.counts), { list: 1, write: 1, append: 1 });
    await save("2", "1");
    await save("1", "2");
    assert.deepEqual(Object.fromEntries(world.files.counts), { list: 1, write: 2, append: 3 });
    await world.clock.advance(1000);
    assert.deepEqual(Object.fromEntries(world.files.counts), { list: 1, write: 2, append: 4 });
    const ends = world
      .onlyLog()
      .text.split("\n")
      .filter((line) => line.includes('"did"'));
    assert.equal(ends.length, 3);
    assert.equal(world.clock.sleeping, 0);
  });

  it("cost nothing where nothing is lost, and do not need the disk", async () => {
    const log = store.single(shop);
    world.fillDisk();
    const change = await log.will(putting("/new", "absent", "text"));
    await log.did(change, "done");
    await world.clock.advance(minute);
    assert.equal(world.files.operations, 0);
  });

  it("of many changes are journaled in one write", async () => {
    const operation = await store.begin(push);
    const changes = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, index) => await operation.will(removing(`/${index}`, `${index}`)),
      ),
    );
    await Promise.all(changes.map(async (change) => await operation.did(change, "done")));
    await operation.end("done");
    assert.equal(new Set(changes).size, 200);
    assert.ok((world.files.counts.get("append") ?? 0) < 20, `${world.files.counts.get("append")} appends`);
    assert.equal((await readable(store)).length, 200);
  });

  it("of several files with one content are written once", async () => {
    const operation = await world.window().begin(push);
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => await operation.will(removing(`/${index}`, ""))),
    );
    assert.equal(world.files.counts.get("write"), 1);
  });

  it("are written again after a while, so that the file is recent", async () => {
    const log = store.single(shop);
    const writesFor = async (pass: () => unknown) => {
      const before = world.files.counts.get("write") ?? 0;
      await pass();
      await log.will(removing("/a", "text"));
      return (world.files.counts.get("write") ?? 0) - before;
    };
    assert.equal(await writesFor(() => undefined), 1);
    assert.equal(await writesFor(async () => await world.clock.advance(9000)), 0);
    assert.equal(await writesFor(async () => await world.clock.advance(2000)), 1);
    assert.equal(await writesFor(() => world.clock.jump(hour)), 1);
    assert.equal(await writesFor(() => world.clock.jump(-hour)), 1);
  });

  it("are not returned when the disk has damaged them", async () => {
    await store.single(shop).will(removing("/a", "text"));
    const [file = ""] = world.contents();
    world.files.put(file, "tex");
    assert.equal(await store.readContent({ file, hash: hashOf("text") }), undefined);
    assert.equal(await store.readContent({ file: "backups/never", hash: hashOf("never") }), undefined);
  });

  it("start a new journal every hour, and the end of a change goes to its own", async () => {
    const log = store.single(shop);
    const first = await log.will(removing("/first", "1"));
    await world.clock.advance(hour);
    const second = await log.will(removing("/second", "2"));
    assert.equal(world.logs().length, 2);
    await log.did(first, "notDone");
    await log.did(second, "done");
    assert.deepEqual(await readable(store), ["deleted /second: 2"]);
    await world.clock.advance(1000);
    assert.deepEqual(await readable(world.window()), ["deleted /second: 2"]);
  });

  it("log neither paths nor contents", async () => {
    const log = store.single(shop);
    world.fillDisk();
    await assert.rejects(log.will(removing("/secret-path", "secret-text")));
    world.freeDisk();
    await log.will(removing("/secret-path", "secret-text"));
    const [file = ""] = world.contents();
    world.files.put(file, "secret-torn");
    await store.readContent({ file, hash: hashOf("secret-text") });
    await store.purge();
    await store.forgetAccount(shop.accountId);
    assert.ok(world.said.length > 0);
    assert.doesNotMatch(world.said.join("\n"), /secret/);
  });

  it("reject a window id that could not be a file name", () => {
    for (const id of ["", "a/b", "..", "a b"]) assert.throws(() => world.window(id), /not an id/);
  });
});

describe("operations", () => {
  it("have a kind, changes and an outcome", async () => {
    const log = await store.begin(push);
    const startedAt = world.clock.now();
    await log.did(await log.will(putting("/a", had("old"), "new")), "done", {
      hash: hashOf("new"),
      entry: { sizeBytes: 3, modifiedAt: 5 },
    });
    await log.did(await log.will(putting("/b", "absent", "b")), "notDone");
    await log.will({ side: "local", path: "/home/me/c", what: "remove", before: had("c") });
    assert.equal(only(await store.operations()).state, "running");
    await world.clock.advance(minute);
    await log.end("cancelled");
    const operation = only(await world.window().operations(shop));
    const kept = (text: string) => ({
      kind: "content",
      hash: hashOf(text),
      file: world.contents().find((name) => name.endsWith(hashOf(text))),
      sizeBytes: text.length,
      modifiedAt: 1000,
    });
    const change = (index: number, own: object) => ({
      id: operation.changes[index]?.id,
      side: "app",
      what: "put",
      at: startedAt,
      ...own,
    });
    const after = { hash: hashOf("new"), sizeBytes: 3, modifiedAt: 5 };
    const local = { side: "local", path: "/home/me/c", what: "remove" };
    assert.deepEqual(operation, {
      id: log.id,
      header: { ...push },
      state: "ended",
      outcome: "cancelled",
      startedAt,
      lastAt: startedAt + minute,
      changes: [
        change(0, { path: "/a", before: kept("old"), after, end: "done" }),
        change(1, { path: "/b", before: { kind: "absent" }, after: { hash: hashOf("b") }, end: "notDone" }),
        change(2, { ...local, before: kept("c"), after: {}, end: "unknown" }),
      ],
    });
    const listed = await store.list(shop);
    assert.deepEqual(
      listed.map(({ path, side, operationId }) => ({ path, side, operationId })),
      [
        { path: "/home/me/c", side: "local", operationId: log.id },
        { path: "/a", side: "app", operationId: log.id },
      ],
    );
    assert.deepEqual(await store.operations({ ...shop, appId: "other" }), []);
  });

  it("come newest first, for a day", async () => {
    for (const kind of ["push", "pull", "undo"] as const) {
      await (await store.begin({ ...push, kind })).end("done");
      await world.clock.advance(hour);
    }
    const kinds = async () => (await store.operations()).map(({ header }) => header.kind);
    assert.deepEqual(await kinds(), ["undo", "pull", "push"]);
    await world.clock.advance(day - 2.5 * hour);
    assert.deepEqual(await kinds(), ["undo", "pull"]);
  });

  it("that fail because their window ends are cut off, and those that are done are not", async () => {
    const [a, b] = [world.window("a"), world.window("b")];
    const logs = [await a.begin(push), await a.begin(push), await a.begin(push)];
    for (const log of logs) await log.will(removing("/a", "a"));
    a.beginEnd();
    await Promise.all(
      logs.map((log, index) => log.end((["failed", "cancelled", "done"] as const)[index] ?? "done")),
    );
    await a.dispose();
    world.alive.delete("a");
    const states = new Map((await b.operations()).map(({ header: _, ...each }) => [each.id, each.state]));
    assert.deepEqual(
      logs.map(({ id }) => states.get(id)),
      ["cutOff", "cutOff", "ended"],
    );
  });

  it("that are cut off have changes to finish where these failed because their window ends", async () => {
    const [a, b] = [world.window("a"), world.window("b")];
    const log = await a.begin(push);
    const changes = [await log.will(removing("/a", "a")), await log.will(removing("/b", "b"))];
    await log.did(changes[0] as ChangeId, "notDone");
    a.beginEnd();
    await log.did(changes[1] as ChangeId, "notDone");
    await log.end("failed");
    await a.dispose();
    world.alive.delete("a");
    const ends = only(await b.operations()).changes.map(({ path, end }) => `${path} ${end}`);
    assert.deepEqual(ends, ["/a notDone", "/b unknown"]);
  });

  it("of a dead window are cut off, and one other window takes them over", async () => {
    const [a, b, c] = [world.window("a"), world.window("b"), world.window("c")];
    const log = await a.begin(push);
    await log.will(removing("/a", "a"));
    assert.equal(await b.claim(log.id), false);
    world.alive.delete("a");
    assert.equal(only(await b.operations()).state, "cutOff");
    assert.equal(await b.reopen(log.id), undefined);
    const won = await Promise.all([b.claim(log.id), c.claim(log.id)]);
    assert.equal(won.filter((isWon) => isWon).length, 1);
    const [winner, loser] = won[0] ? [b, c] : [c, b];
    assert.equal(await winner.claim(log.id), true);
    assert.equal(await loser.claim(log.id), false);
    assert.equal(await loser.reopen(log.id), undefined);
    for (const store of [b, c]) assert.equal(only(await store.operations()).state, "running");

    const continued = await winner.reopen(log.id);
    assert.ok(continued);
    assert.equal(await winner.reopen(log.id), continued);
    const [first] = only(await winner.operations()).changes;
    await continued.did(first?.id ?? "", "done");
    await continued.did(await continued.will(removing("/b", "b")), "done");
    await continued.end("done");
    const operation = only(await loser.operations());
    assert.equal(operation.state, "ended");
    assert.deepEqual(
      operation.changes.map(({ path, end }) => [path, end]),
      [
        ["/a", "done"],
        ["/b", "done"],
      ],
    );
    assert.equal(await loser.claim(log.id), false);
    assert.equal(await winner.reopen(log.id), undefined);
  });

  for (const [broken, of] of [
    ["read", shop],
    ["list", shop],
    ["list", { ...shop, accountId: "another" }],
  ] as const)
    it(`are found although a ${broken} fails for ${of === shop ? "one of the same account" : "another account"}`, async () => {
      const window = world.window("a");
      const kept = await window.begin(push);
      const unread = await window.begin({ ...push, ...of, appId: "broken" });
      world.alive.delete("a");
      const isOf = (name: string) => name.includes("broken") || name === "backups/another";
      world.files.failing = (operation, name) =>
        operation === broken && isOf(name) ? new Error("EACCES") : undefined;
      const found = await store.operations();
      assert.deepEqual(
        found.map(({ id, state }) => [id, state]),
        [[kept.id, "cutOff"]],
      );
      assert.equal(await store.claim(kept.id), true);
      assert.match(world.said.join(), /EACCES/);
      // What cannot be read does not count as missing.
      await assert.rejects(store.requireReadable(), /EACCES/);
      await assert.rejects(store.claim(unread.id), /EACCES/);
      await store.requireReadable(shop);
      world.files.failing = () => undefined;
      await store.requireReadable();
      assert.equal(await store.claim(unread.id), true);
    });

  it("can be taken over again when their new window is dead, too", async () => {
    const log = await world.window("a").begin(push);
    world.alive.delete("a");
    assert.equal(await world.window("b").claim(log.id), true);
    const c = world.window("c");
    assert.equal(await c.claim(log.id), false);
    world.alive.delete("b");
    assert.equal(only(await c.operations()).state, "cutOff");
    assert.equal(await c.claim(log.id), true);
    assert.equal(await world.window("d").claim(log.id), false);
  });

  it("that do not exist cannot be claimed", async () => {
    for (const id of ["", "none", "../../x"]) {
      assert.equal(await store.claim(id), false);
      assert.equal(await store.reopen(id), undefined);
    }
    assert.equal(world.files.counts.get("create"), undefined);
  });

  it("make no more changes in a sleeping window after another took them over", async () => {
    const a = world.window("a");
    const log = await a.begin(push);
    await log.will(removing("/a", "a"));
    world.alive.delete("a");
    assert.equal(await world.window("b").claim(log.id), true);
    await world.clock.advance(3 * minute);
    await assert.rejects(log.will(removing("/b", "b")), isTakenOver);
    assert.deepEqual(await readable(a), ["deleted /a: a"]);
  });

  /** Window a stood still while window b took over its operation of one change. */
  async function takenOver() {
    const a = world.window("a");
    const b = world.window("b");
    const log = await a.begin(push);
    await log.did(await log.will(removing("/a", "a")), "done");
    world.alive.delete("a");
    assert.equal(await b.claim(log.id), true);
    await world.clock.suspend(3 * minute);
    return { log, b };
  }

  it("make no more changes after another window took them over, though an end was written since", async () => {
    const { log } = await takenOver();
    await assert.rejects(log.will(removing("/b", "b")), isTakenOver);
  });

  it("have no end from the window whose changes another window took over", async () => {
    const { log, b } = await takenOver();
    await (await b.reopen(log.id))?.will(removing("/theirs", "theirs"));
    await world.clock.advance(2 * minute);
    await assert.rejects(log.will(removing("/b", "b")), isTakenOver);
    await log.end("failed");
    await world.clock.advance(minute);
    const { state, changes } = only(await b.operations());
    const found = changes.map(({ path, end }) => `${path} ${end}`);
    assert.deepEqual([state, found], ["running", ["/a done", "/theirs unknown"]]);
  });

  for (const [step, changes] of [
    ["write", []],
    ["append", ["/a"]],
  ] as const)
    it(`make no more changes after another window took them over during the backup's ${step}`, async () => {
      const log = await world.window("a").begin(push);
      const run = world.files[step].bind(world.files);
      world.files[step] = async (...given) => {
        await run(...given);
        world.files[step] = run;
        world.alive.delete("a");
        assert.equal(await world.window("b").claim(log.id), true);
        await world.clock.suspend(3 * minute);
      };
      const changing = log.will(removing("/a", "a")).then(() => log.requireOurs?.("/a"));
      await assert.rejects(changing, isTakenOver);
      const found = only(await world.window().operations()).changes;
      assert.deepEqual(
        found.map(({ path }) => path),
        changes,
      );
    });

  it("have numbers of their own after another window took them over during parallel changes", async () => {
    const log = await world.window("a").begin(push);
    const append = world.files.append.bind(world.files);
    world.files.append = async (...given) => {
      await append(...given);
      world.files.append = append;
      world.alive.delete("a");
      const b = world.window("b");
      assert.equal(await b.claim(log.id), true);
      const theirs = await b.reopen(log.id);
      for (const path of ["/b", "/c"]) await theirs?.did(await theirs.will(removing(path, path)), "done");
      await theirs?.end("done");
      await world.clock.suspend(3 * minute);
    };
    const changing = ["/a", "/b", "/c"].map(async (path) => {
      await log.did(await log.will(removing(path, path)), "notDone");
    });
    await Promise.all(changing);
    await world.clock.advance(minute);
    assert.deepEqual((await readable(world.window())).sort(), ["deleted /b: /b", "deleted /c: /c"]);
    const found = only(await world.window().operations()).changes;
    assert.deepEqual(
      found.map(({ path, end }) => `${path} ${end}`),
      ["/a notDone", "/b notDone", "/c notDone", "/b done", "/c done"],
    );
  });

  it("continue after a long pause when no window took them over", async () => {
    const log = await world.window("a").begin(push);
    await world.clock.advance(10 * minute);
    await log.will(removing("/b", "b"));
  });

  it("of a window that may be alive are not touched", async () => {
    const log = await world.window("a").begin(push);
    const b = world.window("b");
    const has = world.alive.has.bind(world.alive);
    world.alive.has = (id) => {
      if (id === "a") throw new Error("EIO");
      return has(id);
    };
    assert.equal(only(await b.operations()).state, "running");
    assert.equal(await b.claim(log.id), false);
  });

  it("that end on a full disk have ended here, and for other windows once there is room", async () => {
    const a = world.window("a");
    const log = await a.begin(push);
    world.fillDisk();
    await log.end("done");
    assert.equal(only(await a.operations()).state, "ended");
    assert.equal(only(await world.window().operations()).state, "running");
    world.freeDisk();
    await world.clock.advance(10_000);
    assert.equal(only(await world.window().operations()).state, "ended");
    assert.equal(world.clock.sleeping, 0);
  });

  it("cost a write and at most three appends per change, and are read without writing", async () => {
    const log = await store.begin(push);
    for (let index = 0; index < 1_000; index++) {
      const change = await log.will(putting(`/file-${index}.txt`, had(`old ${index}`), `new ${index}`));
      await log.did(change, "done", { hash: hashOf(`new ${index}`) });
    }
    await log.end("done");
    const written = world.files.operations;
    assert.ok(written <= 1_000 * 4, `${written} operations to write`);
    assert.equal(only(await store.operations()).changes.length, 1_000);
    assert.equal((await store.list(shop)).length, 1_000);
    await store.purge();
    const read = world.files.operations - written;
    assert.ok(read <= 3 * 10, `${read} operations to read`);
  });

  it("are written when the window closes", async () => {
    const store = world.window("a");
    const log = await store.begin(push);
    await log.did(await log.will(removing("/a", "a")), "done");
    await store.single(shop).did(await store.single(shop).will(removing("/b", "b")), "notDone");
    await store.dispose();
    assert.equal(world.clock.sleeping, 0);
    world.alive.delete("a");
    const other = world.window("b");
    assert.equal(only(await other.operations()).changes[0]?.end, "done");
    assert.deepEqual(await readable(other), ["deleted /a: a"]);
  });

  it("ignore lines of a newer version", async () => {
    const log = await store.begin(push);
    await log.will(removing("/a", "a"));
    const { name, text } = world.onlyLog();
    const odd = [
      '{"type":"later","at":1,"up":1}',
      "[]",
      "null",
      '{"type":"will"}',
      "{",
      '"did"',
      `${"x".repeat(5000)}`,
    ];
    const evil = JSON.stringify({
      type: "will",
      at: world.clock.now(),
      up: world.clock.monotonicMs(),
      change: 9,
      side: "app",
      path: "/evil",
      what: "remove",
      before: { hash: "../../../etc/passwd", sizeBytes: 1 },
    });
    world.files.put(name, `${odd.join("\n")}\n${evil}\n${text}${odd.join("\r\n")}`);
    assert.deepEqual(await readable(store), ["deleted /a: a"]);
    assert.equal(only(await store.operations()).changes.length, 1);
  });

  it("cannot begin on a full disk", async () => {
    world.fillDisk();
    await assert.rejects(store.begin(push), (error) => error instanceof BackupFailed && error.why === "disk");
    world.freeDisk();
    assert.deepEqual(await store.list(), await store.list(shop), "of all apps");
    assert.deepEqual(await store.operations(), []);
  });
});
