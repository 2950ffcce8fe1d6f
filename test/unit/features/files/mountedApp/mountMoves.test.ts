// Renaming, copying and deleting in a mounted app, with backups. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CopyDialog } from "../../../../../src/appFiles/moves";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { bytes, count, isProblem, keep, type MountedOptions, mounted, save } from "./mountHarness";

const six = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`/lib/${index}.txt`, "x"]));
const many = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`/lib/${index}.txt`, "x"]));

describe("renaming in a mounted app", () => {
  it("uploads the copy before it deletes the original (33)", async () => {
    const { remote, mount, stored } = mounted({ "/a.txt": "one" });
    await mount.rename("/a.txt", "/b.txt", keep);
    assert.deepEqual(
      remote.requests.filter((request) => !request.startsWith("LIST")),
      ["READ /a.txt", "UPLOAD /b.txt", "READ /b.txt", "DELETE /a.txt"],
    );
    assert.deepEqual(stored(), { "/b.txt": "one" });
  });

  for (const step of ["UPLOAD /b.txt", "READ /b.txt"]) {
    it(`keeps the original when ${step.split(" ")[0]} fails (33)`, async () => {
      const { remote, mount } = mounted({ "/a.txt": "one" });
      remote.failing.add(step);
      await assert.rejects(mount.rename("/a.txt", "/b.txt", keep));
      assert.equal(remote.text("/a.txt"), "one");
    });
  }

  it("names both places when the original could not be removed (33)", async () => {
    const { remote, mount, stored } = mounted({ "/a.txt": "one" });
    remote.failing.add("DELETE");
    await assert.rejects(mount.rename("/a.txt", "/b.txt", keep), {
      kind: "originalLeft",
      path: "/a.txt",
      detail: "/b.txt",
    });
    assert.deepEqual(stored(), { "/a.txt": "one", "/b.txt": "one" });
  });

  it("asks before it replaces a colleague's file over its own", async () => {
    const { clock, remote, mount, asked } = mounted({ "/a.txt": "one", "/b.txt": "old", "/c.txt": "two" });
    await mount.readFile("/b.txt");
    await mount.rename("/a.txt", "/b.txt", { overwrite: true });
    await mount.writeFile("/b.txt", bytes("one, formatted"), save);
    await mount.rename("/c.txt", "/b.txt", { overwrite: true });
    await clock.advance(10_000);
    remote.put("/b.txt", "of a colleague");
    await assert.rejects(mount.writeFile("/b.txt", bytes("two, formatted"), save));
    assert.deepEqual([remote.text("/b.txt"), asked], ["of a colleague", ["/b.txt"]]);
  });

  /** A rename of /a.txt to /b.txt during which other clients write. */
  const meddled = [
    [
      "keeps an original that others changed during the copy (33)",
      "UPLOAD /b.txt",
      "/a.txt",
      "newer",
      "changedWhileCopied",
    ],
    [
      "rejects a copy with other bytes on the service, and keeps the original (34)",
      "READ /b.txt",
      "/b.txt",
      "one",
      "copyDiffers",
    ],
  ] as const;
  for (const [title, during, path, left, problem] of meddled)
    it(title, async () => {
      const { remote, mount } = mounted({ "/a.txt": "one" });
      remote.onRequest = (request) => {
        if (request === during) remote.put(path, "newer");
      };
      await assert.rejects(mount.rename("/a.txt", "/b.txt", keep), isProblem(problem));
      assert.equal(remote.text("/a.txt"), left);
    });

  it("moves a local-only folder without a request (31)", async () => {
    const { remote, mount } = mounted({ "/a.txt": "one" });
    await mount.createDirectory("/one");
    await mount.createDirectory("/one/two");
    await mount.rename("/one", "/three", keep);
    assert.deepEqual(await mount.readDirectory("/three"), [["two", "directory"]]);
    assert.equal(count(remote.requests, "UPLOAD") + count(remote.requests, "DELETE"), 0);
  });

  it("includes files that are just being copied into a folder", async () => {
    const { clock, remote, mount, stored } = mounted({ "/a.txt": "one" });
    await mount.createDirectory("/lib");
    let renamed: Promise<unknown> | undefined;
    remote.onRequest = async (request) => {
      if (request !== "UPLOAD /lib/b.txt") return;
      renamed = mount.rename("/lib", "/src", keep);
      await clock.settle();
    };
    await mount.copy("/a.txt", "/lib/b.txt", keep);
    await renamed;
    assert.deepEqual(stored(), { "/a.txt": "one", "/src/b.txt": "one" });
  });

  it("replaces only the file at the time of the call, although the copy waits for a save", async () => {
    const { clock, remote, mount, stored } = mounted({ "/a.txt": "one", "/from.txt": "mine" });
    await clock.advance(60_000);
    await mount.readFile("/a.txt");
    await mount.readFile("/from.txt");
    remote.onTurn = () => clock.sleep(5_000);
    const saving = mount.writeFile("/from.txt", bytes("newer"), save);
    const copying = mount.copy("/from.txt", "/a.txt", { ...keep, overwrite: true });
    await clock.advance(2_000);
    remote.put("/a.txt", "theirs");
    await clock.finish(Promise.allSettled([saving, copying]));
    assert.equal(stored()["/a.txt"], "theirs");
  });

  it("moves empty subfolders when a folder is renamed (35)", async () => {
    const { mount } = mounted({ "/lib/a.txt": "one" });
    await mount.createDirectory("/lib/empty");
    await mount.rename("/lib", "/src", keep);
    assert.deepEqual((await mount.readDirectory("/src")).sort(), [
      ["a.txt", "file"],
      ["empty", "directory"],
    ]);
    await assert.rejects(mount.stat("/lib"), isProblem("notFound"));
  });

  const declining: CopyDialog = {
    confirm: async () => false,
    withProgress: () => assert.fail("was started"),
  };
  const refused = [
    ["when the user declines to copy many files (35)", six, "/lib", "/src", "declined"],
    ["when a tree is too large (35)", many, "/lib", "/src", "treeTooLarge"],
    ["when a folder would go into itself", six, "/lib", "/lib/sub", "intoItself"],
    ["when the target exists (36)", { "/a": "one", "/b": "two" }, "/a", "/b", "exists"],
    ["when the source is missing (36)", {}, "/a", "/b", "notFound"],
  ] as const;
  for (const [title, texts, from, to, problem] of refused)
    it(`changes nothing ${title}`, async () => {
      const { remote, mount, stored } = mounted(texts, { copyDialog: declining });
      await assert.rejects(mount.rename(from, to, keep), isProblem(problem));
      assert.deepEqual(stored(), texts);
      assert.deepEqual([count(remote.requests, "UPLOAD"), count(remote.requests, "DELETE")], [0, 0]);
    });
});

describe("the backups of a mount", () => {
  it("include a deleted file, which can be restored when an upload in its place fails (41)", async () => {
    const notReplaced: string[] = [];
    const options = { onReplaceFailed: (path: string) => void notReplaced.push(path) };
    const { remote, mount, log } = mounted({ "/a.txt": "precious" }, options);
    // VS Code deletes the replaced file before it writes a dropped one.
    await mount.delete("/a.txt", { recursive: true });
    remote.failing.add("UPLOAD");
    await assert.rejects(mount.writeFile("/a.txt", bytes("dropped"), save));
    assert.deepEqual([log.backups, notReplaced], [["deleted /a.txt precious"], ["/a.txt"]]);
  });

  for (const act of ["rename", "copy"] as const)
    it(`include a file that was deleted for a ${act} that fails, which is told each time`, async () => {
      const notReplaced: string[] = [];
      const options = { onReplaceFailed: (path: string) => void notReplaced.push(path) };
      const { remote, mount, log } = mounted({ "/a.txt": "precious", "/b.txt": "new" }, options);
      await mount.delete("/a.txt", { recursive: false });
      remote.failing.add("UPLOAD");
      for (let time = 1; time <= 2; time++) {
        await assert.rejects(mount[act]("/b.txt", "/a.txt", { overwrite: true }), { kind: "server" });
        assert.equal(notReplaced.length, time);
      }
      assert.ok(log.backups.includes("deleted /a.txt precious"));
      remote.failing.clear();
      await mount[act]("/b.txt", "/a.txt", { overwrite: true });
      await assert.rejects(mount.copy("/none.txt", "/a.txt", { overwrite: true }));
      assert.deepEqual([remote.text("/a.txt"), notReplaced.length], ["new", 2]);
    });
});

describe("a deletion without a backup", () => {
  const withPackages = { "/lib/a": "one", "/lib/.env": "SECRET=1", "/lib/node_modules/x/index.js": "x" };
  const small = ["deleted /lib/.env SECRET=1", "deleted /lib/a one"];
  for (const [what, texts, lost, kept, why] of [
    ["a file that cannot be read", { "/lib": "one" }, "/lib unreadable", [], "unreadable"],
    ["a folder with hidden entries", { "/lib/a": "one" }, "/lib hidden", small.slice(1), "hidden"],
    [
      "files that an install restores (41)",
      withPackages,
      "/lib/node_modules/x/index.js generated",
      small,
      "",
    ],
  ] as const)
    for (const isAgreed of [true, false])
      it(`asks, and ${isAgreed ? "deletes" : "keeps"} the file then: ${what}`, async () => {
        const questions: string[] = [];
        const parts = mounted(texts, {
          askLoss: async (path, all) => {
            questions.push(`${path}: ${all.map((each) => `${each.path} ${each.why}`).join(", ")}`);
            return isAgreed;
          },
        });
        if (why === "unreadable") parts.remote.failing.add("READ");
        if (why === "hidden") parts.remote.hidden.set("/lib", 1);
        const deleting = parts.mount.delete("/lib", { recursive: true });
        if (isAgreed) await deleting;
        else await assert.rejects(deleting, isProblem("declined"));
        assert.deepEqual([questions, parts.stored()], [[`/lib: ${lost}`], isAgreed ? {} : texts]);
        if (isAgreed) assert.deepEqual(parts.log.backups.sort(), kept);
      });
});

describe("deleting many", () => {
  it("is one request, with a result per path by the next listing (38, 39)", async () => {
    const { remote, mount, clock } = mounted({ "/a.txt": "a", "/b.txt": "b", "/c.txt": "c" });
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

describe("a folder whose deletion is refused midway", () => {
  const gone = { kind: "partlyDeleted", path: "/lib", detail: "/lib/1.txt\n/lib/4.txt" };
  const refusing = () => {
    const parts = mounted({ ...six, "/a.txt": "a" });
    parts.remote.onRequest = (request) => {
      if (!request.startsWith("DELETE")) return;
      for (const name of ["/lib/1.txt", "/lib/4.txt"]) parts.remote.files.delete(name);
      throw new ServiceError("refused", "the others are locked");
    };
    return parts;
  };

  it("is reported with the deleted files", async () => {
    const { mount, clock, log } = refusing();
    await assert.rejects(clock.finish(mount.delete("/lib", { recursive: true })), gone);
    assert.ok(log.backups.includes("deleted /lib/1.txt x"));
  });

  it("is reported for several", async () => {
    const { mount, clock } = refusing();
    const { left, error } = await clock.finish(mount.deleteAll(["/a.txt", "/lib"]));
    assert.deepEqual(left, ["/a.txt", "/lib"]);
    assert.deepEqual({ ...(error as object), ...gone }, { ...(error as object) });
  });

  it("is reported as refused where nothing was deleted", async () => {
    const { remote, mount, clock } = mounted(six);
    remote.onRequest = (request) => {
      if (request.startsWith("DELETE")) throw new ServiceError("refused", "locked");
    };
    await assert.rejects(clock.finish(mount.delete("/lib", { recursive: true })), { kind: "refused" });
  });
});

describe("a copy or rename into a local-only folder", () => {
  for (const act of ["rename", "copy"] as const)
    for (const name of ["lib", "a.txt"])
      it(`shows ${name} at its target at once and keeps the original of a copy: ${act} (36)`, async () => {
        const before = { "/lib/a.txt": "one", "/lib/sub/b.txt": "two", "/a.txt": "three" };
        const { mount, stored } = mounted(before);
        // VS Code's listing before.
        await mount.readDirectory("/");
        await mount.createDirectory("/new");
        await mount.createDirectory("/new/deep");
        const target = `/new/deep/${name}`;
        await assert.rejects(mount.stat(target), isProblem("notFound"));
        await mount[act](`/${name}`, target, keep);
        const { type } = await mount.stat(target);
        assert.equal(type, name === "lib" ? "directory" : "file");
        assert.deepEqual(await mount.readDirectory("/new/deep"), [[name, type]]);
        assert.deepEqual([mount.isPending("/new"), mount.isPending("/new/deep")], [false, false]);
        if (name === "lib")
          assert.deepEqual((await mount.readDirectory(target)).sort(), [
            ["a.txt", "file"],
            ["sub", "directory"],
          ]);
        const isThere = (await mount.readDirectory("/")).some(([each]) => each === name);
        assert.equal(isThere, act === "copy");
        const gone = Object.entries(before).filter(([path]) => path.startsWith(`/${name}`));
        const stays = Object.entries(before).filter(
          ([path]) => act === "copy" || !path.startsWith(`/${name}`),
        );
        const came = gone.map(([path, content]) => [`/new/deep${path}`, content] as const);
        assert.deepEqual(stored(), Object.fromEntries([...stays, ...came]));
      });
});

describe("a folder with hidden entries", () => {
  it("is not renamed or copied, nor treated as empty", async () => {
    const { remote, mount } = mounted({ "/lib/sub/a.txt": "one" });
    remote.hidden.set("/lib", 1);
    for (const act of ["rename", "copy"] as const)
      await assert.rejects(mount[act]("/lib", "/src", keep), isProblem("incomplete"));
    remote.onEntries = (directory, entries) => (directory === "/lib" ? [] : entries);
    await assert.rejects(mount.delete("/lib", keep), isProblem("notEmpty"));
    assert.deepEqual([count(remote.requests, "UPLOAD"), count(remote.requests, "DELETE")], [0, 0]);
  });
});

describe("files that are deleted one by one", () => {
  /** With two files that are answered as deleted and not sent yet. */
  async function answered(options: MountedOptions = {}) {
    const parts = mounted({ "/a.txt": "a", "/b.txt": "b", "/c.txt": "c" }, options);
    await parts.mount.readDirectory("/");
    parts.remote.isRemoveFree = false;
    for (const name of ["a", "b"]) await parts.mount.delete(`/${name}.txt`, keep);
    return parts;
  }

  it("are hidden at once, whatever the service still lists", async () => {
    const { mount, changes, clock, files } = await answered();
    assert.deepEqual(await mount.readDirectory("/"), [["c.txt", "file"]]);
    const looks = [mount.stat("/a.txt"), mount.readFile("/a.txt"), mount.delete("/a.txt", keep)];
    for (const look of looks) await assert.rejects(look, isProblem("notFound"));
    mount.files.refresh();
    assert.deepEqual(await mount.readDirectory("/"), [["c.txt", "file"]]);
    await clock.finish(files.settled());
    await mount.poll(["/"], 0);
    assert.deepEqual(changes, []);
  });

  it("are shown again, and reported, when the service refuses", async () => {
    const reported: string[] = [];
    const { remote, mount, changes, clock, files } = await answered({
      onDeletionFailed: (left) => reported.push(...left.map(({ path }) => path)),
    });
    remote.failing.add("DELETE");
    await clock.finish(files.settled());
    assert.deepEqual(reported, ["/a.txt", "/b.txt"]);
    assert.deepEqual(changes, ["created /a.txt", "created /b.txt"]);
    assert.equal((await mount.readDirectory("/")).length, 3);
  });

  it("can be created again before the service has deleted them, also without overwriting", async () => {
    for (const [content, options] of [
      ["new", save],
      ["", { create: true, overwrite: false }],
    ] as const) {
      const { mount, asked, clock, files, stored } = await answered();
      await mount.writeFile("/a.txt", bytes(content), options);
      await clock.finish(files.settled());
      assert.deepEqual([stored(), asked], [{ "/c.txt": "c", "/a.txt": content }, []]);
    }
  });

  it("are shown again when the upload in their place failed", async () => {
    const notReplaced: string[] = [];
    const { remote, mount, changes } = await answered({ onReplaceFailed: (path) => notReplaced.push(path) });
    remote.failing.add("UPLOAD");
    await assert.rejects(mount.writeFile("/a.txt", bytes("new"), save), { kind: "server" });
    const update = mount.writeFile("/b.txt", bytes("new"), { create: false, overwrite: true });
    await assert.rejects(update, isProblem("notFound"));
    assert.equal((await mount.stat("/a.txt")).sizeBytes, 1);
    assert.deepEqual([changes, notReplaced], [["created /a.txt", "created /b.txt"], []]);
  });

  it("allow the deletion of their empty folder", async () => {
    const { remote, mount, clock, files, stored } = await answered();
    remote.put("/lib/x.txt", "x");
    await clock.advance(10_000);
    await mount.delete("/lib/x.txt", keep);
    await clock.finish(mount.delete("/lib", keep));
    await clock.finish(files.settled());
    assert.deepEqual(stored(), { "/c.txt": "c" });
  });
});
