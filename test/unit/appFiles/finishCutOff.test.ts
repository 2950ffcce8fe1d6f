// Finishing a move, copy or deletion that was cut off, from its journal.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ChangeEnd } from "../../../src/appFiles/backups/changeLog";
import type { LoggedChange, Operation, OperationKind } from "../../../src/appFiles/backups/operation";
import { CannotBackUp } from "../../../src/appFiles/change/change";
import { finishCopy, finishRemoval } from "../../../src/appFiles/finishCutOff";
import { hashOf, RememberedChanges } from "../../support/appFilesHarness";
import { quietCopy } from "../../support/quietCopy";
import { count, engine, isProblem } from "./engine";

/** `logged`: changes such as "put /src/a.txt a" with the put or removed text, and its end if it was not done. */
function cutOff(kind: OperationKind, logged: readonly string[]): Operation {
  const changes = logged.map((line, index): LoggedChange => {
    const [what, path = "", text = "", end = "done"] = line.split(" ");
    const common = { id: `cut.${index}`, side: "app", path, end: end as ChangeEnd, at: 1 } as const;
    const hash = hashOf(text);
    return what === "put"
      ? { ...common, what, before: { kind: "absent" }, after: { hash } }
      : {
          ...common,
          what: "remove",
          before: { kind: "content", hash, file: "backup", sizeBytes: text.length },
          after: {},
        };
  });
  return {
    id: "cut",
    header: { kind, accountId: "one", appId: "app", title: { from: "/lib", to: "/src", count: 3 } },
    state: "cutOff",
    startedAt: 1,
    lastAt: 1,
    changes,
  };
}

function folderOfThree() {
  const parts = engine(original);
  const log = new RememberedChanges();
  const finish = async (operation: Operation): Promise<void> =>
    operation.header.kind === "delete"
      ? await finishRemoval(parts.files, operation, log)
      : await finishCopy(parts.files, operation, { log, dialog: quietCopy });
  return { ...parts, log, finish };
}

const copied = { "/src/a.txt": "a", "/src/b.txt": "b", "/src/c.txt": "c" };
const original = { "/lib/a.txt": "a", "/lib/b.txt": "b", "/lib/c.txt": "c" };

describe("finishing an operation that was cut off", () => {
  it("copies the rest, and removes the original of a move", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    remote.put("/src/a.txt", "a");
    await finish(cutOff("move", ["put /src/a.txt a"]));
    assert.deepEqual(texts(), copied);
    assert.equal(count(remote.requests, "UPLOAD"), 2);
    assert.equal(log.outcome, "done");
  });

  it("sends a file again that may not have arrived", async () => {
    const { texts, finish } = folderOfThree();
    await finish(cutOff("copy", ["put /src/a.txt a unknown"]));
    assert.deepEqual(texts(), { ...original, ...copied });
  });

  it("copies a file again that changed after its copy", async () => {
    const { remote, texts, finish } = folderOfThree();
    remote.put("/src/a.txt", "a");
    remote.put("/lib/a.txt", "a, and more");
    await finish(cutOff("copy", ["put /src/a.txt a"]));
    assert.equal(texts()["/src/a.txt"], "a, and more");
  });

  it("replaces no file that another client has put at the target", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    remote.put("/src/a.txt", "a");
    remote.put("/src/b.txt", "theirs");
    const operation = cutOff("move", ["put /src/a.txt a"]);
    await assert.rejects(finish(operation), isProblem("exists"));
    assert.equal(texts()["/src/b.txt"], "theirs");
    for (const [path, text] of Object.entries(original)) assert.equal(texts()[path], text);
    assert.equal(log.outcome, "failed");
  });

  it("has nothing left to do when the original of a move is deleted", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    for (const name of ["a", "b", "c"]) remote.put(`/src/${name}.txt`, name);
    remote.files.delete("/lib");
    await finish(cutOff("move", ["put /src/a.txt a", "put /src/b.txt b", "put /src/c.txt c"]));
    assert.deepEqual(texts(), copied);
    assert.equal(log.outcome, "done");
  });

  it("keeps the copy of an original whose removal had begun, and what has taken the original's place", async () => {
    for (const end of ["unknown", "done"]) {
      const { remote, texts, finish, log } = folderOfThree();
      remote.put("/lib/a.txt", "new");
      for (const name of ["a", "b", "c"]) remote.put(`/src/${name}.txt`, name);
      const copies = ["put /src/a.txt a", "put /src/b.txt b", "put /src/c.txt c"];
      const operation = cutOff("move", [...copies, `remove /lib/a.txt a ${end}`]);
      await assert.rejects(finish(operation), isProblem("changedWhileCopied"));
      const { "/lib/a.txt": inPlace, "/src/a.txt": copy } = texts();
      assert.deepEqual([inPlace, copy, log.outcome], ["new", "a", "failed"]);
    }
  });

  it("fails when the original is deleted before all of it was copied", async () => {
    for (const logged of [
      ["put /src/a.txt a"],
      ["put /src/a.txt a", "put /src/b.txt b", "put /src/c.txt c unknown"],
    ]) {
      const { remote, finish, log } = folderOfThree();
      remote.files.delete("/lib");
      await assert.rejects(finish(cutOff("move", logged)), isProblem("notFound"));
      assert.equal(log.outcome, "failed");
    }
  });

  it("fails when the original is empty before all of it was copied", async () => {
    const { remote, finish, log } = folderOfThree();
    for (const path of Object.keys(original)) remote.files.delete(path);
    await assert.rejects(finish(cutOff("copy", ["put /src/a.txt a"])), isProblem("notFound"));
    assert.equal(log.outcome, "failed");
  });

  it("continues when a listing wrongly lacks the original", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    remote.put("/src/a.txt", "a");
    remote.emptyOnce = true;
    await finish(cutOff("move", ["put /src/a.txt a"]));
    assert.deepEqual(texts(), copied);
    assert.equal(log.outcome, "done");
  });

  it("names files without a backup that were to be deleted and still exist", async () => {
    for (const [isThere, outcome] of [
      [true, "failed"],
      [false, "done"],
    ] as const) {
      const { remote, texts, finish, log } = folderOfThree();
      if (!isThere) remote.files.delete("/lib/a.txt");
      const operation = cutOff("delete", ["remove /lib/a.txt a unknown", "remove /lib/b.txt b unknown"]);
      const [first, ...others] = operation.changes;
      assert.ok(first);
      const before = { kind: "notBackedUp", why: "tooLarge", sizeBytes: 1 } as const;
      const finishing = finish({ ...operation, changes: [{ ...first, before }, ...others] });
      if (isThere)
        await assert.rejects(finishing, (error: unknown) => {
          assert.ok(error instanceof CannotBackUp);
          return error.files.map(({ path }) => path).join() === "/lib/a.txt";
        });
      else await finishing;
      assert.deepEqual(Object.keys(texts()), isThere ? ["/lib/a.txt", "/lib/c.txt"] : ["/lib/c.txt"]);
      assert.equal(log.outcome, outcome);
    }
  });

  it("deletes the rest by one request, except for files that changed since", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    remote.files.delete("/lib/a.txt");
    remote.put("/lib/c.txt", "theirs");
    const named = ["remove /lib/a.txt a", "remove /lib/b.txt b unknown", "remove /lib/c.txt c unknown"];
    await assert.rejects(finish(cutOff("delete", named)), isProblem("changedOnService"));
    assert.deepEqual(texts(), { "/lib/c.txt": "theirs" });
    assert.equal(count(remote.requests, "DELETE"), 1);
    assert.equal(log.outcome, "failed");
  });

  it("deletes no folder that has taken the place of a file since", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    remote.files.delete("/lib/b.txt");
    remote.put("/lib/b.txt/new.txt", "theirs");
    await assert.rejects(
      finish(cutOff("delete", ["remove /lib/b.txt b unknown"])),
      isProblem("changedOnService"),
    );
    assert.equal(texts()["/lib/b.txt/new.txt"], "theirs");
    assert.equal(log.outcome, "failed");
  });

  it("deletes no file whose deletion was taken back", async () => {
    const { texts, finish, log } = folderOfThree();
    await finish(cutOff("delete", ["remove /lib/a.txt a notDone", "remove /lib/b.txt b unknown"]));
    assert.deepEqual(texts(), { "/lib/a.txt": "a", "/lib/c.txt": "c" });
    assert.equal(log.outcome, "done");
  });
});
