// Moves and copies of files and folders: one whole copy always exists, and other clients' files are not
// touched.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { AppFiles } from "../../../src/appFiles/appFiles";
import { type CopyDialog, type Move, moveFile, moveTree } from "../../../src/appFiles/moves";
import { RememberedChanges } from "../../support/appFilesHarness";
import { quietCopy } from "../../support/quietCopy";
import { any, breakConnection, bytes, count, engine, isProblem, saw } from "./engine";

interface MoveOptions {
  readonly target?: AppFiles;
  readonly dialog?: CopyDialog;
  readonly isMove?: boolean;
}

function mover(source: AppFiles) {
  const log = new RememberedChanges();
  const move = (
    from: string,
    to: string,
    { target = source, dialog = quietCopy, isMove = true }: MoveOptions,
  ): Move => ({
    source,
    from,
    target,
    to,
    isMove,
    replaces: undefined,
    dialog,
    begin: async () => log,
    beginRemoval: async () => log,
  });
  const folder = (from: string, to: string, options: MoveOptions = {}) => moveTree(move(from, to, options));
  const file = async (from: string, to: string, options: MoveOptions = {}) => {
    const entry = await source.find(from);
    assert.ok(entry);
    await moveFile(move(from, to, options), entry);
  };
  return { log, folder, file };
}

const library = { "/lib/a.txt": "a", "/lib/b.txt": "b", "/lib/c.txt": "c" };
const copied = { "/src/a.txt": "a", "/src/b.txt": "b", "/src/c.txt": "c" };

function folderOfThree(options: Parameters<typeof engine>[1] = {}) {
  const parts = engine(library, options);
  return { ...parts, ...mover(parts.files) };
}

/** From "/src/a.txt a, /src/b.txt b". */
const textsOf = (story: string) => Object.fromEntries(story.split(", ").map((each) => each.split(" ")));

/**
 * Moves /lib to /src; "fail DELETE, at UPLOAD /src/a.txt put /src/b.txt: exists" gives events and the
 * expected end.
 */
async function moveWith(story: string) {
  const parts = folderOfThree();
  const { clock, remote, folder } = parts;
  remote.onTurn = () => clock.sleep(3_000);
  const [steps = "", ending = ""] = story.split(": ");
  let dialog: CopyDialog = quietCopy;
  for (const step of steps.split(", ")) {
    const [, act, where = "", path] = /^(fail|lose|at|cancel at) (.*?)(?: put (.*))?$/.exec(step) ?? [];
    const put = () => void (path && remote.put(path, "theirs"));
    if (act === "fail") remote.failing.add(where);
    else if (act === "lose")
      remote.onCarriedOut = (request) => (request === where ? breakConnection() : undefined);
    else if (act === "at") remote.onRequest = (request) => (request === where ? put() : undefined);
    else dialog = cancelledAt(Number(where), put);
  }
  await assert.rejects(
    clock.finish(folder("/lib", "/src", { dialog })),
    ending === "cancelled" ? { message: ending } : { kind: ending },
  );
  return parts;
}

/** Canceled before the file with that number; `also` runs at that moment. */
function cancelledAt(number: number, also: () => void = () => undefined): CopyDialog {
  const cancel = new AbortController();
  return {
    confirm: async () => true,
    withProgress: (_estimate, work) =>
      work({
        signal: cancel.signal,
        report: ({ files }) => {
          if (files !== number) return;
          also();
          cancel.abort(new Error("cancelled"));
        },
      }),
  };
}

describe("moving a folder", () => {
  it("moves files that are too large for a backup, since their copies exist", async () => {
    const { remote, folder, file } = folderOfThree();
    const large = new Uint8Array(21 * 1024 * 1024).fill(7);
    remote.files.set("/lib/large.bin", { bytes: large, modifiedAt: 5 });
    await folder("/lib", "/src");
    assert.equal(remote.files.get("/src/large.bin")?.bytes.byteLength, large.byteLength);
    assert.equal(remote.files.has("/lib/large.bin"), false);
    await file("/src/large.bin", "/larger.bin");
    assert.equal(remote.files.has("/src/large.bin"), false);
  });

  it("leaves no copy that could not be read again", async () => {
    const { clock, remote, folder, texts } = folderOfThree();
    let mayFail = false;
    remote.onRequest = (request) => {
      if (request === "UPLOAD /src/b.txt") mayFail = true;
      if (!mayFail || request !== "READ /src/b.txt") return;
      mayFail = false;
      breakConnection();
    };
    await assert.rejects(clock.finish(folder("/lib", "/src")), { kind: "network" });
    assert.deepEqual(texts(), library);
  });

  it("loses no save that comes during the copy, and moves nothing then", async () => {
    const { clock, remote, folder, put, texts } = folderOfThree();
    const saves: Promise<unknown>[] = [];
    remote.onRequest = (request) => {
      if (request === "UPLOAD /src/b.txt" && saves.length === 0)
        saves.push(put("/lib/a.txt", "saved", saw("a")));
    };
    await assert.rejects(clock.finish(folder("/lib", "/src")), isProblem("changedWhileCopied"));
    await clock.finish(Promise.all(saves));
    assert.deepEqual(texts(), { ...library, "/lib/a.txt": "saved" });
  });

  it("loses no save that comes while its last request is queued", async () => {
    const { clock, remote, folder, put, texts } = folderOfThree();
    const saves: Promise<unknown>[] = [];
    remote.onTurn = async (request) => {
      if (!request.startsWith("DELETE") || saves.length > 0) return;
      saves.push(put("/lib/a.txt", "saved", saw("a")));
      await clock.sleep(3_000);
    };
    await clock.finish(folder("/lib", "/src"));
    await clock.finish(Promise.all(saves));
    assert.deepEqual(texts(), { "/lib/a.txt": "saved", ...copied });
  });

  it("copies what a file has now, before an upload shows whether times change", async () => {
    for (const name of ["/lib/a.txt", "/lib/a.bin"]) {
      const { clock, remote, files, read } = engine({}, { knowsServiceTime: true });
      const { file } = mover(files);
      remote.files.set(name, { bytes: bytes("old"), modifiedAt: 5 });
      await read(name);
      remote.files.set(name, { bytes: bytes("new"), modifiedAt: 5 });
      await clock.finish(file(name, "/copy", { isMove: false }));
      assert.equal(remote.text("/copy"), "new");
    }
  });

  it("does not copy files that are answered as deleted", async () => {
    const { clock, remote, files, folder, texts } = folderOfThree();
    remote.canRemoveNow = () => false;
    await files.removeSoon({ path: "/lib/a.txt", base: any });
    await clock.finish(folder("/lib", "/src"));
    assert.deepEqual(texts(), { "/src/b.txt": "b", "/src/c.txt": "c" });
  });

  it("copies all of a folder whose first listing is wrongly empty", async () => {
    const { remote, clock, folder, texts } = folderOfThree();
    remote.onRequest = (request) => {
      if (request === "LIST /lib" && count(remote.requests, "LIST /lib") === 1) remote.emptyOnce = true;
    };
    await clock.finish(folder("/lib", "/src", { isMove: false }));
    assert.deepEqual(texts(), { ...library, ...copied });
  });

  for (const isMove of [true, false]) {
    it(`refuses a folder with hidden entries, ${isMove ? "moved" : "copied"}`, async () => {
      const { remote, folder, texts } = folderOfThree();
      remote.put("/lib/sub/d.txt", "d");
      remote.hidden.set("/lib/sub", 1);
      await assert.rejects(folder("/lib", "/src", { isMove }), isProblem("incomplete"));
      assert.deepEqual(texts(), { ...library, "/lib/sub/d.txt": "d" });
      assert.equal(count(remote.requests, "UPLOAD"), 0);
    });
  }

  it("moves to another app, and journals the deletion as the source's", async () => {
    const { clock, folder, texts, log } = folderOfThree();
    const other = engine();
    await clock.finish(folder("/lib", "/src", { target: other.files }));
    assert.deepEqual([texts(), Object.keys(other.texts()).length], [{}, 3]);
    assert.equal(log.backups.length, 3);
  });
});

describe("a copy of a folder with names that differ in letter case only", () => {
  it("has both", async () => {
    const { clock, files, texts } = engine({ "/lib/Makefile": "one", "/lib/makefile": "two" });
    await clock.finish(mover(files).folder("/lib", "/src", { isMove: false }));
    const { "/src/Makefile": one, "/src/makefile": two } = texts();
    assert.deepEqual([one, two], ["one", "two"]);
  });
});

describe("a copy of a folder that is canceled or fails", () => {
  /** The story of the move, and the app's files then besides the originals. */
  const stories: Readonly<Record<string, readonly [story: string, found?: string]>> = {
    "keeps a new file of another client in the original, and the original": [
      "at UPLOAD /src/b.txt put /lib/new.txt: changedWhileCopied",
      "/lib/new.txt theirs",
    ],
    "names the copy when the original could not be removed": [
      "fail DELETE: originalLeft",
      "/src/a.txt a, /src/b.txt b, /src/c.txt c",
    ],
    "keeps files that others put into the folder meanwhile": [
      "cancel at 2 put /src/theirs.txt: cancelled",
      "/src/theirs.txt theirs",
    ],
    "keeps a copy that another client has changed since": [
      "cancel at 2 put /src/a.txt: cancelled",
      "/src/a.txt theirs",
    ],
    "stops at another client's file at the target, and keeps that": [
      "at UPLOAD /src/a.txt put /src/b.txt: exists",
      "/src/b.txt theirs",
    ],
    "removes its copies when an upload is refused": ["fail UPLOAD /src/c.txt: server"],
    "reports copies that could not be removed": [
      "fail UPLOAD /src/c.txt, fail DELETE: copiesLeft",
      "/src/a.txt a, /src/b.txt b",
    ],
    "removes a copy without a response when the next one fails": [
      "lose UPLOAD /src/a.txt, fail UPLOAD /src/b.txt: server",
    ],
  };
  for (const [title, [story, found]] of Object.entries(stories))
    it(title, async () => {
      const { texts, log } = await moveWith(story);
      assert.deepEqual(texts(), { ...library, ...(found && textsOf(found)) });
      if (story.endsWith("cancelled")) assert.equal(log.outcome, "cancelled");
    });

  it("keeps another client's equal file that came after its own upload landed elsewhere", async () => {
    const { clock, remote, folder, texts } = folderOfThree({ knowsServiceTime: true });
    remote.onUpload = (path, content) => remote.store(path === "/src/a.txt" ? "/stray.txt" : path, content);
    remote.onRequest = (request) => {
      const uploads = remote.requests.indexOf("UPLOAD /src/a.txt");
      const looks = remote.requests.slice(uploads).filter((each) => each.startsWith("LIST"));
      if (uploads >= 0 && request.startsWith("LIST") && looks.length === 5) remote.put("/src/a.txt", "a");
    };
    const copying = folder("/lib", "/src", { dialog: cancelledAt(2) });
    await assert.rejects(clock.finish(copying), isProblem("copiesLeft"));
    assert.deepEqual(texts(), { ...library, "/src/a.txt": "a", "/stray.txt": "a" });
  });
});

describe("moving a file", () => {
  it("replaces a file that is answered as deleted", async () => {
    const { clock, remote, files, texts } = engine();
    const { file } = mover(files);
    remote.put("/a.txt", "one");
    remote.put("/b.txt", "old");
    remote.canRemoveNow = () => false;
    await files.removeSoon({ path: "/b.txt", base: any });
    await clock.finish(file("/a.txt", "/b.txt"));
    await clock.finish(files.settled());
    assert.deepEqual(texts(), { "/b.txt": "one" });
  });
});

describe("a rename in letter case only", () => {
  for (const [what, from, to] of [
    ["file", "/readme.md", "/README.md"],
    ["folder", "/lib", "/LIB"],
  ] as const)
    it(`deletes nothing where the service takes both names of a ${what} for one and lists the original's`, async () => {
      const inApp = { "/lib/a.txt": "a", "/readme.md": "one" };
      const { clock, remote, files, texts } = engine(inApp);
      remote.foldsNames = true;
      const move: (from: string, to: string) => Promise<unknown> = mover(files)[what];
      await assert.rejects(clock.finish(move(from, to)), isProblem("originalLeft"));
      assert.deepEqual([texts(), count(remote.requests, "DELETE")], [inApp, 0]);
    });
});
