// Removing files and folders: base versions, backups, questions and proofs.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CannotBackUp } from "../../../../src/appFiles/change/change";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { hashOf } from "../../../support/appFilesHarness";
import type { RememberedFiles } from "../../../support/rememberedFiles";
import { hour } from "../backups/backupsWorld";
import {
  absent,
  any,
  breakConnection,
  breaking,
  count,
  engine,
  isConflict,
  isProblem,
  saw,
  testStories,
} from "../engine";

describe("a removal and its base versions", () => {
  it("removes all base versions by one request, after backups", async () => {
    const { remote, files, log, texts } = engine();
    for (const name of ["a", "b", "c"]) remote.put(`/${name}.txt`, name);
    const targets = ["a", "b"].map((name) => ({ path: `/${name}.txt`, base: saw(name) }));
    const { gone, left } = await files.remove(targets);
    assert.deepEqual([gone, left], [["/a.txt", "/b.txt"], []]);
    assert.deepEqual(texts(), { "/c.txt": "c" });
    assert.deepEqual(log.backups, ["deleted /a.txt a", "deleted /b.txt b"]);
    assert.equal(count(remote.requests, "DELETE"), 1);
  });

  it("never reports an empty file as deleted that only the first listing lacks", async () => {
    const { clock, remote, files, texts } = engine({ "/d/a.txt": "a", "/d/empty.txt": "" });
    const { onEntries } = remote;
    remote.onEntries = (directory, entries) =>
      count(remote.requests, "LIST") === 1 ? [] : onEntries(directory, entries);
    const removal = files.remove([{ path: "/d/empty.txt", base: any }]);
    await assert.rejects(clock.finish(removal), isProblem("changedOnService"));
    assert.deepEqual(texts(), { "/d/a.txt": "a", "/d/empty.txt": "" });
  });

  it("reports paths that are deleted already, beside one that another client has changed", async () => {
    const { files } = engine({ "/a.txt": "theirs" });
    const { gone, left } = await files.remove([
      { path: "/a.txt", base: saw("a") },
      { path: "/b.txt", base: saw("b") },
    ]);
    assert.deepEqual([gone, left.map(({ path }) => path)], [["/b.txt"], ["/a.txt"]]);
    assert.ok(isConflict(left[0]?.error));
  });

  it("keeps a folder that has taken the place of a file, and removes the other files", async () => {
    const { files, texts } = engine({ "/data/a.txt": "theirs", "/b.txt": "b" });
    const { gone, left } = await files.remove([
      { path: "/data", base: saw("data") },
      { path: "/b.txt", base: saw("b") },
    ]);
    assert.deepEqual([gone, left.map(({ path }) => path)], [["/b.txt"], ["/data"]]);
    assert.ok(isConflict(left[0]?.error));
    assert.deepEqual(texts(), { "/data/a.txt": "theirs" });
  });

  it("keeps files that another client has changed, and removes the others", async () => {
    const { files, texts } = engine({ "/a.txt": "theirs", "/b.txt": "b" });
    const { gone, left } = await files.remove([
      { path: "/a.txt", base: saw("a") },
      { path: "/b.txt", base: saw("b") },
    ]);
    assert.deepEqual([gone, left.map(({ path }) => path)], [["/b.txt"], ["/a.txt"]]);
    assert.ok(isConflict(left[0]?.error));
    assert.deepEqual(texts(), { "/a.txt": "theirs" });
  });

  testStories({
    "keeps a file whose size changed between the first look and the request":
      "whole-seconds, theirs /a.txt one, at-turn /a.txt theirs, remove /a.txt over one !: /a.txt theirs; 0 DELETE",
    "keeps a file that changed without its size between the first look and the request":
      "whole-seconds, theirs /a.txt one, at-turn /a.txt two, remove /a.txt over one !: /a.txt two; 0 DELETE",
    "keeps a folder into which another client puts a file before the request":
      "theirs /lib/a.txt a, at-turn /lib/new.txt theirs, remove /lib !: /lib/a.txt a, /lib/new.txt theirs",
  });

  it("keeps a file that was created while the removal of its path waited", async () => {
    const { clock, remote, files, put, texts } = engine({ "/a.txt": "a" });
    remote.onTurn = async (request) => {
      if (!request.startsWith("UPLOAD")) return;
      await clock.sleep(4_000);
      remote.put("/b.txt", "theirs");
    };
    const saving = put("/a.txt", "mine", any);
    const removing = files.remove([
      { path: "/a.txt", base: any },
      { path: "/b.txt", base: any },
    ]);
    await clock.finish(saving);
    const { gone, left } = await clock.finish(removing);
    assert.deepEqual([gone, left.map(({ path }) => path)], [["/a.txt"], ["/b.txt"]]);
    assert.ok(isConflict(left[0]?.error));
    assert.deepEqual(texts(), { "/b.txt": "theirs" });
  });

  it("does not treat an unlisted file as deleted", async () => {
    const { remote, files, texts } = engine({ "/a.txt": "a" });
    remote.onEntries = () => [];
    await assert.rejects(files.remove([{ path: "/a.txt", base: any }]), isConflict);
    assert.deepEqual(texts(), { "/a.txt": "a" });
    assert.equal(count(remote.requests, "DELETE"), 0);
  });

  it("backs up the files of a folder that a listing wrongly shows as empty", async () => {
    const { remote, files, log } = engine({ "/d/a.txt": "one" });
    let isFirst = true;
    remote.onEntries = (directory, entries) => {
      const isWrong = directory === "/d" && isFirst;
      if (isWrong) isFirst = false;
      return isWrong ? [] : entries;
    };
    assert.deepEqual((await files.remove([{ path: "/d", base: any }])).gone, ["/d"]);
    assert.deepEqual(log.backups, ["deleted /d/a.txt one"]);
  });

  it("does not treat a file as deleted that changed right before a deletion that the service did not carry out", async () => {
    const { clock, remote, files } = engine({ "/a.txt": "one" });
    await files.list("/");
    remote.put("/a.txt", "other");
    remote.onCarriedOut = (request) => {
      if (request.startsWith("DELETE")) remote.put("/a.txt", "other", clock.now() - 5_000);
    };
    const { gone, left } = await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    assert.deepEqual([gone, left.length], [[], 1]);
  });

  for (const [what, appear] of [
    ["an entry that is not shown", (remote: RememberedFiles) => void remote.hidden.set("/lib", 1)],
    ["a file", (remote: RememberedFiles) => remote.put("/lib/new.txt", "theirs")],
  ] as const) {
    it(`keeps a folder in which another caller's later listing has shown ${what}`, async () => {
      const { clock, remote, files } = engine({ "/lib/a.txt": "a", "/lib/sub/b.txt": "b" });
      let isTurn = false;
      remote.onTurn = async () => {
        isTurn = true;
        await clock.sleep(4_000);
      };
      remote.onRequest = async (request) => {
        if (!isTurn || request !== "LIST /lib/sub") return;
        isTurn = false;
        appear(remote);
        await clock.sleep(1);
        await files.list("/lib", { maxAgeMs: 0 });
      };
      const { left } = await clock.finish(files.remove([{ path: "/lib", base: any }]));
      assert.ok(isConflict(left[0]?.error));
      assert.equal(count(remote.requests, "DELETE"), 0);
    });
  }

  it("removes a folder only with exactly the expected files", async () => {
    const { files } = engine({ "/lib/a.txt": "a", "/lib/b.txt": "b" });
    const [a, b] = ["a", "b"].map(hashOf) as [string, string];
    const treeOf = (...hashes: string[]) =>
      new Map(hashes.map((hash, index) => [`/lib/${["a", "b"][index]}.txt`, hash]));
    for (const tree of [treeOf(a), treeOf(a, a)])
      await assert.rejects(files.remove([{ path: "/lib", base: any, tree }]), isConflict);
    const tree = treeOf(a, b);
    assert.deepEqual((await files.remove([{ path: "/lib", base: any, tree }])).gone, ["/lib"]);
  });

  it("is done for paths that do not exist any more", async () => {
    const { remote, files } = engine({ "/a.txt": "a" });
    await files.list("/");
    remote.files.delete("/a.txt");
    const { gone } = await files.remove([
      { path: "/a.txt", base: any },
      { path: "/none/b.txt", base: any },
    ]);
    assert.deepEqual([...gone].sort(), ["/a.txt", "/none/b.txt"]);
    assert.equal(count(remote.requests, "DELETE"), 0);
  });

  it("refuses the app's root", async () => {
    const { remote, files } = engine();
    await assert.rejects(files.remove([{ path: "/", base: any }]), isProblem("root"));
    await assert.rejects(files.removeSoon({ path: "/", base: any }), isProblem("root"));
    assert.deepEqual(remote.requests, []);
  });
});

/** Rejects with files such as "/lib/a.txt unreadable", in any order. */
const cannotBackUp =
  (...expected: string[]) =>
  (error: unknown) => {
    assert.ok(error instanceof CannotBackUp);
    assert.deepEqual(error.files.map(({ path, why }) => `${path} ${why}`).sort(), expected);
    return true;
  };

describe("the backups of a removal", () => {
  it("include all small files of a folder with one that is too large, once that is agreed to", async () => {
    const { remote, files, log } = engine();
    for (let index = 0; index < 5; index++) remote.put(`/lib/${index}.txt`, String(index));
    remote.put("/lib/large.bin", "x");
    const sizeBytes = 21 * 1024 * 1024;
    remote.onEntries = (_directory, entries) =>
      entries.map((entry) => (entry.name === "large.bin" ? { ...entry, sizeBytes } : entry));
    await assert.rejects(
      files.remove([{ path: "/lib", base: any }]),
      cannotBackUp("/lib/large.bin tooLarge"),
    );
    assert.equal(count(remote.requests, "DELETE"), 0);
    await files.remove([{ path: "/lib", base: any }], { lossAgreed: true });
    assert.deepEqual(
      log.backups,
      [0, 1, 2, 3, 4].map((index) => `deleted /lib/${index}.txt ${index}`),
    );
    assert.equal(remote.files.size, 0);
  });

  for (const [count_, kind] of [
    [201, "txt"],
    [200, "png"],
  ] as const) {
    it(`include each of ${count_} files of a kind as ${kind}, several at a time, with progress`, async () => {
      const { clock, remote, files, log } = engine();
      for (let index = 0; index < count_; index++) remote.put(`/lib/${index}.${kind}`, `text ${index}`);
      let reading = 0;
      let most = 0;
      remote.onRequest = async (request) => {
        if (!request.startsWith("READ")) return;
        most = Math.max(most, ++reading);
        await clock.sleep(50);
        reading--;
      };
      const reported: number[] = [];
      const removing = files.remove([{ path: "/lib", base: any }], {
        onBackedUp: (kept, of) => reported.push(of === count_ ? kept : Number.NaN),
      });
      await clock.finish(removing);
      assert.equal(log.backups.length, count_);
      assert.deepEqual(
        reported,
        Array.from({ length: count_ }, (_, index) => index + 1),
      );
      assert.ok(most > 1 && most <= 8, `${most} at a time`);
      assert.equal(remote.files.size, 0);
    });
  }

  it("exclude, with their names, files that cannot be read, are not regular, or are generated by tools", async () => {
    const { remote, files } = engine({ "/lib/a.txt": "a", "/lib/node_modules/b.js": "b" });
    remote.failing.add("READ /lib/a.txt");
    remote.onEntries = (directory, entries) =>
      directory === "/lib"
        ? [...entries, { name: "link", type: "other", sizeBytes: 0, createdAt: 1, modifiedAt: 1 }]
        : entries;
    const backsUp = (path: string) => !path.includes("node_modules");
    await assert.rejects(
      files.remove([{ path: "/lib", base: any }], { backsUp }),
      cannotBackUp("/lib/a.txt unreadable", "/lib/link unreadable", "/lib/node_modules/b.js generated"),
    );
    assert.equal(count(remote.requests, "DELETE"), 0);
  });

  it("exclude hidden entries of a folder, once that is agreed to", async () => {
    const { remote, files, log } = engine({ "/lib/a.txt": "a", "/lib/sub/b.txt": "b" });
    remote.hidden.set("/lib/sub", 2);
    await assert.rejects(files.remove([{ path: "/lib", base: any }]), cannotBackUp("/lib hidden"));
    assert.deepEqual([remote.files.size, log.backups], [2, []]);
    await files.remove([{ path: "/lib", base: any }], { lossAgreed: true });
    assert.deepEqual(log.backups, ["deleted /lib/a.txt a", "deleted /lib/sub/b.txt b"]);
  });

  it("are required: without them nothing is removed", async () => {
    const { remote, files, log } = engine({ "/a.txt": "a" });
    log.will = async () => {
      throw new Error("disk full");
    };
    await assert.rejects(files.remove([{ path: "/a.txt", base: any }]), /disk full/);
    assert.equal(count(remote.requests, "DELETE"), 0);
  });

  for (const [of, names, turnMs] of [
    ["the second file", ["a", "b"], 0],
    ["a file that is backed up again after half a day", ["a"], 13 * hour],
  ] as const)
    it(`are journaled as not done when the one of ${of} fails`, async () => {
      const { clock, remote, files, log } = engine({ "/a.txt": "a", "/b.txt": "b" });
      const { will } = log;
      log.will = async (change) => {
        if (log.changes.length > 0) throw new Error("disk full");
        return await will.call(log, change);
      };
      remote.onTurn = () => clock.sleep(turnMs);
      const removal = files.remove(names.map((name) => ({ path: `/${name}.txt`, base: any })));
      await assert.rejects(clock.finish(removal), /disk full/);
      assert.deepEqual([log.ends, count(remote.requests, "DELETE")], [["notDone"], 0]);
    });

  it("are written several at a time, and are all journaled as not done when one fails", async () => {
    const { clock, remote, files, log } = engine();
    for (let index = 0; index < 20; index++) remote.put(`/lib/${index}.txt`, `text ${index}`);
    const { will } = log;
    let most = 0;
    let writing = 0;
    log.will = async (change) => {
      most = Math.max(most, ++writing);
      await clock.sleep(change.path === "/lib/9.txt" ? 10 : 50);
      writing--;
      if (change.path === "/lib/9.txt") throw new Error("disk full");
      return await will.call(log, change);
    };
    await assert.rejects(clock.finish(files.remove([{ path: "/lib", base: any }])), /disk full/);
    assert.ok(most > 1 && most <= 8, `${most} at a time`);
    assert.deepEqual(
      [log.ends, count(remote.requests, "DELETE")],
      [Array.from({ length: 15 }, () => "notDone"), 0],
    );
  });

  for (const isAnswered of [false, true])
    it(`are journaled as not done when a changed file cannot be looked for again${isAnswered ? ", of answered deletions" : ""}`, async () => {
      const { clock, remote, files, log } = engine({ "/a.txt": "a", "/b.txt": "b" });
      remote.canRemoveNow = () => !isAnswered;
      let looks = 0;
      remote.onTurn = async () => {
        remote.put("/b.txt", "theirs");
        await clock.sleep(4_000);
        remote.onRequest = async (request) => {
          if (request !== "LIST /") return;
          await clock.sleep(400);
          if (++looks > 1) breakConnection();
        };
      };
      const targets = ["/a.txt", "/b.txt"].map((path) => ({ path, base: any }));
      if (isAnswered) for (const target of targets) await files.removeSoon(target);
      else await assert.rejects(clock.finish(files.remove(targets)));
      await clock.finish(files.settled());
      assert.deepEqual([log.ends, count(remote.requests, "DELETE")], [["notDone", "notDone"], 0]);
    });

  it("can be canceled, and nothing is removed then", async () => {
    const { clock, remote, files } = engine();
    for (let index = 0; index < 50; index++) remote.put(`/lib/${index}.txt`, "x");
    const cancel = new AbortController();
    remote.onRequest = (request) => (request.startsWith("READ") ? clock.sleep(100) : undefined);
    const removing = files.remove([{ path: "/lib", base: any }], {
      signal: cancel.signal,
      onBackedUp: (kept) => kept === 10 && cancel.abort(new Error("enough")),
    });
    await assert.rejects(clock.finish(removing), /enough/);
    assert.deepEqual([remote.files.size, count(remote.requests, "DELETE")], [50, 0]);
  });
});

describe("the proof of a removal", () => {
  it("waits for a lagging listing, and ignores a failed one", async () => {
    const { clock, remote, files } = engine({ "/a.txt": "a", "/b.txt": "b" });
    const [first] = [...(await files.list("/")).entries.values()];
    assert.ok(first);
    let snapshots = 0;
    remote.onRequest = (request) => {
      if (request !== "LIST /" || count(remote.requests, "DELETE") === 0) return;
      if (++snapshots === 2) throw new ServiceError("badResponse", "half an answer");
    };
    remote.onEntries = (_directory, entries) => (snapshots === 1 ? [first, ...entries] : entries);
    const { gone } = await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    assert.deepEqual([gone, snapshots], [["/a.txt"], 3]);
  });

  it("requests the path itself when listings lag longer than the wait", async () => {
    const { clock, remote, files, log } = engine({ "/a.txt": "a", "/b.txt": "b" });
    const { entries } = await files.list("/");
    remote.onEntries = () => [...entries.values()];
    const { gone, left } = await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    assert.deepEqual([gone, left, log.ends], [["/a.txt"], [], ["done"]]);
  });

  it("does not mistake an unchanged file for another client's, where files' times are ahead of the service's clock", async () => {
    const paths = ["/a.txt", "/lib"];
    const { clock, remote, files } = engine({}, { knowsServiceTime: true });
    await clock.advance(60_000);
    remote.filesAheadMs = 30_000;
    for (const path of ["/a.txt", "/lib/b.txt", "/lib/c.txt"]) remote.put(path, "x");
    await clock.advance(5_000);
    const createdAt = new Map<string, number>();
    remote.onEntries = (_directory, entries) =>
      entries.map((entry) => ({ ...entry, createdAt: createdAt.get(entry.name) ?? entry.createdAt }));
    // The deletion is done only for a file in the folder, whose version some services then change.
    remote.remove = async (_paths, options) => {
      await options?.beforeSend?.();
      remote.files.delete("/lib/b.txt");
      createdAt.set("lib", remote.now);
      return { deleted: paths, failed: [] };
    };
    const { gone, left } = await clock.finish(files.remove(paths.map((path) => ({ path, base: any }))));
    assert.deepEqual([gone, left.map(({ path }) => path)], [[], paths]);
  });

  it("looks when the response is lost, and reports which paths are deleted", async () => {
    for (const isCarriedOut of [true, false]) {
      const { clock, remote, files } = engine({ "/a.txt": "a" });
      if (isCarriedOut) remote.onCarriedOut = () => breakConnection();
      else remote.onRequest = breaking("DELETE");
      const { gone, left } = await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
      assert.deepEqual([gone.length, left.length], isCarriedOut ? [1, 0] : [0, 1]);
      assert.equal(count(remote.requests, "DELETE"), 1);
    }
  });

  for (const kind of ["forbidden", "notFound", "conflict", "tooLarge", "refused"] as const) {
    it(`looks after a refusal, and reports which paths are deleted nevertheless: ${kind}`, async () => {
      const { clock, remote, files, log } = engine({ "/a.txt": "a", "/b.txt": "b" });
      remote.onCarriedOut = () => {
        remote.put("/b.txt", "b");
        throw new ServiceError(kind, "No.");
      };
      const targets = ["/a.txt", "/b.txt"].map((path) => ({ path, base: any }));
      const { gone, left } = await clock.finish(files.remove(targets));
      assert.deepEqual([gone, left.map(({ path }) => path)], [["/a.txt"], ["/b.txt"]]);
      assert.deepEqual(log.ends, ["done", "unknown"]);
      assert.deepEqual(log.backups.slice(0, 1), ["deleted /a.txt a"]);
    });
  }

  for (const refusal of [undefined, "tooLarge", "forbidden"] as const)
    it(`reports an unknown end when no look succeeds: ${refusal ?? "answered"}`, async () => {
      const { clock, remote, files, log } = engine({ "/a.txt": "a", "/b.txt": "b" });
      remote.onCarriedOut = () => {
        remote.failing.add("LIST");
        if (refusal) throw new ServiceError(refusal, "No.");
      };
      remote.failWith = new ServiceError("network", "no connection");
      const targets = ["/a.txt", "/b.txt"].map((path) => ({ path, base: any }));
      await assert.rejects(clock.finish(files.remove(targets)), {
        ...{ kind: "network", outcomeUnknown: true },
        serviceText:
          "The deletion of a.txt and 1 more was sent, but the app's files couldn't be listed afterward.",
      });
      assert.deepEqual(log.ends, ["unknown", "unknown"]);
    });

  it("does not treat an unlistable app as empty", async () => {
    const { clock, remote, files, log } = engine({ "/lib/a.txt": "a" });
    remote.onRequest = (request) => {
      if (request.startsWith("LIST") && count(remote.requests, "DELETE") > 0)
        throw new ServiceError("notFound", "no such app", { status: 404 });
    };
    await assert.rejects(clock.finish(files.remove([{ path: "/lib", base: any }])), {
      ...{ kind: "notFound", outcomeUnknown: true },
    });
    assert.deepEqual(log.ends, ["unknown"]);
  });
});

describe("removals and puts of one path", () => {
  testStories({
    "do not remove a save that came after the removal's call":
      "theirs /a.txt one, turns 3, remove /a.txt & save /a.txt two over one: /a.txt two",
    "do not restore a removed file by an earlier queued save":
      "theirs /a.txt one, turns 3, save /a.txt two over any & remove /a.txt: ",
    "do not lose a save below a folder whose removal is queued":
      "theirs /lib/a.txt one, theirs /lib/b.txt b, turns 3, remove /lib & save /lib/a.txt two over one: /lib/a.txt two",
  });

  it("run beside changes of other paths", async () => {
    const { clock, remote, files, put, texts } = engine({ "/a.txt": "one" });
    remote.onTurn = (request) => (request.startsWith("DELETE") ? clock.sleep(60_000) : undefined);
    const removing = files.remove([{ path: "/a.txt", base: any }]);
    await put("/b.txt", "b", absent);
    assert.deepEqual(texts(), { "/a.txt": "one", "/b.txt": "b" });
    await clock.finish(removing);
  });
});
