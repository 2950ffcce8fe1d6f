// The author of a write through the file system, and its base version.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FileEntry } from "../../../../../src/core/model/model";
import { AnnouncedSaves } from "../../../../../src/features/files/mountedApp/announcedSaves";
import { Authors, type StoredBases, type Writer } from "../../../../../src/features/files/mountedApp/authors";
import { FakeClock } from "../../../../support/fakeClock";
import { rememberedBases } from "./mountHarness";

const path = "/a.txt";
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Named by its content, so that its hash is its text. */
const version = (text: string, modifiedAt = 1_000): FileEntry => ({
  name: "a.txt",
  type: "file",
  sizeBytes: utf8(text).byteLength,
  createdAt: 1,
  modifiedAt,
});

function harness(stored?: StoredBases) {
  const clock = new FakeClock();
  let saves = new AnnouncedSaves(clock);
  let authors = new Authors(clock, saves, stored);
  let writer: Writer | undefined;
  /** By an editor, a search or an extension. */
  const read = (text: string, modifiedAt?: number, content = utf8(text)) =>
    authors.handedOut(
      path,
      { bytes: content, hash: text, isCertain: true },
      { version: version(text, modifiedAt), askedAt: 0 },
    );
  const steps = {
    read,
    /** A clean document shows the text. */
    load: (text: string) => authors.loaded(path, text),
    open: (text: string, modifiedAt?: number, content?: Uint8Array) => {
      read(text, modifiedAt, content);
      authors.loaded(path, text);
    },
    reload: () => {
      saves = new AnnouncedSaves(clock);
      authors = new Authors(clock, saves, stored);
    },
    /** VS Code checks the version before a save. */
    see: (text: string, modifiedAt?: number) => {
      saves.announce(path);
      authors.statReturned(path, version(text, modifiedAt));
    },
    /** VS Code notices a change before a save and asks. */
    ask: (text: string, modifiedAt?: number) => {
      steps.see(text, modifiedAt);
      authors.mayBeAsked(path)?.(text);
    },
    /** Without an announced save, the window writes. */
    write: () => {
      writer = authors.writer(path);
    },
    save: () => {
      saves.announce(path);
      steps.write();
    },
    send: (text: string) => writer?.sent(text),
    store: (text: string) => writer?.stored({ bytes: utf8(text), hash: text }, version(text)),
    remove: () => authors.removed(path),
  };
  /** Steps such as "open one", "see two 2000"; returns the last author. */
  const play = (...all: readonly string[]): Writer => {
    for (const each of all) {
      const [name, text = "", modifiedAt] = each.split(" ");
      steps[name as keyof typeof steps](text, modifiedAt ? Number(modifiedAt) : undefined);
    }
    assert.ok(writer);
    return writer;
  };
  return { clock, saves, authors, steps, play };
}

function accepts(writer: Writer, found: string): boolean {
  const [text = "", modifiedAt] = found.split(" ");
  return writer.accepts(version(text, modifiedAt ? Number(modifiedAt) : undefined), text);
}

/**
 * One test per title. "open one, save: one, not two": steps, then what their last author replaces without a
 * question, and what not.
 */
function testWriters(name: string, tests: Readonly<Record<string, string>>): void {
  for (const [title, script] of Object.entries(tests))
    it(title, () => {
      const [steps = [], found = []] = script.split(": ").map((part) => part.split(", "));
      const writer = harness(rememberedBases()).play(...steps);
      assert.equal(writer.name, name);
      for (const each of found)
        assert.equal(accepts(writer, each.replace(/^not /, "")), !each.startsWith("not "), each);
    });
}

describe("the author of a save", () => {
  testWriters("document", {
    "has its sent content as base, and the one before until the save is stored":
      "open one, save, send two: one, two",
    "has its stored content as base, and no longer the one before":
      "open one, save, store two, save: two, not one",
    "has an older content as base again when its changes were undone":
      "open one, read theirs, load one, save: one, not theirs",
    "has the newer content as base after a reload of the file":
      "open one, open theirs, save: theirs, not one",
    "has no content as base that is read and loaded while its save is queued":
      "open one, save, read theirs, load theirs: one, not theirs",
    "keeps its base when its content cannot be identified":
      "open one, read theirs, load unknown, save: one, not theirs",
    "has no agreed base when VS Code could not check the file before it saved again":
      "open one, ask theirs 2000, save: not theirs 2000",
    "has its earlier content as base after a reload of the window":
      "open one, reload, read theirs, save: one, not theirs",
    "has agreed after a reload to replace VS Code's version in the question, and no other":
      "open one, reload, ask theirs 2000, see theirs 2000, write: theirs 2000, not newer 3000",
    "has agreed after a reload to no version that VS Code cannot have asked about":
      "open one 3000, reload, ask theirs 2000, see theirs 2000, write: not theirs 2000",
    "shares no base with the window although both read the same":
      "read one, save, send mine, write, send extension's, save: one, mine, not extension's",
  });

  it("has no base after a reload where VS Code's comparison is unknown", () => {
    const stored = rememberedBases();
    stored.set(path, { hash: "one", compared: [] });
    const writer = harness(stored).play("ask theirs 2000", "see theirs 2000", "write");
    assert.deepEqual([writer.isBlind, accepts(writer, "theirs 2000")], [false, false]);
  });

  const latin = Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]);
  for (const [what, text, content] of [
    ["with other line ends", "a\nb", utf8("a\r\nb")],
    ["with a byte order mark", "Grüße", Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8("Grüße")])],
    ["in another encoding", "Grüße", latin],
    ["in UTF-16", "Gr", Uint8Array.from([0xff, 0xfe, 0x47, 0, 0x72, 0])],
    ["of two megabytes", "x".repeat(2_000_000), utf8("x".repeat(2_000_000))],
  ] as const) {
    it(`recognizes its text ${what}`, () => {
      const { steps, play } = harness();
      steps.open(text, undefined, content);
      steps.read("theirs");
      steps.load(text);
      const writer = play("save");
      assert.deepEqual([writer.accepts(version(text), text), accepts(writer, "theirs")], [true, false]);
    });
  }

  it("is the same document when the service was slow to list its missing file or the parent", async () => {
    const { saves, authors, clock, steps } = harness();
    steps.open("one");
    saves.announce(path, () => "two");
    for (const looked of [path, "/"]) {
      const answered = saves.noteRequest(looked);
      await clock.advance(9_000);
      answered();
    }
    assert.equal(authors.writer(path, utf8("two")).name, "document");
  });

  it("has no base once it is closed, and leaves no state", () => {
    const stored = rememberedBases();
    const { authors, steps, play } = harness(stored);
    steps.open("one");
    assert.equal(stored.all.get(path)?.hash, "one");
    authors.closed(path);
    assert.equal(stored.all.size, 0);
    assert.equal(play("save").name, "document");
  });

  it("is the document with the written content, or with that content since its save began", () => {
    const { saves, authors, steps } = harness();
    steps.open("one");
    let shown = "one two";
    saves.announce(path, () => shown);
    // A formatter runs, then VS Code takes the text, and the user types on.
    shown = "one two\n";
    saves.edited(path);
    shown = "one two\nthree";
    saves.edited(path);
    assert.equal(authors.writer(path, utf8("one two\r\n")).name, "document");
    saves.announce(path, () => shown);
    assert.equal(authors.writer(path, utf8(shown)).name, "document");
  });

  it("is not a document with other content between its announcement and its write", () => {
    const { saves, authors, steps } = harness();
    steps.open("one");
    saves.announce(path, () => "mine");
    const extension = authors.writer(path, utf8("written by an extension"));
    assert.equal(extension.name, "window");
    extension.sent("written by an extension");
    const writer = authors.writer(path, utf8("mine"));
    assert.deepEqual(
      [writer.name, accepts(writer, "one"), accepts(writer, "written by an extension")],
      ["document", true, false],
    );
  });

  it("is assumed where its bytes cannot be distinguished from its text", () => {
    const { saves, authors, steps } = harness();
    steps.open("one");
    saves.announce(path, () => undefined);
    assert.equal(authors.writer(path, utf8("in another encoding")).name, "document");
    let length = 3 * 1024 * 1024;
    saves.announce(path, () => "x".repeat(length));
    length++;
    saves.edited(path);
    assert.equal(authors.writer(path, utf8("x".repeat(100))).name, "document");
  });

  it("restores a deleted file, also one that the window deleted, and replaces no other", () => {
    assert.equal(harness().play("open one", "save").accepts(undefined, undefined), true);
    for (const last of ["save", "write"]) {
      const writer = harness().play("open one", "remove", last);
      assert.deepEqual([writer.accepts(undefined, undefined), accepts(writer, "one")], [true, false], last);
    }
  });

  it("knows a file that is too large to read by its version", () => {
    const writer = harness().play("open one", "save");
    assert.equal(writer.accepts(version("one"), undefined), true);
    assert.equal(writer.accepts(version("one", 2_000), undefined), false);
  });
});

describe("a write without a document", () => {
  testWriters("window", {
    "has no content as base that is read while its write is queued":
      "read one, write, read theirs: one, not theirs",
    "has the last read content as base, by any reader": "open one, read theirs, write: theirs, not one",
    "replaces the present file without a base, and none that comes later": "write: one, not two",
  });

  it("is not a save that was written before, or never came", async () => {
    const { saves, clock, authors, play } = harness();
    assert.equal(play("open one", "save", "write").name, "window");
    saves.announce(path);
    await clock.advance(11_000);
    assert.equal(authors.writer(path).name, "window");
  });

  it("has no base for a file that came where none was found, also when creating the folders took a minute", async () => {
    const { clock, authors } = harness();
    authors.statFailed(path);
    assert.equal(accepts(authors.writer(path), "theirs"), false);
    await clock.advance(70_000);
    assert.equal(accepts(authors.writer(path), "theirs"), false);
    await clock.advance(240_000);
    assert.equal(accepts(authors.writer(path), "theirs"), true);
  });
});
