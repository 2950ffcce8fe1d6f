// A rollback after real pushes: what it plans, and what the app then has.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { unlistedFile } from "../../../../../src/appFiles/read/pathLookup";
import { createdBy, filesAfter, newestOf } from "../../../../../src/appFiles/transfer/filesAfter";
import { planRollback } from "../../../../../src/appFiles/transfer/plan/planRollback";
import type { PushManifest } from "../../../../../src/appFiles/transfer/plan/pushManifest";
import { isPossible, type TransferRow } from "../../../../../src/appFiles/transfer/plan/transferPlan";
import { changedSince } from "../../../../../src/core/transfers/release";
import { hashOf } from "../../../../support/appFilesHarness";
import { type Outcome, rowText } from "../../../../support/transferring";
import { type TransferWorld, transferWorld } from "../transferWorld";

const { signal } = new AbortController();
const none: PushManifest = new Map();

/** A world whose pushes are remembered as releases. */
function releasing(inApp: Readonly<Record<string, string>>, here: Readonly<Record<string, string>>) {
  const world = transferWorld(inApp, here);
  const releases: PushManifest[] = [];
  const records: Parameters<typeof changedSince>[0][number][] = [];
  const contents = new Map<string, string>();
  const remember = async ({ rows: planned, ends }: Outcome, isWhole: boolean): Promise<void> => {
    const memory = await world.moved.remembered();
    releases.push(filesAfter({ memory, before: releases.at(-1) ?? none, planned, ends, isWhole }));
    const done = ends.filter(({ end }) => end === "done");
    const paths = done.map(({ row }) => row.path);
    records.push({ number: releases.length, paths, created: createdBy(ends) });
    for (const bytes of world.folder.files.values()) {
      const text = new TextDecoder().decode(bytes);
      contents.set(hashOf(text), text);
    }
    await world.rest();
  };
  const push = async (choose?: (row: TransferRow) => boolean) =>
    await remember(await world.finish(world.moved.push(choose ? { choose } : {})), true);
  const pushFiles = async (...paths: string[]) =>
    await remember(await world.finish(world.moved.pushFiles(paths, { choose: () => true })), false);
  const plan = async (number: number) => {
    const known = newestOf(releases.at(-1) ?? none, await world.moved.remembered());
    const files = releases[number - 1] ?? none;
    const read = async (hash: string) => new TextEncoder().encode(contents.get(hash));
    const since = changedSince(records, { number });
    const kept = new Map([...contents].map(([hash, text]) => [hash, Buffer.byteLength(text)]));
    return await world.finish(planRollback({ app: world.files, files, known, since, kept, read, signal }));
  };
  const run = async (rows: readonly TransferRow[]) => await world.finish(world.moved.run(rows, undefined));
  return { ...world, releases, contents, push, pushFiles, plan, run };
}

const planned = async (world: ReturnType<typeof releasing>, number: number) =>
  (await world.plan(number)).rows.map(rowText);

function teammate(world: TransferWorld, path: string, text: string): void {
  world.remote.put(path, text);
}

describe("a rollback", () => {
  it("gives the app the files of the release, and leaves the folder alone", async () => {
    const world = releasing({}, { "main.py": "one", "same.txt": "same", "old.txt": "old" });
    await world.push();
    world.folder.put("main.py", "two");
    world.folder.put("new.txt", "new");
    world.folder.drop("old.txt");
    await world.push();
    const { rows, unchanged } = await world.plan(1);
    assert.deepEqual(rows.map(rowText), ["x changed /main.py", "x deleted /new.txt", "x added /old.txt"]);
    assert.equal(unchanged, 1);
    const { failed } = await world.run(rows);
    assert.deepEqual(failed, []);
    assert.deepEqual(world.texts(), { "main.py": "one", "same.txt": "same", "old.txt": "old" });
    assert.equal(new TextDecoder().decode(world.folder.files.get("main.py")), "two");
  });

  it("leaves to the user what a teammate has changed in the app", async () => {
    const world = releasing({}, { "a.txt": "one", "b.txt": "one", "c.txt": "one" });
    await world.push();
    world.folder.put("a.txt", "two");
    world.folder.put("new.txt", "mine");
    await world.push();
    teammate(world, "/a.txt", "theirs");
    teammate(world, "/b.txt", "theirs, too");
    teammate(world, "/new.txt", "theirs as well");
    assert.deepEqual(await planned(world, 1), [
      "- changedOnBoth /a.txt (changedSince)",
      "- changedOnBoth /b.txt (changedSince)",
      "- changedOnBoth /new.txt (changedSince)",
    ]);
  });

  it("says which contents are no longer kept, and does not touch those files", async () => {
    const world = releasing({}, { "a.txt": "one", "b.txt": "one more", "c.txt": "same" });
    await world.push();
    world.folder.put("a.txt", "two");
    world.folder.put("b.txt", "two more");
    await world.push();
    world.contents.delete(hashOf("one"));
    world.contents.delete(hashOf("same"));
    assert.deepEqual(await planned(world, 1), ["- blocked /a.txt (notBackedUp)", "x changed /b.txt"]);
  });

  it("selects no renamed file for deletion whose content is not kept", async () => {
    const world = releasing({}, { "old.txt": "text" });
    await world.push();
    world.folder.drop("old.txt");
    world.folder.put("new.txt", "text");
    await world.push();
    world.contents.delete(hashOf("text"));
    assert.deepEqual(await planned(world, 1), ["- deleted /new.txt", "- blocked /old.txt (notBackedUp)"]);
  });

  it("does not touch a file whose kept content was cut short by a loss of power", async () => {
    const world = releasing({}, { "a.txt": "one" });
    await world.push();
    world.folder.put("a.txt", "two");
    await world.push();
    world.contents.set(hashOf("one"), "on");
    assert.deepEqual(await planned(world, 1), ["- blocked /a.txt (notBackedUp)"]);
  });

  it("sends nothing when a content has changed on the disk since the plan", async () => {
    const world = releasing({}, { "a.txt": "one" });
    await world.push();
    world.folder.put("a.txt", "two");
    world.folder.put("b.txt", "two more");
    await world.push();
    const { rows } = await world.plan(1);
    world.contents.set(hashOf("one"), "eno");
    const { failed } = await world.run(rows.filter(isPossible));
    assert.deepEqual(failed, ["/a.txt changedHere"]);
    assert.equal(world.texts()["a.txt"], "two");
  });

  it("keeps files that only the app had then, also when they were pulled later", async () => {
    const world = releasing({ "data.json": "written by the app" }, { "main.py": "one" });
    await world.push();
    await world.finish(world.moved.pull());
    await world.rest();
    world.folder.put("main.py", "two");
    await world.push();
    assert.deepEqual(await planned(world, 1), ["x changed /main.py"]);
  });

  it("leaves to the user a teammate's change that the last push had left, too", async () => {
    const world = releasing({}, { "a.txt": "one", "b.txt": "one" });
    await world.push();
    teammate(world, "/a.txt", "theirs");
    world.folder.put("a.txt", "mine");
    world.folder.put("b.txt", "two");
    await world.push();
    assert.deepEqual(await planned(world, 1), ["- changedOnBoth /a.txt (changedSince)", "x changed /b.txt"]);
  });

  it("names a teammate's file that a later push has replaced", async () => {
    const world = releasing({ "theirs.txt": "theirs" }, { "theirs.txt": "mine", "main.py": "one" });
    await world.push();
    await world.push(() => true);
    assert.deepEqual(await planned(world, 1), ["- blocked /theirs.txt (notBackedUp)"]);
  });

  it("names a teammate's file that a later push has deleted", async () => {
    const world = releasing({ "theirs.txt": "theirs" }, { "main.py": "one" });
    await world.push();
    await world.push(() => true);
    assert.deepEqual(world.texts(), { "main.py": "one" });
    assert.deepEqual(await planned(world, 1), ["- blocked /theirs.txt (notBackedUp)"]);
  });

  it("deletes nothing without asking that no push has created", async () => {
    const both = { "main.py": "one", "lib.py": "lib", "same.py": "same" };
    const world = releasing(both, { ...both, "main.py": "two" });
    await world.pushFiles("main.py");
    world.folder.put("lib.py", "lib two");
    world.folder.put("new.py", "new");
    await world.pushFiles("lib.py", "new.py");
    assert.deepEqual(await planned(world, 1), ["- deleted /lib.py", "x deleted /new.py"]);
    await world.push();
    assert.deepEqual(await planned(world, 1), [
      "- deleted /lib.py",
      "x deleted /new.py",
      "- deleted /same.py",
    ]);
  });

  it("deletes nothing without asking that the folder may have excluded then", async () => {
    const own = { "data.db": "mine", "bot.session": "mine", "main.py": "one" };
    const inApp = { "data.db": "of the app", "bot.session": "of the app" };
    const world = releasing(inApp, { ...own, ".gitignore": "data.db\n*.session\n" });
    await world.push();
    world.folder.put(".gitignore", "");
    world.folder.put("new.py", "new");
    await world.push(() => true);
    assert.deepEqual(await planned(world, 1), [
      "x changed /.gitignore",
      "- deleted /bot.session",
      "- deleted /data.db",
      "x deleted /new.py",
    ]);
  });

  it("knows the whole app after a push of single files", async () => {
    const world = releasing({ "data.json": "of the app" }, { "main.py": "one", "lib.py": "lib" });
    await world.push();
    world.folder.put("main.py", "two");
    await world.pushFiles("main.py");
    world.folder.put("lib.py", "lib two");
    await world.pushFiles("lib.py");
    assert.deepEqual(await planned(world, 2), ["x changed /lib.py"]);
    assert.deepEqual(await planned(world, 1), ["x changed /lib.py", "x changed /main.py"]);
    assert.equal(world.releases[2]?.get("/data.json")?.hash, "");
  });

  it("records what the app really has where a part of the push failed", async () => {
    const world = releasing({}, { "a.txt": "one", "b.txt": "one" });
    await world.push();
    world.folder.put("a.txt", "two");
    world.folder.put("b.txt", "two");
    world.folder.put("c.txt", "two");
    await world.push(({ path }) => path === "/a.txt");
    const hashes = [...(world.releases[1] ?? [])].map(([path, { hash }]) => [path, hash]);
    assert.deepEqual(hashes, [
      ["/a.txt", hashOf("two")],
      ["/b.txt", hashOf("one")],
    ]);
  });

  it("records what an undo has changed in the app while the push was running", () => {
    const file = (text: string, modifiedAt: number) =>
      ({ hash: hashOf(text), sizeBytes: text.length, modifiedAt, isCertain: true }) as const;
    const memory = new Map([
      ["/undone.txt", file("two", 1_000)],
      ["/pushed.txt", file("two", 3_000)],
    ]);
    const before = new Map([
      ["/undone.txt", file("one", 2_000)],
      ["/pushed.txt", file("one", 1_000)],
      ["/forgotten.txt", file("one", 2_000)],
    ]);
    const files = filesAfter({ memory, before, planned: [], ends: [], isWhole: true });
    assert.deepEqual(
      [...files].map(([path, { hash }]) => [path, hash]),
      [
        ["/undone.txt", hashOf("one")],
        ["/pushed.txt", hashOf("two")],
      ],
    );
  });

  it("records what was sent, whatever times the release before has", () => {
    const file = (text: string, modifiedAt: number) =>
      ({ hash: hashOf(text), sizeBytes: text.length, modifiedAt, isCertain: true }) as const;
    // Proved by a read, the file had no time.
    const { modifiedAt } = unlistedFile("/a.txt", 3);
    const row = {
      path: "/a.txt",
      direction: "toApp",
      kind: "changed",
      local: { sizeBytes: 3 },
    } as TransferRow;
    for (const earlier of [modifiedAt, 9_000]) {
      const memory = new Map([["/a.txt", file("two", 2_000)]]);
      const before = new Map([["/a.txt", file("one", earlier)]]);
      const files = filesAfter({
        memory,
        before,
        planned: [row],
        ends: [{ row, end: "done" }],
        isWhole: true,
      });
      assert.equal(files.get("/a.txt")?.hash, hashOf("two"));
    }
    const known = newestOf(
      new Map([["/a.txt", file("one", modifiedAt)]]),
      new Map([["/a.txt", file("two", 1)]]),
    );
    assert.equal(known.get("/a.txt")?.hash, hashOf("two"));
  });
});
