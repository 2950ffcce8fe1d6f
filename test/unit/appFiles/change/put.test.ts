// Putting a file: base version, turn and backup.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CannotBackUp } from "../../../../src/appFiles/change/change";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { BackupsWorld, hour, minute, push } from "../backups/backupsWorld";
import { absent, any, bytes, count, engine, isConflict, isProblem, saw, testStories } from "../engine";

describe("a put and its base version", () => {
  testStories({
    "conflicts with another client's change, and keeps both contents":
      "theirs /a.txt theirs, save /a.txt mine over one !: /a.txt theirs; 0 UPLOAD",
    "conflicts with a new file where none was": "theirs /a.txt theirs, save /a.txt mine !: /a.txt theirs",
    "does not conflict with equal content": "theirs /a.txt same, wait 60, save /a.txt same: /a.txt same",
    "notices a change of the same size in the second of the last save":
      "whole-seconds, save /a.txt one, theirs /a.txt two, wait 5, save /a.txt six over one !: /a.txt two",
    "notices a change of another size while it waits for its turn":
      "whole-seconds, theirs /a.txt one, at-turn /a.txt theirs, save /a.txt mine over one !: /a.txt theirs; 0 UPLOAD",
    "notices a change of the same size while it waits for its turn":
      "whole-seconds, theirs /a.txt one, at-turn /a.txt two, save /a.txt mine over one !: /a.txt two; 0 UPLOAD",
    "restores a file that vanished since its listing":
      "theirs /a.txt one, list /, theirs /a.txt, save /a.txt mine over one: /a.txt mine",
  });

  for (const hasUploaded of [false, true])
    it(`notices a change of the same size where times are 3 s behind, ${hasUploaded ? "after" : "before"} an upload showed that`, async () => {
      const { clock, remote, put, read, find } = engine({}, { knowsServiceTime: true });
      const { onEntries } = remote;
      const behind = (time: number) => Math.floor((time - 3_000) / 1_000) * 1_000;
      remote.onEntries = (directory, entries) =>
        onEntries(directory, entries).map((entry) => ({ ...entry, modifiedAt: behind(entry.modifiedAt) }));
      if (hasUploaded) await clock.finish(put("/own.txt", "own", absent));
      await clock.advance(20_000 - (clock.monotonicMs() % 1_000));
      remote.put("/a.txt", "one");
      await clock.advance(100);
      assert.equal(await read("/a.txt", { maxAgeMs: 0 }), "one");
      remote.put("/a.txt", "two");
      await clock.advance(100);
      await find("/a.txt", { maxAgeMs: 0 });
      await assert.rejects(clock.finish(put("/a.txt", "six", saw("one"))), isConflict);
      assert.equal(remote.text("/a.txt"), "two");
    });

  it("conflicts with an unlisted file, text or not, and backs it up once agreed to", async () => {
    for (const content of ["theirs", new Uint8Array([0xf0, 0x9f, 0x98, 0x41])]) {
      const { clock, remote, put, log } = engine();
      remote.put("/a.txt", content);
      remote.onEntries = () => [];
      await assert.rejects(put("/a.txt", "mine", absent), isConflict);
      assert.equal(count(remote.requests, "UPLOAD"), 0);
      const there = remote.text("/a.txt");
      await clock.finish(put("/a.txt", "mine", any));
      assert.deepEqual([remote.text("/a.txt"), log.backups], ["mine", [`overwritten /a.txt ${there}`]]);
    }
  });

  it("is made beside a name that differs only in letter case or accents when the user agreed", async () => {
    const { remote, put, texts } = engine({ "/Src/README.md": "one", "/caf\u00e9.txt": "one" });
    const alike = new Set<string>();
    for (const path of ["/Src/readme.md", "/src/new.md", "/cafe\u0301.txt"]) {
      await assert.rejects(put(path, "mine", absent), isProblem("alike"));
      await put(path, "mine", absent, { mayStandBeside: (other) => alike.add(other).size > 0 });
    }
    assert.deepEqual([...alike], ["/Src/README.md", "/Src", "/caf\u00e9.txt"]);
    assert.deepEqual([count(remote.requests, "UPLOAD"), Object.keys(texts()).length], [3, 5]);
  });

  it("is not made beside such a name that another client makes while it waits", async () => {
    const { clock, remote, put, texts } = engine();
    remote.onTurn = async () => {
      remote.put("/a.txt", "theirs");
      await clock.sleep(4_000);
    };
    await clock.finish(assert.rejects(put("/A.txt", "mine", absent), isProblem("alike")));
    assert.deepEqual(texts(), { "/a.txt": "theirs" });
  });

  it("conflicts with a file that appears in a folder of nearly its name, where the service takes both for one", async () => {
    const { clock, remote, put, texts } = engine();
    const observe = remote.observe.bind(remote);
    remote.observe = async (path) => await observe(path.toLowerCase());
    remote.onTurn = async () => {
      remote.put("/n/a.txt", "theirs");
      await clock.sleep(4_000);
    };
    const saved = put("/N/a.txt", "mine", absent, { mayStandBeside: () => true });
    await clock.finish(assert.rejects(saved, isConflict));
    assert.deepEqual(texts(), { "/n/a.txt": "theirs" });
  });

  for (const [when, hours] of [
    ["while it waits for its turn", 1],
    ["while it waits, so long that the backup is made again", 13],
    ["while it waits, and the clock is set back", -23],
    ["after the file was listed", 1],
    ["after the file was listed, and the clock is set back", -23],
    ["after the file was read", 1],
    ["after the file was read, and the clock is set back", -23],
  ] as const)
    it(`notices a change during the machine's sleep, which a monotonic clock need not count: ${when}`, async () => {
      const { clock, remote, put, read, texts } = engine({ "/a.txt": "one" });
      // Shows how far behind files are stamped: then a version alone proves a content.
      await clock.finish(put("/own.txt", "own", absent));
      await clock.advance(60_000);
      const sleep = async () => {
        clock.jump(hours * hour);
        remote.put("/a.txt", "theirs");
        await clock.sleep(5);
      };
      if (when.startsWith("while")) remote.onTurn = sleep;
      if (when.startsWith("after the file was listed")) {
        await read("/a.txt", { maxAgeMs: 0 });
        await clock.finish(sleep());
      }
      const observe = remote.observe.bind(remote);
      remote.observe = async (path) => {
        const answer = await observe(path);
        if (when.startsWith("after the file was read") && path === "/a.txt") await sleep();
        return answer;
      };
      await assert.rejects(clock.finish(put("/a.txt", "mine", saw("one"))), isConflict);
      assert.equal(texts()["/a.txt"], "theirs");
    });

  it("treats empty text at an unlisted path as a missing file", async () => {
    const { clock, remote, put } = engine({ "/a.txt": "" });
    const { onEntries } = remote;
    remote.onEntries = (directory, entries) =>
      count(remote.requests, "UPLOAD") === 0 ? [] : onEntries(directory, entries);
    await clock.finish(put("/a.txt", "mine", absent));
    assert.equal(remote.text("/a.txt"), "mine");
  });

  for (const kind of ["timeout", "server", "badResponse", "dialect"] as const)
    it(`sends nothing when an unlisted path cannot be requested: ${kind}`, async () => {
      const { clock, remote, files, put } = engine();
      remote.failing.add("LIST /a.txt");
      remote.failWith = new ServiceError(kind, "no answer");
      const isUntold = kind === "dialect" ? { kind } : isProblem("unchecked");
      await assert.rejects(put("/a.txt", "mine", absent), isUntold);
      await assert.rejects(clock.finish(files.remove([{ path: "/a.txt", base: any }])), isUntold);
      assert.deepEqual([count(remote.requests, "UPLOAD"), count(remote.requests, "DELETE")], [0, 0]);
    });

  for (const kind of ["server", "badResponse"] as const)
    it(`is stored at a service that fails for missing files: ${kind}`, async () => {
      const { clock, remote, put } = engine();
      remote.onRequest = (request) => {
        if (request.startsWith("LIST /") && request !== "LIST /") throw new ServiceError(kind, "not there");
      };
      await clock.finish(put("/a.txt", "mine", absent));
      assert.equal(remote.text("/a.txt"), "mine");
    });

  it("restores a file that was deleted meanwhile, unless it must exist", async () => {
    const { put, remote } = engine();
    const base = saw("one");
    assert.ok(base.kind === "contents");
    await assert.rejects(put("/a.txt", "mine", { ...base, mustExist: true }), isConflict);
    const { replaced } = await put("/a.txt", "mine", base);
    assert.deepEqual([remote.text("/a.txt"), replaced], ["mine", undefined]);
    assert.equal((await put("/a.txt", "newer", saw("mine"))).replaced?.sizeBytes, 4);
  });

  it("refuses a base version that proves nothing", async () => {
    const { clock, remote, files, put } = engine();
    remote.hasWholeSeconds = true;
    remote.put("/a.txt", "one");
    const { entries, askedAt } = await files.list("/");
    const entry = entries.get("a.txt");
    assert.ok(entry);
    // In the same second, of the same size: no listing can tell.
    remote.put("/a.txt", "two");
    await clock.advance(5_000);
    await assert.rejects(put("/a.txt", "mine", { kind: "version", entry, askedAt }), isConflict);
    const later = await files.list("/", { maxAgeMs: 0 });
    const now = later.entries.get("a.txt");
    assert.ok(now);
    await put("/a.txt", "mine", { kind: "version", entry: now, askedAt: later.askedAt });
    assert.equal(remote.text("/a.txt"), "mine");
  });

  it("reads a young file again before its first upload shows how far behind files are stamped", async () => {
    const { clock, remote, put } = engine({}, { knowsServiceTime: true });
    remote.hasWholeSeconds = true;
    remote.filesBehindMs = 3_000;
    await clock.advance(60_100);
    remote.put("/a.txt", "one");
    remote.onTurn = async () => {
      remote.put("/a.txt", "two");
      await clock.sleep(400);
    };
    await assert.rejects(clock.finish(put("/a.txt", "ten", saw("one"))), isConflict);
    assert.equal(remote.text("/a.txt"), "two");
  });

  it("refuses a version from before an own put, though a lagging listing still shows it", async () => {
    const { clock, remote, files, put } = engine({ "/a.txt": "one" }, { knowsServiceTime: true });
    await clock.advance(10_000);
    const { entries, askedAt } = await files.list("/");
    const entry = entries.get("a.txt");
    assert.ok(entry);
    remote.onEntries = () => [entry];
    await clock.advance(1_000);
    await clock.finish(put("/a.txt", "two", saw("one"), { author: "editor" }));
    const base = { kind: "version", entry, askedAt } as const;
    await assert.rejects(clock.finish(put("/a.txt", "ten", base, { author: "push" })), isConflict);
    assert.equal(remote.text("/a.txt"), "two");
  });

  it("replaces any remote file once the user has agreed, and backs up one from the last moment", async () => {
    const { clock, remote, put, log } = engine({ "/a.txt": "one" });
    let turns = 0;
    remote.onTurn = async () => {
      await clock.sleep(4_000);
      if (turns++ === 0) remote.put("/a.txt", "newer");
    };
    await clock.finish(put("/a.txt", "mine", any));
    assert.equal(remote.text("/a.txt"), "mine");
    assert.deepEqual(log.backups, ["overwritten /a.txt newer"]);
  });

  it("restores a file whose folders vanished since they were listed", async () => {
    const { remote, put, files } = engine({ "/a/b/c/d.txt": "one" });
    for (const folder of ["/", "/a", "/a/b", "/a/b/c"]) await files.list(folder);
    remote.files.clear();
    remote.put("/stays.txt", "x");
    files.markStale("/a/b/c");
    await put("/a/b/c/d.txt", "mine", saw("one"));
    assert.equal(remote.text("/a/b/c/d.txt"), "mine");
  });

  it("sends nothing when the remote file cannot be listed or read", async () => {
    for (const start of ["LIST", "READ"]) {
      const { remote, put } = engine({ "/a.txt": "one" });
      remote.failing.add(start);
      await assert.rejects(put("/a.txt", "mine", saw("one")), isProblem("unchecked"));
      assert.equal(count(remote.requests, "UPLOAD"), 0);
    }
  });

  it("refuses a folder, a name that an upload would change, and the app's root", async () => {
    const { remote, put } = engine({ "/lib/a.txt": "one" });
    await assert.rejects(put("/lib", "x", any), isProblem("isDirectory"));
    await assert.rejects(put('/a"b.txt', "x", any), isProblem("badName"));
    await assert.rejects(put("/", "x", any), isProblem("root"));
    assert.equal(count(remote.requests, "UPLOAD"), 0);
  });
});

describe("a put and its place in line", () => {
  it("is replaced in the queue by the author's newer content, and settles with it", async () => {
    const { clock, remote, put, texts } = engine();
    remote.onTurn = () => clock.sleep(3_000);
    const all = ["one", "two", "three"].map((content) => put("/a.txt", content, absent));
    const stored = await clock.finish(Promise.all(all));
    assert.deepEqual([texts(), count(remote.requests, "UPLOAD")], [{ "/a.txt": "three" }, 1]);
    assert.equal(new Set(stored.map(({ hash }) => hash)).size, 1);
  });

  testStories({
    "is not replaced by another author without its base version":
      "turns 3, save /a.txt one & other-save /a.txt two !: /a.txt one",
  });

  it("does not show its content to readers before it is stored", async () => {
    const { clock, remote, put, files } = engine({ "/a.txt": "one" });
    await clock.advance(60_000);
    remote.onTurn = () => clock.sleep(3_000);
    remote.failing.add("UPLOAD");
    const entry = await files.find("/a.txt");
    assert.ok(entry);
    const failed = assert.rejects(put("/a.txt", "two", saw("one")));
    await clock.advance(1_000);
    assert.equal(new TextDecoder().decode(await files.read("/a.txt", entry)), "one");
    await clock.finish(failed);
    assert.equal(new TextDecoder().decode(await files.read("/a.txt", entry)), "one");
  });

  it("is not sent once its caller has canceled, though the author's next one is", async () => {
    const { clock, remote, put, texts } = engine();
    remote.onTurn = () => clock.sleep(3_000);
    const abort = new AbortController();
    const gone = assert.rejects(put("/a.txt", "one", absent, { signal: abort.signal }), /enough/);
    await clock.advance(1_000);
    abort.abort(new Error("enough"));
    await clock.finish(put("/a.txt", "two", absent));
    await gone;
    assert.deepEqual([texts(), count(remote.requests, "UPLOAD")], [{ "/a.txt": "two" }, 1]);
  });

  it("is awaited when its caller cancels after sending", async () => {
    const { remote, put, texts } = engine();
    const abort = new AbortController();
    remote.onRequest = (request) => {
      if (request.startsWith("UPLOAD")) abort.abort(new Error("too late"));
    };
    await put("/a.txt", "one", absent, { signal: abort.signal });
    assert.deepEqual(texts(), { "/a.txt": "one" });
  });

  it("sends its content even when the caller's array changes", async () => {
    const { clock, remote, files, texts } = engine();
    remote.onTurn = () => clock.sleep(3_000);
    const own = bytes("one");
    const putting = files.put("/a.txt", own, { base: absent, author: "one" });
    own.fill(0);
    await clock.finish(putting);
    assert.deepEqual(texts(), { "/a.txt": "one" });
  });
});

describe("the backup of a put", () => {
  it("is not enough after another window took over the operation: nothing is sent", async () => {
    const { clock, remote, put, texts } = engine({ "/a.txt": "one" });
    const world = new BackupsWorld();
    const log = await world.window("a").begin(push);
    // The window stands still before its turn.
    remote.onTurn = async () => {
      world.alive.delete("a");
      assert.equal(await world.window("b").claim(log.id), true);
      await clock.during(world.clock.suspend(3 * minute));
    };
    await assert.rejects(clock.finish(put("/a.txt", "mine", any, { log })), { why: "takenOver" });
    assert.deepEqual([texts(), count(remote.requests, "UPLOAD")], [{ "/a.txt": "one" }, 0]);
  });

  it("is made before the request, and nothing is sent when it fails", async () => {
    const { remote, put, log } = engine({ "/a.txt": "one" });
    log.will = async () => {
      throw new Error("disk full");
    };
    await assert.rejects(put("/a.txt", "two", any), /disk full/);
    assert.equal(count(remote.requests, "UPLOAD"), 0);
  });

  it("is skipped, and named, for a file that is too large", async () => {
    const { clock, remote, put, log } = engine({ "/a.bin": "one" });
    const sizeBytes = 21 * 1024 * 1024;
    remote.onEntries = (_directory, entries) =>
      remote.text("/a.bin") === "one" ? entries.map((entry) => ({ ...entry, sizeBytes })) : entries;
    await assert.rejects(put("/a.bin", "two", saw("one")), isConflict);
    const lost = await put("/a.bin", "two", any).catch((error: unknown) => error);
    assert.ok(lost instanceof CannotBackUp);
    assert.equal(count(remote.requests, "UPLOAD"), 0);
    await clock.advance(20_000);
    // The agreement covers the version that was found then.
    remote.onEntries = (_directory, entries) =>
      entries.map((entry) => ({ ...entry, sizeBytes: sizeBytes + 1 }));
    await assert.rejects(put("/a.bin", "two", any, { lossAgreed: lost }), isProblem("cannotBackUp"));
    await clock.advance(20_000);
    remote.onEntries = (_directory, entries) =>
      remote.text("/a.bin") === "one" ? entries.map((entry) => ({ ...entry, sizeBytes })) : entries;
    await put("/a.bin", "two", any, { lossAgreed: lost });
    assert.deepEqual(log.changes[0]?.before, { notBackedUp: "tooLarge", sizeBytes });
    assert.equal(count(remote.requests, "READ /a.bin"), 0);
  });
});
