// Downloads from an app in memory, over the real engine, into a folder in memory.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { planDownload } from "../../../../src/appFiles/transfer/plan/planDownload";
import type { TransferProgress } from "../../../../src/appFiles/transfer/runProgress";
import { RememberedChanges } from "../../../support/appFilesHarness";
import { MemoryFolder } from "../../../support/memoryFolder";
import type { RememberedFiles } from "../../../support/rememberedFiles";
import { megabyte } from "../../../support/someApp";
import { transferWorld, type WorldOptions } from "./transferWorld";

const whole = { "/": "" };
const gigabyte = 1024 * megabyte;

async function downloaded(
  inApp: Readonly<Record<string, string>>,
  sources: Readonly<Record<string, string>> = whole,
  options: WorldOptions = {},
) {
  const world = transferWorld(inApp, {}, options);
  const outcome = await world.finish(world.moved.download(sources));
  return { world, outcome, here: world.folder.texts };
}

describe("a download", () => {
  it("writes whole trees and single files, each under its own name", async () => {
    const { outcome, here } = await downloaded(
      { "lib/a.py": "a", "lib/deep/b.py": "b", "main.py": "m", "other.py": "o" },
      { "/lib": "lib", "/main.py": "main.py" },
    );
    assert.deepEqual(here, { "lib/a.py": "a", "lib/deep/b.py": "b", "main.py": "m" });
    assert.deepEqual([outcome.put, outcome.failed], [["/lib/a.py", "/lib/deep/b.py", "/main.py"], []]);
  });

  it("puts the app's root directly into the target, or into a folder of its own", async () => {
    const files = { "main.py": "m", "lib/a.py": "a" };
    assert.deepEqual((await downloaded(files)).here, files);
    const named = await downloaded(files, { "/": "shop" });
    assert.deepEqual(named.here, { "shop/main.py": "m", "shop/lib/a.py": "a" });
  });

  it("creates empty folders", async () => {
    const { world } = await downloaded({ "a.txt": "a" }, whole, {
      prepare: (remote) => remote.tree.makeFolder("/empty", { by: "start" }),
    });
    assert.equal((await world.folder.tryStat("empty"))?.type, "directory");
  });

  it("writes the files of a folder that a listing wrongly shows as empty", async () => {
    let listings = 0;
    const { outcome, here } = await downloaded({ "lib/a.py": "a" }, whole, {
      prepare: (remote) => {
        remote.onEntries = (directory, entries) => (directory === "/lib" && ++listings === 1 ? [] : entries);
      },
    });
    assert.deepEqual([here, outcome.failed], [{ "lib/a.py": "a" }, []]);
  });

  it("names a folder that is renamed while the tree is listed", async () => {
    const { outcome } = await downloaded({ "site/index.html": "1", "site/data/users.json": "all" }, whole, {
      prepare: (remote) => {
        remote.onRequest = (request) => {
          if (request !== "LIST /site/data" || !remote.files.has("/site/data/users.json")) return;
          remote.files.delete("/site/data/users.json");
          remote.files.delete("/site/data");
          remote.put("/site/data-2/users.json", "all");
        };
      },
    });
    assert.deepEqual([outcome.put, outcome.failed], [["/site/index.html"], ["/site/data error"]]);
  });

  it("names deleted, unlistable, irregular and hidden entries", async () => {
    const { outcome, here } = await downloaded(
      { "a.txt": "a", "b.txt": "b", "lib/c.txt": "c", "odd/d.txt": "d" },
      { ...whole, "/gone.txt": "gone.txt" },
      {
        prepare: (remote) => {
          remote.failing.add("LIST /lib");
          remote.hidden.set("/odd", 2);
          remote.onEntries = (_directory, entries) =>
            entries.map((entry) => (entry.name === "a.txt" ? { ...entry, type: "other" } : entry));
        },
      },
    );
    assert.deepEqual(outcome.failed, [
      ...["/a.txt isSpecialInApp", "/gone.txt notInApp", "/lib error", "/odd hiddenEntries"],
    ]);
    assert.deepEqual(here, { "b.txt": "b", "odd/d.txt": "d" });
  });

  it("replaces a local file only when that is selected, after a backup", async () => {
    const world = transferWorld({ "a.txt": "new", "b.txt": "new" }, { "a.txt": "old" });
    const { folder } = world;
    const skipped = await world.finish(
      world.moved.download(whole, { choose: ({ kind }) => kind === "added" }),
    );
    assert.deepEqual([skipped.put, folder.texts], [["/b.txt"], { "a.txt": "old", "b.txt": "new" }]);
    assert.deepEqual(
      skipped.rows.map(({ kind, path }) => `${kind} ${path}`),
      ["changed /a.txt", "added /b.txt"],
    );
    await world.finish(world.moved.download({ "/a.txt": "a.txt" }));
    assert.equal(folder.texts["a.txt"], "new");
    assert.deepEqual(world.moved.log.backups, ["overwritten a.txt old"]);
  });

  it("keeps local files, links too, that were created, changed or opened after the question", async () => {
    const world = transferWorld(
      { "new.txt": "1", "changed.txt": "1", "unsaved.txt": "1", "out/a.txt": "1", "link.txt": "1" },
      { "changed.txt": "old", "unsaved.txt": "old" },
    );
    const { folder } = world;
    const { put, failed } = await world.finish(
      world.moved.download(whole, {
        onPlanned: () => {
          folder.put("new.txt", "mine");
          folder.put("changed.txt", "own", world.clock.now() + 1);
          folder.unsaved.add("unsaved.txt");
          folder.putFolder("out", true);
          folder.putLink("link.txt");
        },
      }),
    );
    assert.deepEqual(
      [put, failed],
      [
        [],
        [
          "/changed.txt changedHere",
          "/link.txt linkInPlace",
          "/new.txt appearedHere",
          "/out/a.txt linkInPlace",
          "/unsaved.txt changedHere",
        ],
      ],
    );
    assert.deepEqual([folder.texts["changed.txt"], folder.texts["unsaved.txt"]], ["own", "old"]);
    assert.deepEqual(folder.written, []);
  });

  it("keeps a local file that is saved, edited or created during the backup", async () => {
    const world = transferWorld(
      { "saved.txt": "1", "edited.txt": "1", "gone.txt": "1", "new.txt": "1", "ok.txt": "1" },
      { "saved.txt": "old", "edited.txt": "old", "gone.txt": "old", "ok.txt": "old" },
    );
    const { folder } = world;
    const log = new RememberedChanges();
    const note = log.will.bind(log);
    log.will = async (change) => {
      const id = await note(change);
      if (change.path === "saved.txt") folder.put("saved.txt", "own", world.clock.now() + 1);
      if (change.path === "edited.txt") folder.unsaved.add("edited.txt");
      if (change.path === "gone.txt") folder.drop("gone.txt");
      if (change.path === "new.txt") folder.put("new.txt", "own");
      return id;
    };
    const { put, failed } = await world.finish(world.moved.download(whole, { log }));
    assert.deepEqual(put, ["/ok.txt"]);
    assert.deepEqual(failed, [
      "/edited.txt changedHere",
      "/gone.txt changedHere",
      "/new.txt appearedHere",
      "/saved.txt changedHere",
    ]);
    assert.deepEqual(folder.texts, {
      "saved.txt": "own",
      "edited.txt": "old",
      "new.txt": "own",
      "ok.txt": "1",
    });
  });

  it("writes nothing through a link, nor below a file or in place of a folder", async () => {
    const folder = new MemoryFolder();
    folder.putFolder("out", true);
    folder.putLink("link.txt");
    folder.putLink("broken", "other");
    folder.put("file", "x");
    folder.putFolder("folder");
    const files = {
      "out/a/b.txt": "1",
      "link.txt": "2",
      broken: "3",
      "file/below.txt": "4",
      folder: "5",
      ok: "6",
    };
    const { outcome } = await downloaded(files, whole, { folder });
    assert.deepEqual(outcome.failed, [
      ...["/broken linkInPlace", "/file/below.txt obstacle", "/folder isFolderHere"],
      ...["/link.txt linkInPlace", "/out/a/b.txt linkInPlace"],
    ]);
    assert.deepEqual(folder.written, ["ok"]);
  });

  it("names files that this machine cannot store", async () => {
    const files = { "aux.txt": "1", "a:b": "2", "con/x.txt": "3", "fine.txt": "4" };
    const folder = new MemoryFolder({ isWindows: true, ignoresCase: true });
    const windows = await downloaded(files, whole, { folder });
    assert.deepEqual(windows.outcome.failed, [
      "/a:b localName",
      "/aux.txt localName",
      "/con/x.txt localName",
    ]);
    assert.deepEqual(windows.here, { "fine.txt": "4" });
    assert.deepEqual((await downloaded(files)).outcome.failed, []);
  });

  it("does not let one of several files of the same name replace another, whatever the letter case", async () => {
    const { outcome, here } = await downloaded(
      { "a/X.txt": "1", "b/x.txt": "2", "c/x.txt": "3" },
      { "/a/X.txt": "X.txt", "/b/x.txt": "x.txt", "/c/x.txt": "x.txt" },
    );
    assert.deepEqual([here, outcome.failed], [{ "X.txt": "1", "x.txt": "2" }, ["/c/x.txt duplicate"]]);
  });

  it("loses no file to letter case", async () => {
    const files = { "Readme.md": "upper", "README.md": "capitals", "Lib/a.txt": "1", "lib/a.txt": "2" };
    const world = transferWorld(files);
    for (const _ of [1, 2]) assert.deepEqual((await world.finish(world.moved.download(whole))).failed, []);
    assert.equal(Object.keys(world.folder.texts).length, 4);

    const insensitive = await downloaded(files, whole, { folder: new MemoryFolder({ ignoresCase: true }) });
    assert.deepEqual(insensitive.outcome.failed, ["/Readme.md nameCollision", "/lib/a.txt nameCollision"]);
    assert.deepEqual(insensitive.here, { "Lib/a.txt": "1", "README.md": "capitals" });
  });

  it("names a file that could not be read or written, and writes the rest", async () => {
    const folder = new MemoryFolder();
    folder.locked.add("b.txt");
    const { outcome, here } = await downloaded({ "a.txt": "1", "b.txt": "2", "c.txt": "3" }, whole, {
      folder,
      prepare: (remote) => void remote.failing.add("READ /a.txt"),
    });
    assert.deepEqual([outcome.failed, here], [["/a.txt error", "/b.txt unwritable"], { "c.txt": "3" }]);
  });

  it("keeps the old file when the disk is full midway", async () => {
    const folder = MemoryFolder.of({ "a.bin": "old and whole", "b.txt": "old" });
    folder.freeBytes = 5_000;
    const { outcome, here, world } = await downloaded({ "a.bin": "new", "b.txt": "x".repeat(9_000) }, whole, {
      folder,
      prepare: sending("a.bin", { listed: 40 * megabyte, sent: 40 * megabyte }),
    });
    assert.deepEqual(outcome.failed, ["/a.bin unwritable", "/b.txt unwritable"]);
    assert.deepEqual(here, { "a.bin": "old and whole", "b.txt": "old" });
    assert.deepEqual([folder.held.now, folder.written], [0, []]);
    assert.ok(world.moved.log.changes.every(({ end }) => end === "notDone"));
  });

  it("writes what a file has now, before an upload shows whether times change", async () => {
    const { remote, files, moved, folder, finish } = transferWorld({});
    const put = (text: string) =>
      remote.files.set("/a.txt", { bytes: new TextEncoder().encode(text), modifiedAt: 5 });
    put("old");
    const entry = await files.find("/a.txt");
    if (entry) await files.read("/a.txt", entry);
    put("new");
    await finish(moved.download(whole));
    assert.deepEqual(folder.texts, { "a.txt": "new" });
  });

  it("streams five gigabytes without holding them in memory", async () => {
    const folder = new MemoryFolder();
    folder.keepsBytes = false;
    const { outcome } = await downloaded({ "disk.img": "x" }, whole, {
      folder,
      prepare: sending("disk.img", { listed: 5 * gigabyte, sent: 5 * gigabyte }),
    });
    assert.deepEqual([outcome.failed, outcome.put], [[], ["/disk.img"]]);
    assert.equal(folder.held.most, 0);
  });

  it("rejects a large file whose size differs from the listing", async () => {
    const { outcome, here } = await downloaded({ "disk.img": "x" }, whole, {
      prepare: sending("disk.img", { listed: gigabyte, sent: megabyte }),
    });
    assert.deepEqual([outcome.failed, here], [["/disk.img error"], {}]);
  });

  it("takes a large file whose size changes while it is read, where files are held anyway", async () => {
    for (const holdsFiles of [true, undefined] as const) {
      let listings = 0;
      const { outcome } = await downloaded({ "app.log": "line\n" }, whole, {
        folder: Object.assign(new MemoryFolder(), { holdsFiles }),
        prepare: (remote) => {
          remote.onEntries = (_directory, entries) =>
            ++listings > 1 ? entries : entries.map((entry) => ({ ...entry, sizeBytes: 40 * megabyte }));
        },
      });
      assert.deepEqual(outcome.put, holdsFiles ? ["/app.log"] : []);
    }
  });

  it("reads at most 16 texts at a time, without waiting for rate-limited downloads", async () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 60; index++) {
      files[`image-${index}.png`] = "p";
      files[`text-${index}.txt`] = "t";
    }
    const load = { now: 0, most: 0, downloads: 0 };
    const world = transferWorld(files);
    world.remote.onRequest = async (request) => {
      if (!request.startsWith("READ")) return;
      if (request.endsWith(".png")) load.downloads++;
      load.most = Math.max(load.most, ++load.now);
      await world.clock.sleep(request.endsWith(".png") ? 3_400 : 100);
      load.now--;
    };
    const progress: TransferProgress[] = [];
    const work = world.moved.download(whole, { onProgress: (each) => progress.push(each) });
    await world.clock.advance(3_000);
    assert.equal(world.folder.written.filter((path) => path.endsWith(".txt")).length, 60);
    assert.equal(load.downloads, 4);
    assert.ok(load.most <= 16, `${load.most} at a time`);
    const middle = progress.at(-1)?.remainingMs ?? 0;
    assert.ok(middle > 170_000 && middle <= 3 * 60_600, String(middle));
    assert.equal((await world.finish(work)).put.length, 120);
    const fractions = progress.map(({ fraction }) => fraction);
    assert.ok(Math.min(...fractions) === 0 && Math.max(...fractions) > 0.99 && Math.max(...fractions) <= 1);
  });

  it("plans nothing outside the folder, whatever the remote names are", async () => {
    const name = fc.oneof(
      fc.constantFrom("..", ".", "a", "A", "..\\up", "C:", "nul", "x ", "con.txt", "b\u0000"),
      fc.string({ minLength: 1, maxLength: 8 }),
    );
    const file = fc.array(name, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 12 }), fc.boolean(), async (paths, isWindows) => {
        const folder = new MemoryFolder({ isWindows, ignoresCase: isWindows });
        const files = paths.map((parts) => ({
          path: `/${parts.join("/")}`,
          localPath: parts.join("/"),
          askedAt: 0,
          entry: {
            name: parts.at(-1) ?? "",
            type: "file" as const,
            sizeBytes: 1,
            createdAt: 1,
            modifiedAt: 1,
          },
        }));
        const { signal } = new AbortController();
        const { rows } = await planDownload({ files, folders: [], failed: [] }, folder, signal);
        assert.equal(rows.length, files.length);
        const possible = rows.filter(({ kind }) => kind !== "blocked").map(({ localPath }) => localPath);
        for (const parts of possible.map((path) => path.split("/"))) {
          assert.ok(
            parts.every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\\")),
          );
          if (isWindows) assert.ok(parts.every((part) => !/[:.\s]$|:/.test(part)));
        }
        assert.equal(new Set(possible).size, possible.length);
      }),
      { numRuns: 300 },
    );
  });
});

/** Listed with another size than it has; `sent` bytes arrive in chunks. */
function sending(name: string, { listed, sent }: { readonly listed: number; readonly sent: number }) {
  const piece = new Uint8Array(megabyte);
  return (remote: RememberedFiles): void => {
    remote.onEntries = (_directory, entries) =>
      entries.map((entry) => (entry.name === name ? { ...entry, sizeBytes: listed } : entry));
    remote.download = async (_path, options) => {
      assert.equal(options?.expectedBytes, listed);
      for (let at = 0; at < sent; at += megabyte) await options?.onChunk?.(piece);
      return new Uint8Array();
    };
  };
}
