// Renaming, copying and deleting in a mounted app, and what is kept of it. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CopyDialog } from "../../../../../src/appFiles/moves";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { bytes, count, type HarnessOptions, harness, isProblem, save } from "./mountHarness";

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

  it("knows what it has put somewhere: what a colleague writes over it is not replaced unasked", async () => {
    const { clock, remote, mount, asked } = harness();
    remote.put("/a.txt", "one");
    remote.put("/b.txt", "old");
    await mount.readFile("/b.txt");
    await mount.rename("/a.txt", "/b.txt", { overwrite: true });
    await mount.writeFile("/b.txt", bytes("one, formatted"), save);
    remote.put("/c.txt", "two");
    await mount.rename("/c.txt", "/b.txt", { overwrite: true });
    await clock.advance(10_000);
    remote.put("/b.txt", "of a colleague");
    await assert.rejects(mount.writeFile("/b.txt", bytes("two, formatted"), save));
    assert.deepEqual([remote.text("/b.txt"), asked], ["of a colleague", ["/b.txt"]]);
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

  it("takes along what is just being copied into a folder", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    await mount.createDirectory("/lib");
    let renamed: Promise<unknown> | undefined;
    remote.onRequest = async (request) => {
      if (request !== "UPLOAD /lib/b.txt") return;
      renamed = mount.rename("/lib", "/src", { overwrite: false });
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    };
    await mount.copy("/a.txt", "/lib/b.txt", { overwrite: false });
    await renamed;
    assert.deepEqual([remote.text("/lib/b.txt"), remote.text("/src/b.txt")], [undefined, "one"]);
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
    const dialog: CopyDialog = {
      confirm: async () => false,
      withProgress: () => assert.fail("was started"),
    };
    const { remote, mount } = harness({ copyDialog: dialog });
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
    const { remote, mount, log } = harness({ onReplaceFailed: (path) => notReplaced.push(path) });
    remote.put("/a.txt", "precious");
    // VS Code deletes what a dropped file replaces before it writes.
    await mount.delete("/a.txt", { recursive: true });
    remote.failing.add("UPLOAD");
    await assert.rejects(mount.writeFile("/a.txt", bytes("dropped"), save));
    assert.deepEqual(log.kept, ["deleted /a.txt precious"]);
    assert.deepEqual(notReplaced, ["/a.txt"]);
  });

  it("is what a folder held, but not what an install brings back (41)", async () => {
    const questions: string[] = [];
    const { remote, mount, log } = harness({
      askLoss: async (_path, lost) => {
        questions.push(...lost.map(({ path, why }) => `${path} ${why}`));
        return true;
      },
    });
    remote.put("/lib/a.txt", "one");
    remote.put("/lib/.env", "SECRET=1");
    remote.put("/lib/node_modules/x/index.js", "x");
    await mount.delete("/lib", { recursive: true });
    assert.deepEqual(log.kept.sort(), ["deleted /lib/.env SECRET=1", "deleted /lib/a.txt one"]);
    assert.deepEqual(questions, ["/lib/node_modules/x/index.js generated"]);
    assert.equal(remote.files.size, 0);
  });

  it("is the old text of a saved file, and nothing when the save failed (41)", async () => {
    const { remote, mount, log } = harness();
    remote.put("/a.txt", "old");
    await mount.readFile("/a.txt");
    remote.failing.add("UPLOAD");
    await assert.rejects(mount.writeFile("/a.txt", bytes("new"), save));
    assert.deepEqual(log.kept, []);
    remote.failing.clear();
    await mount.writeFile("/a.txt", bytes("new"), save);
    assert.deepEqual(log.kept, ["overwritten /a.txt old"]);
  });

  for (const isAgreed of [true, false]) {
    it(`asks before it deletes what cannot be read, and ${isAgreed ? "deletes" : "leaves"} it then`, async () => {
      const { remote, mount, log } = harness({ askLoss: async () => isAgreed });
      remote.put("/a.txt", "one");
      remote.failing.add("READ");
      const deleting = mount.delete("/a.txt", { recursive: false });
      if (isAgreed) await deleting;
      else await assert.rejects(deleting, isProblem("declined"));
      assert.deepEqual([remote.files.size, log.kept], [isAgreed ? 0 : 1, []]);
    });
  }
});

describe("deleting many", () => {
  it("is one request, and judges each path by what is left (38, 39)", async () => {
    const { remote, mount, clock } = harness();
    for (const name of ["a", "b", "c"]) remote.put(`/${name}.txt`, name);
    remote.onRequest = (request) => {
      if (!request.startsWith("DELETE")) return;
      remote.files.delete("/a.txt");
      throw new ServiceError("refused", "b and c are locked");
    };
    const { changes, left, error } = await clock.finish(mount.deleteAll(["/a.txt", "/b.txt", "/c.txt"]));
    assert.deepEqual([changes, left], [[{ type: "deleted", path: "/a.txt" }], ["/b.txt", "/c.txt"]]);
    assert.match(String(error), /locked/);
    assert.equal(count(remote.requests, "DELETE"), 1);
  });
});

describe("copying and renaming into a folder that exists only here", () => {
  for (const isMove of [true, false]) {
    for (const name of ["lib", "a.txt"]) {
      it(`shows ${name} in its new place at once, ${isMove ? "renamed" : "copied"}`, async () => {
        const { remote, mount } = harness();
        remote.put("/lib/a.txt", "one");
        remote.put("/lib/sub/b.txt", "two");
        remote.put("/a.txt", "three");
        // What VS Code looks at before.
        await mount.readDirectory("/");
        await mount.createDirectory("/new");
        await mount.createDirectory("/new/deep");
        await assert.rejects(mount.stat(`/new/deep/${name}`), isProblem("notFound"));
        const target = `/new/deep/${name}`;
        if (isMove) await mount.rename(`/${name}`, target, { overwrite: false });
        else await mount.copy(`/${name}`, target, { overwrite: false });
        const { type } = await mount.stat(target);
        assert.equal(type, name === "lib" ? "directory" : "file");
        assert.deepEqual(await mount.readDirectory("/new/deep"), [[name, type]]);
        assert.deepEqual([mount.isPending("/new"), mount.isPending("/new/deep")], [false, false]);
        if (name === "lib")
          assert.deepEqual((await mount.readDirectory(target)).sort(), [
            ["a.txt", "file"],
            ["sub", "directory"],
          ]);
        const there = (await mount.readDirectory("/")).some(([each]) => each === name);
        assert.equal(there, !isMove);
      });
    }
  }
});

describe("a folder with entries that are not shown", () => {
  it("is not renamed or copied, nor taken for empty", async () => {
    const { remote, mount } = harness();
    remote.put("/lib/sub/a.txt", "one");
    remote.hidden.set("/lib", 1);
    await assert.rejects(mount.rename("/lib", "/src", { overwrite: false }), isProblem("incomplete"));
    await assert.rejects(mount.copy("/lib", "/src", { overwrite: false }), isProblem("incomplete"));
    remote.onEntries = (directory, entries) => (directory === "/lib" ? [] : entries);
    await assert.rejects(mount.delete("/lib", { recursive: false }), isProblem("notEmpty"));
    assert.deepEqual([count(remote.requests, "UPLOAD"), count(remote.requests, "DELETE")], [0, 0]);
  });

  for (const isAgreed of [true, false]) {
    it(`is deleted only when its user says so: ${isAgreed ? "yes" : "no"}`, async () => {
      const questions: string[] = [];
      const { remote, mount } = harness({
        askLoss: async (path, lost) => {
          questions.push(`${path}: ${lost.map(({ path: each, why }) => `${each} ${why}`).join(", ")}`);
          return isAgreed;
        },
      });
      remote.put("/lib/a.txt", "one");
      remote.hidden.set("/lib", 1);
      const deleting = mount.deleteAll(["/lib"]);
      if (isAgreed) await deleting;
      else await assert.rejects(deleting, isProblem("declined"));
      assert.deepEqual([questions, remote.files.size], [["/lib: /lib hidden"], isAgreed ? 0 : 1]);
    });
  }
});

describe("files that are deleted one after the other", () => {
  /** A mount with two files that are answered as deleted and not sent yet. */
  async function answered(options: HarnessOptions = {}) {
    const parts = harness(options);
    for (const name of ["a", "b", "c"]) parts.remote.put(`/${name}.txt`, name);
    await parts.mount.readDirectory("/");
    parts.remote.isRemoveFree = false;
    for (const name of ["a", "b"]) await parts.mount.delete(`/${name}.txt`, { recursive: false });
    return parts;
  }

  it("are not shown from then on, whatever the service still lists", async () => {
    const { mount, changes, clock, files } = await answered();
    assert.deepEqual(await mount.readDirectory("/"), [["c.txt", "file"]]);
    await assert.rejects(mount.stat("/a.txt"), isProblem("notFound"));
    await assert.rejects(mount.readFile("/a.txt"), isProblem("notFound"));
    await assert.rejects(mount.delete("/a.txt", { recursive: false }), isProblem("notFound"));
    mount.refresh();
    assert.deepEqual(await mount.readDirectory("/"), [["c.txt", "file"]]);
    await clock.finish(files.settled());
    await mount.poll(["/"], 0);
    assert.deepEqual(changes, []);
  });

  it("are shown again, and told of, when the service refuses", async () => {
    const told: string[] = [];
    const { remote, mount, changes, clock, files } = await answered({
      onDeletionFailed: (left) => told.push(...left.map(({ path }) => path)),
    });
    remote.failing.add("DELETE");
    await clock.finish(files.settled());
    assert.deepEqual(told, ["/a.txt", "/b.txt"]);
    assert.deepEqual(changes, ["created /a.txt", "created /b.txt"]);
    assert.equal((await mount.readDirectory("/")).length, 3);
  });

  it("can be made anew before the service has deleted them, and are replaced then", async () => {
    const { remote, mount, asked, clock, files } = await answered();
    await mount.writeFile("/a.txt", bytes("new"), save);
    await clock.finish(files.settled());
    assert.deepEqual([remote.text("/a.txt"), remote.text("/b.txt"), asked], ["new", undefined, []]);
  });

  it("can be made anew as empty files, by those who would not replace any", async () => {
    const { remote, mount, asked, clock, files } = await answered();
    await mount.writeFile("/a.txt", bytes(""), { create: true, overwrite: false });
    await assert.rejects(
      mount.writeFile("/b.txt", bytes(""), { create: false, overwrite: true }),
      isProblem("notFound"),
    );
    await clock.finish(files.settled());
    assert.deepEqual([remote.text("/a.txt"), asked], ["", []]);
  });

  it("are shown again when what was to replace them could not be uploaded", async () => {
    const notReplaced: string[] = [];
    const { remote, mount, changes } = await answered({ onReplaceFailed: (path) => notReplaced.push(path) });
    remote.failing.add("UPLOAD");
    await assert.rejects(mount.writeFile("/a.txt", bytes("new"), save), { kind: "server" });
    assert.equal((await mount.stat("/a.txt")).sizeBytes, 1);
    assert.deepEqual([changes, notReplaced], [["created /a.txt"], []]);
  });

  it("let an empty folder be deleted that held nothing else", async () => {
    const { remote, mount, clock, files } = await answered();
    remote.put("/lib/x.txt", "x");
    await clock.advance(10_000);
    await mount.delete("/lib/x.txt", { recursive: false });
    await clock.finish(mount.delete("/lib", { recursive: false }));
    await clock.finish(files.settled());
    assert.deepEqual([...remote.files.keys()], ["/c.txt"]);
  });
});
