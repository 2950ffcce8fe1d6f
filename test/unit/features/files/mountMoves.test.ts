// Renaming, copying and deleting in a mounted app, and what is kept of it. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ServiceError } from "../../../../src/core/serviceError";
import type { TreeCopyDialog } from "../../../../src/features/files/treeCopy";
import { bytes, count, harness, isProblem, save, text } from "./mountHarness";

describe("renaming in a mounted app", () => {
  for (const step of ["UPLOAD /b.txt", "READ /b.txt", "DELETE /a.txt"]) {
    it(`leaves a whole copy and says where when ${step.split(" ")[0]} fails (33)`, async () => {
      const { remote, mount } = harness();
      remote.put("/a.txt", "one");
      remote.failing.add(step);
      await assert.rejects(mount.rename("/a.txt", "/b.txt", { overwrite: false }));
      assert.equal(remote.text("/a.txt"), "one");
    });
  }

  it("names what exists where when the original could not be removed (33)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    remote.failing.add("DELETE");
    await assert.rejects(mount.rename("/a.txt", "/b.txt", { overwrite: false }), (error: unknown) => {
      assert.ok(isProblem("originalLeft")(error));
      const { path, detail } = error as { path: string; detail: string };
      return path === "/a.txt" && detail === "/b.txt";
    });
    assert.deepEqual([remote.text("/a.txt"), remote.text("/b.txt")], ["one", "one"]);
  });

  it("does not remove an original that somebody changed while it was copied (33)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    remote.onRequest = (request) => {
      if (request === "UPLOAD /b.txt") remote.put("/a.txt", "newer");
    };
    await assert.rejects(
      mount.rename("/a.txt", "/b.txt", { overwrite: false }),
      isProblem("changedWhileCopied"),
    );
    assert.equal(remote.text("/a.txt"), "newer");
  });

  it("refuses a copy whose bytes the service shows differently, and keeps the original (34)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    remote.onRequest = (request) => {
      if (request === "READ /b.txt") remote.put("/b.txt", "two");
    };
    await assert.rejects(mount.rename("/a.txt", "/b.txt", { overwrite: false }), isProblem("copyDiffers"));
    assert.equal(remote.text("/a.txt"), "one");
  });

  it("moves a folder that exists only here without a request (31)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    await mount.createDirectory("/one");
    await mount.createDirectory("/one/two");
    await mount.rename("/one", "/three", { overwrite: false });
    assert.deepEqual(await mount.readDirectory("/three"), [["two", "directory"]]);
    assert.equal(count(remote.requests, "UPLOAD") + count(remote.requests, "DELETE"), 0);
  });

  it("takes folders without files along when a folder is renamed (35)", async () => {
    const { remote, mount } = harness();
    remote.put("/lib/a.txt", "one");
    await mount.createDirectory("/lib/empty");
    await mount.rename("/lib", "/src", { overwrite: false });
    assert.deepEqual((await mount.readDirectory("/src")).sort(), [
      ["a.txt", "file"],
      ["empty", "directory"],
    ]);
    await assert.rejects(mount.stat("/lib"), isProblem("notFound"));
  });

  it("asks before it copies many files, and changes nothing when the user declines (35)", async () => {
    const dialog: TreeCopyDialog = {
      confirm: async () => false,
      withProgress: () => assert.fail("was started"),
    };
    const { remote, mount } = harness({ treeCopyDialog: dialog });
    for (let index = 0; index < 6; index++) remote.put(`/lib/${index}.txt`, "x");
    await assert.rejects(mount.rename("/lib", "/src", { overwrite: false }), isProblem("declined"));
    assert.equal(count(remote.requests, "UPLOAD"), 0);
  });

  it("refuses a tree that is too large, and one that holds a link (35)", async () => {
    const { remote, mount } = harness();
    for (let index = 0; index < 301; index++) remote.put(`/big/${index}.txt`, "x");
    await assert.rejects(mount.rename("/big", "/other", { overwrite: false }), isProblem("treeTooLarge"));
    assert.equal(count(remote.requests, "UPLOAD"), 0);
  });

  it("cannot put a folder into itself", async () => {
    const { remote, mount } = harness();
    remote.put("/lib/a.txt", "x");
    await assert.rejects(mount.rename("/lib", "/lib/sub", { overwrite: false }), isProblem("intoItself"));
    assert.equal(remote.text("/lib/a.txt"), "x");
  });

  it("copies a folder and leaves the original (36)", async () => {
    const { remote, mount } = harness();
    remote.put("/lib/a.txt", "one");
    remote.put("/lib/sub/b.txt", "two");
    await mount.copy("/lib", "/copy", { overwrite: false });
    assert.deepEqual([remote.text("/copy/a.txt"), remote.text("/copy/sub/b.txt")], ["one", "two"]);
    assert.deepEqual([remote.text("/lib/a.txt"), count(remote.requests, "DELETE")], ["one", 0]);
  });
});

describe("what a mount keeps for a day", () => {
  it("is the content of a deleted file, so that it can be restored when an upload in its place fails (41)", async () => {
    const notReplaced: string[] = [];
    const { remote, mount, kept } = harness({ onReplaceFailed: (path) => notReplaced.push(path) });
    remote.put("/a.txt", "precious");
    // VS Code deletes what a dropped file replaces before it writes.
    await mount.delete("/a.txt", { recursive: true });
    remote.failing.add("UPLOAD");
    await assert.rejects(mount.writeFile("/a.txt", bytes("dropped"), save));
    assert.deepEqual(
      kept.map(({ path, why, bytes: content }) => [path, why, text(content)]),
      [["/a.txt", "deleted", "precious"]],
    );
    assert.deepEqual(notReplaced, ["/a.txt"]);
  });

  it("is what a folder held, but not what an install brings back (41)", async () => {
    const { remote, mount, kept } = harness();
    remote.put("/lib/a.txt", "one");
    remote.put("/lib/.env", "SECRET=1");
    remote.put("/lib/node_modules/x/index.js", "x");
    await mount.delete("/lib", { recursive: true });
    assert.deepEqual(kept.map(({ path }) => path).sort(), ["/lib/.env", "/lib/a.txt"]);
  });

  it("is the old text of a saved file, and nothing when the save failed (41)", async () => {
    const { remote, mount, kept } = harness();
    remote.put("/a.txt", "old");
    await mount.readFile("/a.txt");
    remote.failing.add("UPLOAD");
    await assert.rejects(mount.writeFile("/a.txt", bytes("new"), save));
    assert.equal(kept.length, 0);
    remote.failing.clear();
    await mount.writeFile("/a.txt", bytes("new"), save);
    assert.deepEqual(
      kept.map(({ why, bytes: content }) => [why, text(content)]),
      [["overwritten", "old"]],
    );
  });

  it("does not keep anybody from deleting what cannot be read", async () => {
    const { remote, mount, kept } = harness();
    remote.put("/a.txt", "one");
    remote.failing.add("READ");
    await mount.delete("/a.txt", { recursive: false });
    assert.deepEqual([remote.files.size, kept.length], [0, 0]);
  });
});

describe("deleting many", () => {
  it("is one request, and judges each path by what is left (38, 39)", async () => {
    const { remote, mount } = harness();
    for (const name of ["a", "b", "c"]) remote.put(`/${name}.txt`, name);
    remote.onRequest = (request) => {
      if (!request.startsWith("DELETE")) return;
      remote.files.delete("/a.txt");
      throw new ServiceError("refused", "b and c are locked");
    };
    const { changes, left, error } = await mount.deleteAll(["/a.txt", "/b.txt", "/c.txt"]);
    assert.deepEqual([changes, left], [[{ type: "deleted", path: "/a.txt" }], ["/b.txt", "/c.txt"]]);
    assert.match(String(error), /locked/);
    assert.equal(count(remote.requests, "DELETE"), 1);
  });
});
