// What a mounted app reads, saves, makes and moves, and what it asks for it. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { StoredBase, StoredBases } from "../../../../../src/features/files/mountedApp/authors";
import { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import type { ConflictChoice } from "../../../../../src/features/files/notices/conflictQuestions";
import { bytes, count, harness, isProblem, save, saveInEditor, text } from "./mountHarness";

describe("MountedApp reading", () => {
  it("answers probes for missing names and whatever lies below them from one listing (3)", async () => {
    const { remote, mount } = harness();
    remote.put("/main.py", "x");
    for (const path of ["/.vscode", "/.vscode/settings.json", "/.git/config", "/a/b/c", "/package.json"]) {
      await assert.rejects(mount.stat(path), isProblem("notFound"));
      await assert.rejects(mount.readFile(path), isProblem("notFound"));
    }
    assert.deepEqual(remote.requests, ["LIST /"]);
  });

  it("shows a failed listing as a failure, never as a missing file or an empty folder (5)", async () => {
    const { remote, mount } = harness();
    remote.failing.add("LIST");
    for (const look of [mount.stat("/"), mount.stat("/a"), mount.readDirectory("/"), mount.readFile("/a")]) {
      await assert.rejects(look, { name: "ServiceError", kind: "server" });
    }
  });

  it("does not show a folder whose listing fails as there", async () => {
    const { remote, mount } = harness();
    remote.put("/lib/a.py", "x");
    remote.failing.add("LIST /lib");
    await assert.rejects(mount.stat("/lib"), { kind: "server" });
  });

  it("costs nothing to open an unchanged file again (13)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    assert.equal(text(await mount.readFile("/a.txt")), "one");
    assert.equal(text(await mount.readFile("/a.txt")), "one");
    assert.equal(count(remote.requests, "READ"), 1);
  });

  it("refuses a file over the size limit before any of it is asked for (10)", async () => {
    const { remote, mount } = harness();
    remote.put("/big.bin", "x".repeat(1_000_001));
    await assert.rejects(mount.readFile("/big.bin"), isProblem("tooLargeToOpen"));
    assert.equal(count(remote.requests, "READ"), 0);
  });
});

describe("MountedApp saving", () => {
  it("costs one upload and two listings, and no content (18)", async () => {
    const { remote, mount, clock } = harness();
    remote.put("/a.txt", "one");
    await clock.advance(60_000);
    await mount.readFile("/a.txt");
    await clock.advance(60_000);
    remote.requests.length = 0;
    await saveInEditor(mount, "/a.txt", "two!");
    assert.deepEqual(remote.requests, ["LIST /", "UPLOAD /a.txt", "LIST /"]);
    assert.equal(remote.text("/a.txt"), "two!");
  });

  for (const offsetMs of [-3_600_000, 0, 3_600_000]) {
    it(`asks nothing in twenty saves when the service's clock is ${offsetMs / 60_000} minutes off (17)`, async () => {
      const { remote, mount, clock, asked } = harness({ offsetMs });
      remote.put("/a.txt", "0");
      await mount.readFile("/a.txt");
      for (let round = 1; round <= 20; round++) {
        await clock.advance(5_000);
        await saveInEditor(mount, "/a.txt", "x".repeat(round));
      }
      assert.deepEqual(asked, []);
      assert.equal(remote.text("/a.txt"), "x".repeat(20));
    });
  }

  it("writes nothing when the file could not be looked at first (27)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "kept");
    remote.failing.add("LIST");
    await assert.rejects(mount.writeFile("/a.txt", bytes(""), save), isProblem("unchecked"));
    assert.equal(remote.text("/a.txt"), "kept");
    assert.equal(count(remote.requests, "UPLOAD"), 0);
  });

  it("does not let an empty new file replace one that has content (28)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "kept");
    await assert.rejects(mount.writeFile("/a.txt", bytes(""), save), isProblem("wouldEmpty"));
    assert.equal(remote.text("/a.txt"), "kept");
  });

  const unseen: [string, string, number][] = [
    ["of the same size", "two", 60_000],
    ["with an older time", "longer than before", -60_000],
  ];
  for (const [what, content, laterMs] of unseen) {
    for (const answer of ["cancel", "overwrite"] as const) {
      it(`asks before it replaces a change ${what}, and follows "${answer}" (24, 25)`, async () => {
        const { remote, mount, clock, asked } = harness({ answer });
        remote.put("/a.txt", "one");
        await mount.readFile("/a.txt");
        await clock.advance(10_000);
        remote.put("/a.txt", content, clock.now() - 10_000 + laterMs);
        const saving = saveInEditor(mount, "/a.txt", "mine");
        if (answer === "cancel") await assert.rejects(saving, isProblem("changedOnService"));
        else await saving;
        assert.deepEqual(asked, ["/a.txt"]);
        assert.equal(remote.text("/a.txt"), answer === "cancel" ? content : "mine");
      });
    }
  }

  it("asks when the editor's own look failed and so could not see the change (27)", async () => {
    const { remote, mount, clock, asked } = harness();
    remote.put("/a.txt", "one");
    await mount.readFile("/a.txt");
    await clock.advance(60_000);
    remote.put("/a.txt", "changed by others");
    mount.expectWrite("/a.txt");
    await assert.rejects(mount.writeFile("/a.txt", bytes("mine"), save), isProblem("changedOnService"));
    assert.deepEqual(asked, ["/a.txt"]);
  });

  it("does not ask again when VS Code already did (23)", async () => {
    const { remote, mount, clock, asked } = harness();
    remote.put("/a.txt", "one");
    await mount.readFile("/a.txt");
    await clock.advance(60_000);
    remote.put("/a.txt", "changed by others");
    // VS Code sees the change, holds the save back and asks; its user says to overwrite.
    mount.expectWrite("/a.txt");
    await mount.stat("/a.txt");
    await clock.advance(2_000);
    await saveInEditor(mount, "/a.txt", "mine");
    assert.deepEqual(asked, []);
    assert.equal(remote.text("/a.txt"), "mine");
  });

  it("asks again when the file has changed since VS Code asked, even where a listing does not show it", async () => {
    const { remote, mount, clock, asked } = harness();
    remote.put("/a.txt", "one");
    await mount.readFile("/a.txt");
    await clock.advance(60_000);
    remote.put("/a.txt", "changed by others");
    const changedAt = remote.files.get("/a.txt")?.modifiedAt;
    mount.expectWrite("/a.txt");
    await mount.stat("/a.txt");
    await clock.advance(2_000);
    remote.put("/a.txt", "changed once more", changedAt);
    await assert.rejects(saveInEditor(mount, "/a.txt", "mine"), isProblem("changedOnService"));
    assert.deepEqual([asked, remote.text("/a.txt")], [["/a.txt"], "changed once more"]);
  });

  it("does not ask about what VS Code is set to save over", async () => {
    const { remote, mount, clock, asked } = harness({ isSetToOverwrite: () => true });
    remote.put("/a.txt", "one");
    await mount.readFile("/a.txt");
    await clock.advance(60_000);
    remote.put("/a.txt", "changed by others");
    await saveInEditor(mount, "/a.txt", "mine");
    assert.deepEqual([asked, remote.text("/a.txt")], [[], "mine"]);
  });

  it("asks about a change that search, a hover or another extension has read meanwhile", async () => {
    const { remote, mount, clock, asked } = harness();
    remote.put("/a.txt", "one");
    mount.documentLoaded("/a.txt", text(await mount.readFile("/a.txt")));
    await clock.advance(60_000);
    remote.put("/a.txt", "two");
    await mount.readFile("/a.txt");
    const [entry] = await mount.list("/");
    assert.ok(entry);
    await mount.readText("/a.txt", entry);
    await assert.rejects(saveInEditor(mount, "/a.txt", "mine"), isProblem("changedOnService"));
    assert.deepEqual([asked, remote.text("/a.txt")], [["/a.txt"], "two"]);
  });

  it("asks after a reload of the window about a change of before", async () => {
    const bases = new Map<string, StoredBase>();
    const storedBases: StoredBases = {
      get: (path) => bases.get(path),
      set: (path, base) => void (base === undefined ? bases.delete(path) : bases.set(path, base)),
    };
    const { remote, mount, files, mountOptions, asked } = harness({ storedBases });
    remote.put("/a.txt", "one");
    mount.documentLoaded("/a.txt", text(await mount.readFile("/a.txt")));
    mount.dispose();
    remote.put("/a.txt", "two");
    const reloaded = new MountedApp(files, mountOptions);
    files.clear();
    // Search may have read it before the editor saves what was typed before the reload.
    await reloaded.readFile("/a.txt");
    await assert.rejects(saveInEditor(reloaded, "/a.txt", "mine"), isProblem("changedOnService"));
    assert.deepEqual([asked, remote.text("/a.txt")], [["/a.txt"], "two"]);
  });

  it("holds up no other file with a question that nobody answers, and goes on once somebody does", async () => {
    let answer: (choice: ConflictChoice) => void = () => undefined;
    const { remote, mount, clock } = harness({
      askConflict: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    for (const name of ["a", "b"]) remote.put(`/${name}.txt`, "one");
    await mount.readFile("/a.txt");
    await mount.readFile("/b.txt");
    await clock.advance(60_000);
    remote.put("/a.txt", "two");
    const saving = saveInEditor(mount, "/a.txt", "mine");
    await clock.advance(600_000);
    await saveInEditor(mount, "/b.txt", "other");
    await mount.writeFile("/c.txt", bytes("third"), save);
    assert.deepEqual(
      [remote.text("/a.txt"), remote.text("/b.txt"), remote.text("/c.txt")],
      ["two", "other", "third"],
    );
    answer("overwrite");
    await saving;
    assert.equal(remote.text("/a.txt"), "mine");
  });

  it("asks again about what came after its question was asked", async () => {
    const questions: string[] = [];
    const parts = harness({
      askConflict: async () => {
        questions.push(parts.remote.text("/a.txt") ?? "");
        if (questions.length === 1) parts.remote.put("/a.txt", "six");
        await parts.clock.sleep(1_000);
        return "overwrite";
      },
    });
    const { remote, mount, clock, log } = parts;
    remote.put("/a.txt", "one");
    await mount.readFile("/a.txt");
    await clock.advance(60_000);
    remote.put("/a.txt", "two");
    await clock.finish(mount.writeFile("/a.txt", bytes("mine"), save));
    assert.deepEqual([questions, remote.text("/a.txt")], [["two", "six"], "mine"]);
    assert.deepEqual(log.kept, ["overwritten /a.txt six"]);
  });

  it("does not ask about the half that the service stored of its own text", async () => {
    const { remote, mount, clock, asked } = harness();
    remote.put("/a.txt", "one");
    mount.documentLoaded("/a.txt", text(await mount.readFile("/a.txt")));
    remote.onUpload = (path, content) => remote.store(path, content.slice(0, 2));
    await assert.rejects(clock.finish(saveInEditor(mount, "/a.txt", "mine")), isProblem("notStored"));
    assert.equal(remote.text("/a.txt"), "mi");
    remote.onUpload = undefined;
    await clock.advance(60_000);
    await saveInEditor(mount, "/a.txt", "mine");
    assert.deepEqual([asked, remote.text("/a.txt")], [[], "mine"]);
  });

  it("asks again about what it agreed to replace when the service took its text and stored nothing", async () => {
    const { remote, mount, clock, asked } = harness({ answer: "overwrite" });
    remote.put("/a.txt", "one");
    mount.documentLoaded("/a.txt", text(await mount.readFile("/a.txt")));
    await clock.advance(60_000);
    remote.put("/a.txt", "two");
    remote.onUpload = () => undefined;
    await assert.rejects(clock.finish(saveInEditor(mount, "/a.txt", "mine")), isProblem("notStored"));
    remote.onUpload = undefined;
    await clock.advance(60_000);
    await saveInEditor(mount, "/a.txt", "mine");
    assert.deepEqual([asked, remote.text("/a.txt")], [["/a.txt", "/a.txt"], "mine"]);
  });

  it("does not ask about a file that was only touched (26)", async () => {
    const { remote, mount, clock, asked } = harness();
    remote.put("/a.txt", "one");
    await mount.readFile("/a.txt");
    await clock.advance(60_000);
    remote.put("/a.txt", "one");
    await saveInEditor(mount, "/a.txt", "mine");
    assert.deepEqual(asked, []);
  });

  it("rejects a save that the service refused, and the next look shows what is there (16)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    await mount.readFile("/a.txt");
    remote.failing.add("UPLOAD");
    await assert.rejects(saveInEditor(mount, "/a.txt", "two"), { kind: "server" });
    assert.equal((await mount.stat("/a.txt")).sizeBytes, 3);
  });

  it("refuses names that an upload would change", async () => {
    const { remote, mount } = harness();
    await assert.rejects(mount.writeFile('/a"b.txt', bytes("x"), save), isProblem("badName"));
    assert.deepEqual(remote.requests, []);
  });
});

describe("MountedApp folders", () => {
  it("makes folders without a request, and the first file makes them real (31)", async () => {
    const { remote, mount } = harness();
    await mount.createDirectory("/x");
    await mount.createDirectory("/x/y");
    assert.deepEqual(await mount.readDirectory("/x"), [["y", "directory"]]);
    await mount.writeFile("/x/y/z.js", bytes("1"), save);
    assert.equal(count(remote.requests, "UPLOAD"), 1);
    assert.deepEqual(await mount.readDirectory("/x/y"), [["z.js", "file"]]);
    assert.deepEqual(await mount.readDirectory("/"), [["x", "directory"]]);
  });

  it("deletes a folder that exists only here without a request (31)", async () => {
    const { remote, mount } = harness();
    await mount.createDirectory("/x");
    await mount.delete("/x", { recursive: true });
    assert.equal(count(remote.requests, "DELETE"), 0);
    await assert.rejects(mount.stat("/x"), isProblem("notFound"));
  });

  it("does not delete a folder with files unless told to (37)", async () => {
    const { remote, mount } = harness();
    remote.put("/lib/a.py", "x");
    await assert.rejects(mount.delete("/lib", { recursive: false }), isProblem("notEmpty"));
    await mount.delete("/lib", { recursive: true });
    assert.deepEqual([...remote.files.keys()], []);
  });

  it("never deletes the app's own folder or what is not there (37)", async () => {
    const { mount } = harness();
    await assert.rejects(mount.delete("/", { recursive: true }), isProblem("root"));
    await assert.rejects(mount.delete("/nope", { recursive: true }), isProblem("notFound"));
  });
});

describe("MountedApp renaming", () => {
  it("uploads the copy before it deletes the original (33)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    await mount.rename("/a.txt", "/b.txt", { overwrite: false });
    assert.deepEqual(
      remote.requests.filter((request) => !request.startsWith("LIST")),
      ["READ /a.txt", "UPLOAD /b.txt", "READ /b.txt", "DELETE /a.txt"],
    );
    assert.equal(remote.text("/b.txt"), "one");
  });

  it("keeps both and says so when the original cannot be deleted (33)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    remote.failing.add("DELETE");
    await assert.rejects(mount.rename("/a.txt", "/b.txt", { overwrite: false }), isProblem("originalLeft"));
    assert.deepEqual([remote.text("/a.txt"), remote.text("/b.txt")], ["one", "one"]);
  });

  it("changes nothing when the target exists or the source is missing (36)", async () => {
    const { remote, mount } = harness();
    remote.put("/a.txt", "one");
    remote.put("/b.txt", "two");
    await assert.rejects(mount.rename("/a.txt", "/b.txt", { overwrite: false }), isProblem("exists"));
    await assert.rejects(mount.rename("/no.txt", "/c.txt", { overwrite: false }), isProblem("notFound"));
    assert.deepEqual([count(remote.requests, "UPLOAD"), count(remote.requests, "DELETE")], [0, 0]);
  });
});
