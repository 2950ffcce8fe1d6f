// Who writes a file through the file system, and what they had seen of it.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FileEntry } from "../../../../../src/core/model/model";
import { AnnouncedSaves } from "../../../../../src/features/files/mountedApp/announcedSaves";
import {
  Authors,
  type StoredBase,
  type StoredBases,
} from "../../../../../src/features/files/mountedApp/authors";
import { FakeClock } from "../../../../support/fakeClock";

const path = "/a.txt";
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A version of the file: its content names it, so that its hash is its text. */
const version = (text: string, modifiedAt = 1_000): FileEntry => ({
  name: "a.txt",
  type: "file",
  sizeBytes: utf8(text).byteLength,
  createdAt: 1,
  modifiedAt,
});

function harness(stored?: StoredBases) {
  const clock = new FakeClock();
  const saves = new AnnouncedSaves(clock);
  const authors = new Authors(clock, saves, stored);
  /** Anybody in the window reads the file. */
  const read = (text: string, content = utf8(text), modifiedAt?: number) =>
    authors.handedOut(
      path,
      { bytes: content, hash: text, isCertain: true },
      { version: version(text, modifiedAt), askedAt: 0 },
    );
  /** An editor opens the file. */
  const open = (text: string, content?: Uint8Array, modifiedAt?: number) => {
    read(text, content, modifiedAt);
    authors.loaded(path, text);
  };
  const save = () => {
    saves.announce(path);
    return authors.writer(path);
  };
  /** VS Code sees a change before a save, may hold the save back, and asks. */
  const heldBack = (text: string, modifiedAt: number) => {
    saves.announce(path);
    authors.toldVersion(path, version(text, modifiedAt));
    authors.mayBeAsked(path)?.(text);
  };
  /** An editor saves after VS Code has seen this version. */
  const saveSeeing = (text: string, modifiedAt: number) => {
    saves.announce(path);
    authors.toldVersion(path, version(text, modifiedAt));
    return authors.writer(path);
  };
  const accepts = (writer: ReturnType<Authors["writer"]>, text: string, modifiedAt?: number) =>
    writer.accepts(version(text, modifiedAt), text);
  return { clock, saves, authors, read, open, save, heldBack, saveSeeing, accepts };
}

function rememberedBases(): StoredBases & { readonly all: Map<string, StoredBase> } {
  const all = new Map<string, StoredBase>();
  return {
    all,
    get: (file) => all.get(file),
    set: (file, base) => void (base === undefined ? all.delete(file) : all.set(file, base)),
  };
}

describe("the document that saves", () => {
  it("has seen what was loaded into it, whatever search, hovers and others read meanwhile", () => {
    const { open, read, save, accepts } = harness();
    open("one");
    read("theirs");
    const writer = save();
    assert.deepEqual(
      [writer.name, accepts(writer, "one"), accepts(writer, "theirs")],
      ["document", true, false],
    );
  });

  it("has seen what it sent and what it stored, and no longer what was before", () => {
    const { open, save, accepts } = harness();
    open("one");
    const first = save();
    first.sent("two");
    assert.deepEqual([accepts(first, "one"), accepts(first, "two")], [true, true]);
    first.stored({ bytes: utf8("two"), hash: "two" }, version("two"));
    const second = save();
    assert.deepEqual([accepts(second, "one"), accepts(second, "two")], [false, true]);
  });

  it("has seen an older content again when its changes were undone", () => {
    const { authors, open, read, save, accepts } = harness();
    open("one");
    read("theirs");
    authors.loaded(path, "one");
    const writer = save();
    assert.deepEqual([accepts(writer, "one"), accepts(writer, "theirs")], [true, false]);
  });

  it("has seen the newer content when it was loaded again", () => {
    const { open, save, accepts } = harness();
    open("one");
    open("theirs");
    const writer = save();
    assert.deepEqual([accepts(writer, "one"), accepts(writer, "theirs")], [false, true]);
  });

  const latin = Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]);
  for (const [what, text, content] of [
    ["with other line ends", "a\nb", utf8("a\r\nb")],
    ["with a byte order mark", "Grüße", Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8("Grüße")])],
    ["in another encoding", "Grüße", latin],
    ["in UTF-16", "Gr", Uint8Array.from([0xff, 0xfe, 0x47, 0, 0x72, 0])],
    ["of two megabytes", "x".repeat(2_000_000), utf8("x".repeat(2_000_000))],
  ] as const) {
    it(`knows its text again ${what}`, () => {
      const { authors, open, read, save, accepts } = harness();
      open(text, content);
      read("theirs");
      authors.loaded(path, text);
      const writer = save();
      assert.deepEqual([accepts(writer, text), accepts(writer, "theirs")], [true, false]);
    });
  }

  it("is still the one that saves when the service was slow to show its missing file, or the folder above", async () => {
    const { saves, authors, clock, open } = harness();
    open("one");
    saves.announce(path, () => "two");
    for (const looked of [path, "/"]) {
      const answered = saves.noteStat(looked);
      await clock.advance(9_000);
      answered();
    }
    assert.equal(authors.writer(path, utf8("two")).name, "document");
  });

  it("keeps what it had seen when nobody can tell what it shows", () => {
    const { authors, open, read, save, accepts } = harness();
    open("one");
    read("theirs");
    authors.loaded(path, "in an encoding that nobody knows");
    const writer = save();
    assert.deepEqual([accepts(writer, "one"), accepts(writer, "theirs")], [true, false]);
  });

  it("is asked about a change of the same size, or with an older time, that VS Code cannot see", () => {
    for (const [text, modifiedAt] of [
      ["two", 2_000],
      ["longer", 500],
    ] as const) {
      const { open, save, saveSeeing, accepts } = harness();
      open("one");
      assert.equal(accepts(saveSeeing(text, modifiedAt), text, modifiedAt), false);
      assert.equal(accepts(save(), text, modifiedAt), false);
    }
  });

  it("is not asked again about the version that VS Code has asked about, and about each later one", () => {
    const { open, heldBack, saveSeeing, accepts } = harness();
    open("one");
    heldBack("longer", 2_000);
    // Its user says to overwrite.
    const writer = saveSeeing("longer", 2_000);
    assert.equal(accepts(writer, "longer", 2_000), true);
    assert.equal(accepts(writer, "longer still", 3_000), false);
  });

  it("has seen after a reload what it was loaded from before", () => {
    const stored = rememberedBases();
    harness(stored).open("one");
    const { read, save, accepts } = harness(stored);
    read("theirs");
    const writer = save();
    assert.deepEqual(
      [writer.isBlind, accepts(writer, "one"), accepts(writer, "theirs")],
      [false, true, false],
    );
  });

  it("has agreed after a reload to replace the version that VS Code asked about, and no other", () => {
    const stored = rememberedBases();
    harness(stored).open("one");
    const { heldBack, saveSeeing, accepts } = harness(stored);
    heldBack("theirs", 2_000);
    const writer = saveSeeing("theirs", 2_000);
    assert.deepEqual([accepts(writer, "theirs", 2_000), accepts(writer, "newer text", 3_000)], [true, false]);
  });

  it("has agreed to nothing when VS Code could not look at the file before it saved again", () => {
    const { open, save, heldBack, accepts } = harness();
    open("one");
    heldBack("theirs", 2_000);
    assert.equal(accepts(save(), "theirs", 2_000), false);
  });

  it("has agreed after a reload to nothing that VS Code cannot have asked about", () => {
    const stored = rememberedBases();
    harness(stored).open("one", undefined, 3_000);
    const { heldBack, saveSeeing, accepts } = harness(stored);
    heldBack("theirs", 2_000);
    assert.equal(accepts(saveSeeing("theirs", 2_000), "theirs", 2_000), false);
  });

  it("has agreed after a reload to nothing where it is not known what VS Code compares with", () => {
    const stored = rememberedBases();
    stored.set(path, { hash: "one", compared: [] });
    const { heldBack, saveSeeing, accepts } = harness(stored);
    heldBack("theirs", 2_000);
    assert.equal(accepts(saveSeeing("theirs", 2_000), "theirs", 2_000), false);
  });

  it("has seen nothing once it is closed, and leaves nothing behind", () => {
    const stored = rememberedBases();
    const { authors, open, save } = harness(stored);
    open("one");
    assert.equal(stored.all.get(path)?.hash, "one");
    authors.closed(path);
    assert.equal(stored.all.size, 0);
    assert.equal(save().name, "document");
  });

  it("is the one that writes what it holds, or held since it was about to save", () => {
    const { saves, authors, open } = harness();
    open("one");
    let shown = "one two";
    saves.announce(path, () => shown);
    // A formatter has its turn, then VS Code takes the text, and its user types on.
    shown = "one two\n";
    saves.edited(path);
    shown = "one two\nthree";
    saves.edited(path);
    assert.equal(authors.writer(path, utf8("one two\r\n")).name, "document");
    saves.announce(path, () => shown);
    assert.equal(authors.writer(path, utf8(shown)).name, "document");
  });

  it("is not the one that writes other bytes between its announcement and its write", () => {
    const { saves, authors, open, accepts } = harness();
    open("one");
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

  it("is taken for the one that writes where its bytes cannot be told from its text", () => {
    const { saves, authors, open } = harness();
    open("one");
    saves.announce(path, () => undefined);
    assert.equal(authors.writer(path, utf8("in another encoding")).name, "document");
    let length = 3 * 1024 * 1024;
    saves.announce(path, () => "x".repeat(length));
    length++;
    saves.edited(path);
    assert.equal(authors.writer(path, utf8("x".repeat(100))).name, "document");
  });

  it("shares nothing with the window although it has seen the same", () => {
    const { authors, read, save, accepts } = harness();
    read("one");
    save().sent("mine");
    authors.writer(path).sent("written by an extension");
    const writer = save();
    assert.deepEqual(
      [accepts(writer, "one"), accepts(writer, "mine"), accepts(writer, "written by an extension")],
      [true, true, false],
    );
  });

  it("brings back what was deleted meanwhile", () => {
    const { open, save } = harness();
    open("one");
    assert.equal(save().accepts(undefined, undefined), true);
  });

  it("has seen a content that is too large to be read by its version", () => {
    const { open, save } = harness();
    open("one");
    const writer = save();
    assert.equal(writer.accepts(version("one"), undefined), true);
    assert.equal(writer.accepts(version("one", 2_000), undefined), false);
  });
});

describe("whoever else writes in the window", () => {
  it("has seen what was handed out last, to anybody", () => {
    const { authors, open, read, accepts } = harness();
    open("one");
    read("theirs");
    const writer = authors.writer(path);
    assert.deepEqual(
      [writer.name, accepts(writer, "one"), accepts(writer, "theirs")],
      ["window", false, true],
    );
  });

  it("is not a document whose save was written, or never came", async () => {
    const { saves, clock, authors, open, save } = harness();
    open("one");
    save();
    assert.equal(authors.writer(path).name, "window");
    saves.announce(path);
    await clock.advance(11_000);
    assert.equal(authors.writer(path).name, "window");
  });

  it("has not seen what came where nothing was found, also when making the folders took a minute", async () => {
    const { clock, authors, accepts } = harness();
    authors.toldMissing(path);
    assert.equal(accepts(authors.writer(path), "theirs"), false);
    await clock.advance(70_000);
    assert.equal(accepts(authors.writer(path), "theirs"), false);
    await clock.advance(240_000);
    assert.equal(accepts(authors.writer(path), "theirs"), true);
  });

  it("replaces what it finds when it knows nothing, and nothing that comes after", () => {
    const { authors, accepts } = harness();
    const writer = authors.writer(path);
    assert.deepEqual([writer.isBlind, accepts(writer, "one"), accepts(writer, "two")], [true, true, false]);
  });

  it("has seen nothing in the place of what it deleted", () => {
    const { authors, open, save, accepts } = harness();
    open("one");
    authors.removed(path);
    assert.equal(accepts(authors.writer(path), "one"), false);
    assert.equal(authors.writer(path).accepts(undefined, undefined), true);
    assert.equal(accepts(save(), "one"), false);
  });
});
