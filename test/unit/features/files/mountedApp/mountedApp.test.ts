// Reads, saves, creates and moves of a mounted app, with their questions. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ConflictChoice } from "../../../../../src/features/files/asks/conflictQuestions";
import { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import {
  bytes,
  count,
  isProblem,
  type MountedOptions,
  mounted,
  opened,
  rememberedBases,
  save,
  saveInEditor,
  text,
} from "./mountHarness";

describe("reading in a mounted app", () => {
  it("answers probes for missing names and paths below them from one listing (3)", async () => {
    const { remote, mount } = mounted({ "/main.py": "x" });
    for (const path of ["/.vscode", "/.vscode/settings.json", "/.git/config", "/a/b/c", "/package.json"]) {
      await assert.rejects(mount.stat(path), isProblem("notFound"));
      await assert.rejects(mount.readFile(path), isProblem("notFound"));
    }
    assert.deepEqual(remote.requests, ["LIST /"]);
  });

  it("costs nothing to open an unchanged file again (13)", async () => {
    const { remote, mount } = mounted({ "/a.txt": "one" });
    for (let times = 0; times < 2; times++) assert.equal(text(await mount.readFile("/a.txt")), "one");
    assert.equal(count(remote.requests, "READ"), 1);
  });

  const megabyte = 1024 * 1024;
  /** With one file of this listed size. */
  function large(sizeBytes: number, mayOpenLarge?: (parts: ReturnType<typeof mounted>) => Promise<boolean>) {
    const parts = mounted(
      { "/big.bin": "big" },
      mayOpenLarge ? { mayOpenLarge: async () => await mayOpenLarge(parts) } : {},
    );
    parts.remote.onEntries = (_, entries) => entries.map((entry) => ({ ...entry, sizeBytes }));
    return parts;
  }

  it("refuses a file over the size limit before any read (10)", async () => {
    const { remote, mount } = large(20 * megabyte + 1);
    await assert.rejects(mount.readFile("/big.bin"), isProblem("tooLargeToOpen"));
    assert.equal(count(remote.requests, "READ"), 0);
  });

  it("reads a larger file after consent, in its version after the question", async () => {
    let asked = 0;
    const { mount } = large(20 * megabyte + 1, async ({ remote, clock }) => {
      asked++;
      remote.put("/big.bin", "smaller");
      remote.onEntries = (_, entries) => entries;
      await clock.advance(60_000);
      return true;
    });
    assert.equal(text(await mount.readFile("/big.bin")), "smaller");
    assert.equal(asked, 1);
  });

  it("never reads a file over 200 MB, and asks no question about it", async () => {
    const { remote, mount } = large(200 * megabyte + 1, async () => assert.fail());
    await assert.rejects(mount.readFile("/big.bin"), isProblem("tooLargeToOpen"));
    assert.equal(count(remote.requests, "READ"), 0);
  });
});

describe("saving in a mounted app", () => {
  type Parts = Awaited<ReturnType<typeof opened>>;
  const theirs = ({ remote }: Parts, content = "changed by others") => remote.put("/a.txt", content);

  /**
   * Questions to an editor that saves "mine". `before` runs first; it may return another mount for the save.
   * A save ends with "mine" in the file or rejects.
   */
  function itSaves(
    title: string,
    { asks, ends, ...options }: MountedOptions & { readonly asks: number; readonly ends: string },
    before: (parts: Parts) => unknown,
  ): void {
    it(title, async () => {
      const parts = await opened(options);
      const other = await before(parts);
      const saving = saveInEditor(other instanceof MountedApp ? other : parts.mount, "/a.txt", "mine");
      if (ends === "mine") await saving;
      else await assert.rejects(saving, isProblem("changedOnService"));
      assert.deepEqual([parts.asked, parts.remote.text("/a.txt")], [Array(asks).fill("/a.txt"), ends]);
    });
  }

  /** VS Code notices a change and asks; the user overwrites. */
  async function askInEditor({ mount, clock }: Parts): Promise<void> {
    mount.expectWrite("/a.txt");
    await mount.stat("/a.txt");
    await clock.advance(2_000);
  }

  for (const offsetMs of [-3_600_000, 0, 3_600_000]) {
    it(`asks nothing in twenty saves when the service's clock is ${offsetMs / 60_000} minutes off (17)`, async () => {
      const { remote, mount, clock, asked } = await opened({ offsetMs });
      for (let round = 1; round <= 20; round++) {
        await clock.advance(5_000);
        await saveInEditor(mount, "/a.txt", "x".repeat(round));
      }
      assert.deepEqual([asked, remote.text("/a.txt")], [[], "x".repeat(20)]);
    });
  }

  const unseen = [
    ["of the same size", "two", 60_000],
    ["with an older time", "longer than before", -60_000],
  ] as const;
  for (const [what, content, laterMs] of unseen)
    for (const answer of ["cancel", "overwrite"] as const)
      itSaves(
        `asks before it replaces a change ${what}, and follows "${answer}" (24, 25)`,
        { answer, asks: 1, ends: answer === "cancel" ? content : "mine" },
        ({ remote, clock }) => remote.put("/a.txt", content, clock.now() - 120_000 + laterMs),
      );

  itSaves("does not ask again when VS Code already did (23)", { asks: 0, ends: "mine" }, async (parts) => {
    theirs(parts);
    await askInEditor(parts);
  });

  itSaves(
    "asks again when the file has changed since VS Code's question, even where no listing shows it",
    { asks: 1, ends: "changed once more" },
    async (parts) => {
      theirs(parts);
      const changedAt = parts.remote.files.get("/a.txt")?.modifiedAt;
      await askInEditor(parts);
      parts.remote.put("/a.txt", "changed once more", changedAt);
    },
  );

  itSaves(
    "does not ask where VS Code is set to overwrite",
    { isSetToOverwrite: () => true, asks: 0, ends: "mine" },
    (parts) => theirs(parts),
  );

  itSaves("does not ask about a file that was only touched (26)", { asks: 0, ends: "mine" }, (parts) =>
    theirs(parts, "one"),
  );

  itSaves(
    "asks about a change that search, a hover or another extension has read since",
    { asks: 1, ends: "two" },
    async (parts) => {
      theirs(parts, "two");
      await parts.mount.readFile("/a.txt");
      const [entry] = await parts.mount.list("/");
      assert.ok(entry);
      await parts.mount.readText("/a.txt", entry);
    },
  );

  itSaves(
    "asks after a reload of the window about an earlier change",
    { storedBases: rememberedBases(), asks: 1, ends: "two" },
    async (parts) => {
      parts.mount.dispose();
      theirs(parts, "two");
      const reloaded = new MountedApp(parts.files, parts.mountOptions);
      parts.files.clear();
      // A search may have read it before the editor saves text from before the reload.
      await reloaded.readFile("/a.txt");
      return reloaded;
    },
  );

  itSaves(
    "does not ask about the stored part of its own text",
    { asks: 0, ends: "mine" },
    async ({ remote, mount, clock }) => {
      remote.onUpload = (path, content) => remote.store(path, content.slice(0, 2));
      await assert.rejects(clock.finish(saveInEditor(mount, "/a.txt", "mine")), isProblem("notStored"));
      assert.equal(remote.text("/a.txt"), "mi");
      remote.onUpload = undefined;
      await clock.advance(60_000);
    },
  );

  itSaves(
    "asks again about an agreed replacement when the service accepted the text and stored nothing",
    { answer: "overwrite", asks: 2, ends: "mine" },
    async (parts) => {
      const { remote, mount, clock } = parts;
      theirs(parts, "two");
      remote.onUpload = () => undefined;
      await assert.rejects(clock.finish(saveInEditor(mount, "/a.txt", "mine")), isProblem("notStored"));
      remote.onUpload = undefined;
      await clock.advance(60_000);
    },
  );

  it("asks when VS Code's own check failed and so missed the change (27)", async () => {
    const parts = await opened();
    theirs(parts);
    parts.mount.expectWrite("/a.txt");
    await assert.rejects(parts.mount.writeFile("/a.txt", bytes("mine"), save), isProblem("changedOnService"));
    assert.deepEqual(parts.asked, ["/a.txt"]);
  });

  it("asks about a change that VS Code read for its comparison, although the read took long", async () => {
    const { remote, mount, clock, asked } = await opened();
    remote.put("/a.txt", "1234");
    mount.expectWrite("/a.txt", () => "mine");
    await mount.stat("/a.txt");
    // A read for the comparison waits for the download limit.
    remote.onRequest = async () => await clock.sleep(20_000);
    await clock.finish(mount.readFile("/a.txt"));
    remote.onRequest = () => undefined;
    await assert.rejects(clock.finish(mount.writeFile("/a.txt", bytes("mine"), save)));
    assert.deepEqual([asked, remote.text("/a.txt")], [["/a.txt"], "1234"]);
  });

  it("delays no other file by an open question, and continues after the answer", async () => {
    let answer: (choice: ConflictChoice) => void = () => undefined;
    const askConflict = () =>
      new Promise<ConflictChoice>((resolve) => {
        answer = resolve;
      });
    const { remote, mount, clock, stored } = await opened({ askConflict });
    remote.put("/b.txt", "one");
    await mount.readFile("/b.txt");
    remote.put("/a.txt", "two");
    const saving = saveInEditor(mount, "/a.txt", "mine");
    await clock.advance(600_000);
    await saveInEditor(mount, "/b.txt", "other");
    await mount.writeFile("/c.txt", bytes("third"), save);
    assert.deepEqual(stored(), { "/a.txt": "two", "/b.txt": "other", "/c.txt": "third" });
    answer("overwrite");
    await saving;
    assert.equal(remote.text("/a.txt"), "mine");
  });

  it("asks again about a file that came after the question", async () => {
    const questions: string[] = [];
    const parts = await opened({
      askConflict: async () => {
        questions.push(parts.remote.text("/a.txt") ?? "");
        if (questions.length === 1) parts.remote.put("/a.txt", "six");
        await parts.clock.sleep(1_000);
        return "overwrite";
      },
    });
    parts.remote.put("/a.txt", "two");
    await parts.clock.finish(parts.mount.writeFile("/a.txt", bytes("mine"), save));
    assert.deepEqual([questions, parts.remote.text("/a.txt")], [["two", "six"], "mine"]);
    assert.deepEqual(parts.log.backups, ["overwritten /a.txt six"]);
  });

  it("writes nothing when the first look fails (27)", async () => {
    const { remote, mount, stored } = mounted({ "/a.txt": "kept" });
    remote.failing.add("LIST");
    await assert.rejects(mount.writeFile("/a.txt", bytes(""), save), isProblem("unchecked"));
    assert.deepEqual([stored(), count(remote.requests, "UPLOAD")], [{ "/a.txt": "kept" }, 0]);
  });

  it("does not let an empty new file replace one that has content (28)", async () => {
    const { mount, stored } = mounted({ "/a.txt": "kept" });
    await assert.rejects(mount.writeFile("/a.txt", bytes(""), save), isProblem("wouldEmpty"));
    assert.deepEqual(stored(), { "/a.txt": "kept" });
  });

  it("rejects a save that the service refused, and shows the remote file afterwards (16)", async () => {
    const { remote, mount } = await opened();
    remote.failing.add("UPLOAD");
    await assert.rejects(saveInEditor(mount, "/a.txt", "longer"), { kind: "server" });
    assert.equal((await mount.stat("/a.txt")).sizeBytes, 3);
  });
});

describe("folders of a mounted app", () => {
  it("deletes a local-only folder without a request (31)", async () => {
    const { remote, mount } = mounted();
    for (const folder of ["/x", "/x/y", "/xy"]) await mount.createDirectory(folder);
    await mount.delete("/x", { recursive: true });
    assert.equal(count(remote.requests, "DELETE"), 0);
    for (const gone of ["/x", "/x/y"]) await assert.rejects(mount.stat(gone), isProblem("notFound"));
    assert.deepEqual(await mount.readDirectory("/"), [["xy", "directory"]]);
  });

  it("never deletes the app's root or a missing path (37)", async () => {
    const { mount } = mounted();
    await assert.rejects(mount.delete("/", { recursive: true }), isProblem("root"));
    await assert.rejects(mount.delete("/nope", { recursive: true }), isProblem("notFound"));
  });
});
