// A move, a copy or a deletion that was cut off is finished from what its log says: what was done stays, the rest is done.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { finishCopy, finishRemoval } from "../../../src/appFiles/finishCutOff";
import type { LoggedChange, Operation, OperationKind } from "../../../src/appFiles/kept/operation";
import { hashNow, RememberedChanges } from "../../support/appFilesHarness";
import { quietCopy } from "../../support/quietCopy";
import { bytes, count, engine, isProblem } from "./engine";

interface Logged {
  readonly path: string;
  readonly what: "put" | "remove";
  /** What was put, or what was there. */
  readonly text: string;
  readonly end?: LoggedChange["end"];
}

async function cutOff(kind: OperationKind, logged: readonly Logged[]): Promise<Operation> {
  const changes = logged.map(async ({ path, what, text, end = "done" }, index): Promise<LoggedChange> => {
    const hash = await hashNow(bytes(text));
    const before =
      what === "put"
        ? ({ kind: "absent" } as const)
        : ({ kind: "kept", hash, sizeBytes: text.length } as const);
    const after = what === "put" ? { hash } : {};
    return { id: `cut.${index}`, side: "app", path, what, before, after, end, at: 1 };
  });
  return {
    id: "cut",
    header: { kind, accountId: "one", appId: "app", title: { from: "/lib", to: "/src", count: 3 } },
    state: "cutOff",
    startedAt: 1,
    lastAt: 1,
    changes: await Promise.all(changes),
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

describe("finishing what was cut off", () => {
  it("copies what is not copied yet, and removes the original of a move", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    remote.put("/src/a.txt", "a");
    await finish(await cutOff("move", [{ path: "/src/a.txt", what: "put", text: "a" }]));
    assert.deepEqual(texts(), copied);
    assert.equal(count(remote.requests, "UPLOAD"), 2);
    assert.equal(log.outcome, "done");
  });

  it("sends a file again of which nobody knows whether it arrived", async () => {
    const { texts, finish } = folderOfThree();
    await finish(await cutOff("copy", [{ path: "/src/a.txt", what: "put", text: "a", end: "unknown" }]));
    assert.deepEqual(texts(), { ...original, ...copied });
  });

  it("copies a file anew that was changed after it was copied", async () => {
    const { remote, texts, finish } = folderOfThree();
    remote.put("/src/a.txt", "a");
    remote.put("/lib/a.txt", "a, and more");
    await finish(await cutOff("copy", [{ path: "/src/a.txt", what: "put", text: "a" }]));
    assert.equal(texts()["/src/a.txt"], "a, and more");
  });

  it("replaces no file that somebody else has put into the new place", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    remote.put("/src/a.txt", "a");
    remote.put("/src/b.txt", "theirs");
    const operation = await cutOff("move", [{ path: "/src/a.txt", what: "put", text: "a" }]);
    await assert.rejects(finish(operation), isProblem("exists"));
    assert.equal(texts()["/src/b.txt"], "theirs");
    for (const [path, text] of Object.entries(original)) assert.equal(texts()[path], text);
    assert.equal(log.outcome, "failed");
  });

  it("has nothing left to do when the original of a move is gone", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    for (const name of ["a", "b", "c"]) remote.put(`/src/${name}.txt`, name);
    remote.files.delete("/lib");
    await finish(await cutOff("move", [{ path: "/src/a.txt", what: "put", text: "a" }]));
    assert.deepEqual(texts(), copied);
    assert.equal(log.outcome, "done");
  });

  it("deletes what is left by one request, but nothing that was changed since", async () => {
    const { remote, texts, finish, log } = folderOfThree();
    remote.files.delete("/lib/a.txt");
    remote.put("/lib/c.txt", "theirs");
    const named = ["a", "b", "c"].map((name): Logged => {
      const end = name === "a" ? "done" : "unknown";
      return { path: `/lib/${name}.txt`, what: "remove", text: name, end };
    });
    await assert.rejects(finish(await cutOff("delete", named)), isProblem("changedOnService"));
    assert.deepEqual(texts(), { "/lib/c.txt": "theirs" });
    assert.equal(count(remote.requests, "DELETE"), 1);
    assert.equal(log.outcome, "failed");
  });
});
