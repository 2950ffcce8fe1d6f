// Undoing transfers over the real engine and real backups: both sides, and changes since.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ContentFile, OperationKind } from "../../../../src/appFiles/backups/operation";
import { undoPlan } from "../../../../src/appFiles/backups/undoPlan";
import { moveFile } from "../../../../src/appFiles/moves";
import { planRestore, planUndo } from "../../../../src/appFiles/transfer/plan/planUndo";
import { SyncMemory } from "../../../../src/appFiles/transfer/plan/syncMemory";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { silentLogger } from "../../../../src/core/logger";
import { quietCopy } from "../../../support/quietCopy";
import { type Outcome, rowText } from "../../../support/transferring";
import { BackupsWorld } from "../backups/backupsWorld";
import { transferWorld } from "./transferWorld";

const key = { accountId: "one", appId: "app" };
const { signal } = new AbortController();
const encode = (text: string) => new TextEncoder().encode(text);

function setUp(inApp: Readonly<Record<string, string>>, here: Readonly<Record<string, string>> = {}) {
  const machine = new BackupsWorld();
  const store = machine.window();
  const world = transferWorld(inApp, here);
  const context = {
    app: world.files,
    folder: world.folder,
    readContent: (content: ContentFile) => store.readContent(content),
    signal,
  };
  const memory = () => SyncMemory.load(world.moved.memory, silentLogger);

  /** As a named operation. */
  const operate = async (
    kind: OperationKind,
    work: (log: Awaited<ReturnType<typeof store.begin>>) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const log = await store.begin({ kind, ...key });
    const outcome = await world.finish(work(log));
    await log.end(outcome.failed.length > 0 ? "failed" : "done");
    return outcome;
  };
  const planOfLast = async () => {
    const [last] = await store.operations(key);
    assert.ok(last);
    return await world.finish(planUndo(undoPlan(last), context));
  };
  const undo = async (choose?: (row: { readonly isChosen: boolean }) => boolean) => {
    const { rows } = await planOfLast();
    const remembered = await memory();
    return await operate("undo", (log) =>
      world.moved.run(rows, remembered, { log, ...(choose ? { choose } : {}) }),
    );
  };
  return { ...world, store, context, memory, operate, planOfLast, undo };
}

/** The folder was pushed over all remote files a while ago. */
async function pushedOver(inApp: Readonly<Record<string, string>>, here: Readonly<Record<string, string>>) {
  const world = setUp(inApp, here);
  await world.operate("push", (log) => world.moved.push({ log, choose: () => true }));
  await world.rest();
  return world;
}

/** A pull has just brought a colleague's change and new file. */
async function pulledTheirs() {
  const world = setUp({}, { "a.txt": "1" });
  await world.finish(world.moved.push());
  await world.rest();
  await world.finish(world.moved.push());
  world.remote.put("/a.txt", "theirs");
  world.remote.put("/new.txt", "theirs");
  await world.operate("pull", (log) => world.moved.pull({ log }));
  await world.rest();
  return world;
}

/** In the app, which has only this file. */
async function renamed(from: string, to: string) {
  const world = setUp({ [from]: "text" });
  const [entry, log] = [
    await world.files.find(`/${from}`),
    await world.store.begin({ kind: "move", ...key }),
  ];
  assert.ok(entry);
  const place = { source: world.files, from: `/${from}`, target: world.files, to: `/${to}` };
  const begin = async () => log;
  const move = { ...place, isMove: true, replaces: undefined, dialog: quietCopy, begin, beginRemoval: begin };
  await world.finish(moveFile(move, entry));
  assert.deepEqual(world.texts(), { [to]: "text" });
  await world.rest();
  return world;
}

describe("undoing a push", () => {
  it("restores replaced and deleted remote files and removes new ones", async () => {
    const first = { "a.txt": "one", "lib/b.txt": "two", "old.txt": "old" };
    const world = setUp({}, first);
    await world.finish(world.moved.push());
    await world.rest();
    world.folder.put("a.txt", "one, changed");
    world.folder.put("new.txt", "new");
    world.folder.drop("old.txt");
    await world.operate("push", (log) => world.moved.push({ log }));
    await world.rest();
    const { rows } = await world.planOfLast();
    assert.deepEqual(rows.map(rowText).sort(), [
      "x added /old.txt",
      "x changed /a.txt",
      "x deleted /new.txt",
    ]);
    const { failed } = await world.undo();
    assert.deepEqual([failed, world.texts()], [[], first]);
    assert.equal(world.folder.texts["a.txt"], "one, changed", "the folder stays as it is");
    await world.rest();
    const again = await world.finish(world.moved.planPush());
    assert.deepEqual(again.rows.map(rowText), ["x changed /a.txt", "x added /new.txt", "x deleted /old.txt"]);
  });

  it("shows which files changed since, and keeps them", async () => {
    const world = await pushedOver(
      { "a.txt": "1", "b.txt": "1", "c.txt": "1" },
      { "a.txt": "22", "b.txt": "22", "c.txt": "22", "d.txt": "22" },
    );
    world.remote.put("/b.txt", "theirs");
    world.remote.put("/d.txt", "theirs");
    world.remote.files.delete("/c.txt");
    const { rows } = await world.planOfLast();
    assert.deepEqual(rows.map(rowText).sort(), [
      "- changedOnBoth /b.txt (changedSince)",
      "- changedOnBoth /c.txt (changedSince)",
      "- changedOnBoth /d.txt (changedSince)",
      "x changed /a.txt",
    ]);
    await world.undo();
    assert.deepEqual(world.texts(), { "a.txt": "1", "b.txt": "theirs", "d.txt": "theirs" });
    await world.rest();
    const [, pushed] = await world.store.operations(key);
    assert.ok(pushed);
    const all = await world.finish(planUndo(undoPlan(pushed), world.context));
    await world.operate("undo", (log) => world.moved.run(all.rows, undefined, { log, choose: () => true }));
    assert.deepEqual(world.texts(), { "a.txt": "1", "b.txt": "1", "c.txt": "1" });
  });

  it("shows changes from right before the plan, although the folder was just listed", async () => {
    const world = setUp({}, { "a.txt": "22" });
    await world.operate("push", (log) => world.moved.push({ log }));
    await world.finish(world.files.list("/", { maxAgeMs: 0 }));
    world.remote.put("/a.txt", "theirs");
    const { rows } = await world.planOfLast();
    assert.deepEqual(rows.map(rowText), ["- changedOnBoth /a.txt (changedSince)"]);
  });

  it("lists a folder of many files once", async () => {
    const world = await pushedOver({}, { "a.txt": "22", "b.txt": "22", "c.txt": "22" });
    const since = world.remote.requests.length;
    await world.planOfLast();
    assert.deepEqual(world.remote.requests.slice(since), ["LIST /"]);
  });

  it("names files that only the listing may lack, and ignores deleted ones", async () => {
    const texts = { "a.txt": "22", "b.txt": "22", "c.txt": "22", "d.txt": "22" };
    const world = await pushedOver({}, texts);
    world.remote.files.delete("/d.txt");
    world.remote.onEntries = (_, entries) => entries.filter(({ name }) => name === "c.txt");
    world.remote.failing.add("READ /b.txt");
    world.remote.failWith = new ServiceError("timeout", "no answer");
    const { rows } = await world.planOfLast();
    assert.deepEqual(rows.map(rowText).sort(), [
      "- blocked /a.txt (maybeInApp)",
      "- blocked /b.txt (maybeInApp)",
      "x deleted /c.txt",
    ]);
  });

  it("keeps a file that another client changes between the plan and the request", async () => {
    const world = await pushedOver({ "a.txt": "1" }, { "a.txt": "22" });
    const { rows } = await world.planOfLast();
    await world.clock.advance(5_000);
    world.remote.put("/a.txt", "theirs");
    const { failed } = await world.finish(world.moved.run(rows, undefined));
    assert.deepEqual([failed, world.texts()], [["/a.txt changedInApp"], { "a.txt": "theirs" }]);
  });

  it("can itself be undone", async () => {
    const world = await pushedOver({ "a.txt": "1" }, { "a.txt": "22", "b.txt": "22" });
    await world.undo();
    assert.deepEqual(world.texts(), { "a.txt": "1" });
    await world.rest();
    await world.undo();
    assert.deepEqual(world.texts(), { "a.txt": "22", "b.txt": "22" });
  });

  it("undoes the changes of a push that was cut off or failed", async () => {
    const world = setUp({ "a.txt": "1", "b.txt": "1" }, { "a.txt": "22", "b.txt": "22" });
    world.remote.failing.add("UPLOAD /b.txt");
    await world.operate("push", (log) => world.moved.push({ log, choose: () => true }));
    world.remote.failing.clear();
    await world.rest();
    await world.undo();
    assert.deepEqual(world.texts(), { "a.txt": "1", "b.txt": "1" });
  });
});

describe("undoing a pull", () => {
  it("restores the folder, and selects neither side in the next transfer", async () => {
    const world = setUp({ "a.txt": "1", "gone.txt": "1" });
    await world.finish(world.moved.pull());
    await world.rest();
    world.remote.put("/a.txt", "theirs");
    world.remote.put("/new.txt", "theirs");
    world.remote.files.delete("/gone.txt");
    await world.operate("pull", (log) => world.moved.pull({ log, choose: () => true }));
    assert.deepEqual(world.folder.texts, { "a.txt": "theirs", "new.txt": "theirs" });
    await world.rest();
    const { rows } = await world.planOfLast();
    assert.deepEqual(rows.map(rowText).sort(), [
      "x added /gone.txt",
      "x changed /a.txt",
      "x deleted /new.txt",
    ]);
    const { failed } = await world.undo();
    assert.deepEqual([failed, world.folder.texts], [[], { "a.txt": "1", "gone.txt": "1" }]);
    await world.rest();
    const pull = await world.finish(world.moved.planPull());
    assert.deepEqual(pull.rows.map(rowText), ["- changedOnBoth /a.txt", "x added /new.txt"]);
    const push = await world.finish(world.moved.planPush());
    assert.deepEqual(push.rows.filter(({ path }) => path === "/a.txt").map(rowText), [
      "- changedOnBoth /a.txt",
    ]);
  });

  it("changes nothing here while what both sides share cannot be saved, so that no push reverts the app", async () => {
    const world = await pulledTheirs();
    world.moved.memory.isDiskFull = true;
    const { failed } = await world.undo();
    world.moved.memory.isDiskFull = false;
    assert.deepEqual(failed, ["/a.txt unwritable", "/new.txt unwritable"]);
    assert.deepEqual(world.folder.texts, { "a.txt": "theirs", "new.txt": "theirs" });
    await world.rest();
    assert.deepEqual((await world.finish(world.moved.planPush())).rows, []);
  });

  it("that is cut off after any number of files leaves both sides to the user in the next push", async () => {
    const world = await pulledTheirs();
    const { rows } = await world.planOfLast();
    let stored: string | undefined;
    const onProgress = ({ done }: { readonly done: number }) => {
      if (done === 1) stored = world.moved.memory.text;
    };
    await world.finish(world.moved.run(rows, await world.memory(), { onProgress }));
    world.moved.memory.text = stored;
    await world.rest();
    const push = await world.finish(world.moved.planPush());
    assert.deepEqual(push.rows.map(rowText), ["- changedOnBoth /a.txt", "- onlyInTarget /new.txt"]);
  });

  it("is not forgotten by a push that was planned before", async () => {
    const world = await pulledTheirs();
    world.folder.put("own.txt", "own");
    const push = await world.finish(world.moved.planPush());
    assert.deepEqual((await world.undo()).failed, []);
    await world.finish(world.moved.run(push.rows, push.memory));
    await world.rest();
    const next = await world.finish(world.moved.planPush());
    assert.deepEqual(next.rows.map(rowText), ["- changedOnBoth /a.txt", "- onlyInTarget /new.txt"]);
  });

  it("keeps local files that changed since or have unsaved changes", async () => {
    const world = setUp({ "a.txt": "1", "b.txt": "1" }, { "a.txt": "mine", "b.txt": "mine" });
    await world.operate("pull", (log) => world.moved.pull({ log, choose: () => true }));
    world.folder.put("a.txt", "newer");
    world.folder.unsaved.add("b.txt");
    const { rows } = await world.planOfLast();
    assert.deepEqual(rows.map(rowText).sort(), [
      "- blocked /b.txt (unsaved)",
      "- changedOnBoth /a.txt (changedSince)",
    ]);
    await world.undo(() => true);
    assert.deepEqual(world.folder.texts, { "a.txt": "mine", "b.txt": "1" });
  });
});

describe("undoing other operations", () => {
  it("removes an upload and restores the replaced files", async () => {
    const world = setUp({ "site/a.txt": "theirs" }, { "site/a.txt": "mine", "site/b.txt": "mine" });
    await world.operate("upload", (log) => world.moved.upload(["site"], { log }));
    assert.deepEqual(world.texts(), { "site/a.txt": "mine", "site/b.txt": "mine" });
    await world.rest();
    assert.deepEqual((await world.undo()).failed, []);
    assert.deepEqual(world.texts(), { "site/a.txt": "theirs" });
  });

  it("restores a deleted folder with all its files", async () => {
    const world = setUp({ "lib/a.txt": "1", "lib/deep/b.txt": "2", "c.txt": "3" });
    const log = await world.store.begin({ kind: "delete", ...key });
    await world.finish(world.files.remove([{ path: "/lib", base: { kind: "any" } }], { log }));
    await log.end("done");
    assert.deepEqual(world.texts(), { "c.txt": "3" });
    assert.deepEqual((await world.undo()).failed, []);
    assert.deepEqual(world.texts(), { "c.txt": "3", "lib/a.txt": "1", "lib/deep/b.txt": "2" });
  });

  it("names files without a backup", async () => {
    const world = await pushedOver({ "a.txt": "1" }, { "a.txt": "22" });
    const { rows } = await world.planOfLast();
    const forgetful = { ...world.context, readContent: async () => undefined };
    const [last] = await world.store.operations(key);
    assert.ok(last);
    const plan = await world.finish(planUndo(undoPlan(last), forgetful));
    assert.deepEqual(rows.map(rowText), plan.rows.map(rowText));
    assert.deepEqual((await world.finish(world.moved.run(plan.rows, undefined))).failed, [
      "/a.txt notBackedUp",
    ]);
    assert.deepEqual(world.texts(), { "a.txt": "22" });
  });

  it("restores single files over the present ones, which are backed up", async () => {
    const world = setUp({ "a.txt": "1", "b.txt": "1" });
    for (const text of ["2", "3"])
      await world.finish(
        world.files.put("/a.txt", encode(text), {
          base: { kind: "any" },
          author: "me",
          log: world.store.single(key),
        }),
      );
    await world.finish(
      world.files.remove([{ path: "/b.txt", base: { kind: "any" } }], { log: world.store.single(key) }),
    );
    await world.rest();
    const kept = await world.store.list(key);
    const oldest = kept.filter(({ path, why }) => path === "/a.txt" && why === "overwritten").at(-1);
    const deleted = kept.find(({ path }) => path === "/b.txt");
    assert.ok(oldest && deleted);
    const { rows } = await world.finish(planRestore([oldest, deleted], world.context));
    assert.deepEqual(rows.map(rowText), ["x changed /a.txt", "x added /b.txt"]);
    await world.operate("restore", (log) => world.moved.run(rows, undefined, { log }));
    assert.deepEqual(world.texts(), { "a.txt": "1", "b.txt": "1" });
    await world.rest();
    await world.undo();
    assert.deepEqual(world.texts(), { "a.txt": "3" });
  });

  it("keeps a renamed file whose old name cannot be restored, or was canceled", async () => {
    for (const isCancelled of [true, false]) {
      const world = await renamed("a.txt", "b.txt");
      world.remote.onTurn = (request) => {
        if (request !== "UPLOAD /a.txt") return;
        const { transfers } = world.moved;
        if (isCancelled) for (const { id } of transfers.all) transfers.cancel(id);
        else throw new ServiceError("refused", "the quota is used up");
      };
      const { failed, cancelled } = await world.undo();
      assert.deepEqual(failed, [...(isCancelled ? [] : ["/a.txt error"]), "/b.txt notTried"]);
      assert.deepEqual(cancelled, isCancelled ? ["/a.txt"] : []);
      assert.deepEqual(world.texts(), { "b.txt": "text" });
    }
  });

  it("selects no renamed file for deletion whose old name has another file now", async () => {
    const world = await renamed("app.log", "old.log");
    world.remote.put("/app.log", "new");
    const { rows } = await world.planOfLast();
    assert.deepEqual(rows.map(rowText).sort(), [
      "- changedOnBoth /app.log (changedSince)",
      "- deleted /old.log",
    ]);
    await world.undo();
    assert.deepEqual(world.texts(), { "app.log": "new", "old.log": "text" });
  });

  it("keeps a file that was renamed in letter case only: its old name is left to the user", async () => {
    const world = await renamed("readme.md", "Readme.md");
    const { rows } = await world.planOfLast();
    assert.deepEqual(rows.map(rowText).sort(), ["- added /readme.md (alikeInApp)", "- deleted /Readme.md"]);
    assert.deepEqual((await world.undo()).failed, []);
    assert.deepEqual(world.texts(), { "Readme.md": "text" });
  });

  it("restores a file beside one whose name differs in letter case only, when it is selected", async () => {
    const world = setUp({ "README.md": "one", "readme.md": "two" });
    const log = await world.store.begin({ kind: "delete", ...key });
    await world.finish(world.files.remove([{ path: "/readme.md", base: { kind: "any" } }], { log }));
    await log.end("done");
    assert.deepEqual((await world.planOfLast()).rows.map(rowText), ["- added /readme.md (alikeInApp)"]);
    assert.deepEqual((await world.undo(() => true)).failed, []);
    assert.deepEqual(world.texts(), { "README.md": "one", "readme.md": "two" });
  });
});
