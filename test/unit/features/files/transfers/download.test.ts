// Downloads from an app in memory into a folder in memory: listed, compared, and brought.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { mayBeText } from "../../../../../src/api/exactText";
import { downloadRule, Lane } from "../../../../../src/api/lane";
import type { FileEntry } from "../../../../../src/core/model";
import {
  type AppReader,
  type DownloadSource,
  planDownload,
  readRemoteTree,
} from "../../../../../src/features/files/transfers/downloadPlan";
import { type DownloadProgress, runDownload } from "../../../../../src/features/files/transfers/downloadRun";
import { FakeClock } from "../../../../support/fakeClock";
import { RememberedFiles } from "../../../../support/rememberedFiles";
import { LocalDisk } from "./localDisk";

const pace = { perWindow: 18, windowMs: 60_600 };

function setUp(files: Record<string, string>, disk: LocalDisk = new LocalDisk()) {
  const clock = new FakeClock(0);
  const lane = new Lane(downloadRule, clock);
  const remote = new RememberedFiles(clock);
  for (const [path, text] of Object.entries(files)) remote.put(path, text);
  const cancel = new AbortController();
  const load = { now: 0, most: 0 };
  const limitedAt: number[] = [];
  const app: AppReader = {
    accountId: "me",
    appId: "app",
    list: (directory) => remote.list(directory),
    readWhole: async (path, entry, { signal, priority }) => {
      load.most = Math.max(load.most, ++load.now);
      try {
        if (mayBeText(entry.name, entry.sizeBytes)) {
          await clock.sleep(100, signal);
          return await remote.readBytes(path);
        }
        return await lane.run({
          priority,
          signal,
          start: async () => {
            limitedAt.push(clock.now());
            return await remote.readBytes(path);
          },
        });
      } finally {
        load.now--;
      }
    },
  };
  const progress: DownloadProgress[] = [];

  /** What the command does; "skip" leaves what is there. */
  const download = async (
    sources: readonly Omit<DownloadSource, "app">[],
    existing: "skip" | "replace" = "skip",
  ) => {
    const tree = await readRemoteTree(
      sources.map((source) => ({ app, ...source })),
      cancel.signal,
      () => undefined,
    );
    const plan = await planDownload(tree, disk, cancel.signal);
    const result = await runDownload({
      items: plan.items.filter(({ replaces }) => existing === "replace" || !replaces),
      local: disk,
      clock,
      signal: cancel.signal,
      pace,
      onProgress: (each) => progress.push(each),
    });
    for (const { localPath } of plan.folders) await disk.createFolder(localPath);
    const failed = [...plan.failed, ...result.failed]
      .map(({ path, problem }) => `${path} ${problem.kind}`)
      .sort();
    return { ...result, plan, failed };
  };
  const finish = (...args: Parameters<typeof download>) => clock.finish(download(...args));
  return { clock, remote, disk, cancel, load, limitedAt, progress, download, finish, app };
}

const whole = [{ path: "/", localName: "" }];

describe("downloading", () => {
  it("brings whole trees and single files, each under its own name", async () => {
    const { disk, finish } = setUp({
      "/lib/a.py": "a",
      "/lib/deep/b.py": "b",
      "/main.py": "m",
      "/other.py": "o",
    });
    const { downloaded, failed } = await finish([
      { path: "/lib", localName: "lib" },
      { path: "/main.py", localName: "main.py" },
    ]);
    assert.deepEqual(disk.files, { "lib/a.py": "a", "lib/deep/b.py": "b", "main.py": "m" });
    assert.deepEqual(downloaded, ["/lib/a.py", "/lib/deep/b.py", "/main.py"]);
    assert.deepEqual(failed, []);
  });

  it("puts what the app's own folder holds right into the target, or into a folder of its own", async () => {
    const files = { "/main.py": "m", "/lib/a.py": "a" };
    const direct = setUp(files);
    await direct.finish(whole);
    assert.deepEqual(direct.disk.files, { "lib/a.py": "a", "main.py": "m" });
    const named = setUp(files);
    await named.finish([{ path: "/", localName: "shop" }]);
    assert.deepEqual(named.disk.files, { "shop/lib/a.py": "a", "shop/main.py": "m" });
  });

  it("makes the folders that hold nothing", async () => {
    const { disk, finish, app } = setUp({ "/a.txt": "a" });
    const list = app.list;
    const folder: FileEntry = { name: "empty", type: "directory", sizeBytes: 0, createdAt: 1, modifiedAt: 1 };
    app.list = async (directory) =>
      directory === "/empty"
        ? []
        : directory === "/"
          ? [...(await list(directory)), folder]
          : list(directory);
    await finish(whole);
    assert.deepEqual(await disk.look("empty"), { type: "directory", isLink: false });
  });

  it("names what is gone, what cannot be listed, and what is neither file nor folder", async () => {
    const { finish, app, remote } = setUp({ "/a.txt": "a", "/lib/b.txt": "b" });
    const list = app.list;
    app.list = async (directory) =>
      (await list(directory)).map((entry) =>
        entry.name === "a.txt" ? { ...entry, type: "other" as const } : entry,
      );
    remote.failing.add("LIST /lib");
    const { failed } = await finish([...whole, { path: "/gone.txt", localName: "gone.txt" }]);
    assert.deepEqual(failed, ["/a.txt special", "/gone.txt gone", "/lib error"]);
  });

  it("leaves what is there unless it is to be replaced", async () => {
    const files = { "/a.txt": "new", "/b.txt": "new" };
    for (const existing of ["skip", "replace"] as const) {
      const disk = new LocalDisk();
      disk.put("a.txt", "old");
      const { finish } = setUp(files, disk);
      const { plan } = await finish(whole, existing);
      assert.deepEqual(
        plan.items.map(({ path, replaces }) => [path, replaces]),
        [
          ["/a.txt", true],
          ["/b.txt", false],
        ],
      );
      assert.deepEqual(disk.files, { "a.txt": existing === "skip" ? "old" : "new", "b.txt": "new" });
    }
  });

  it("leaves a file that came into the folder after the question", async () => {
    const { clock, disk, download } = setUp({ "/a.txt": "new" });
    const work = download(whole, "replace");
    await clock.advance(50);
    disk.put("a.txt", "mine");
    assert.deepEqual((await clock.finish(work)).failed, ["/a.txt appeared"]);
    assert.deepEqual(disk.files, { "a.txt": "mine" });
  });

  it("writes nothing through a link, nor below a file or in place of a folder", async () => {
    const disk = new LocalDisk();
    disk.putFolder("out", true);
    disk.put("link.txt", "elsewhere", { type: "file", isLink: true });
    disk.put("broken", "", { type: "other", isLink: true });
    disk.put("file", "x");
    disk.putFolder("folder");
    const { finish } = setUp(
      {
        "/out/a/b.txt": "1",
        "/link.txt": "2",
        "/broken": "3",
        "/file/below.txt": "4",
        "/folder": "5",
        "/ok": "6",
      },
      disk,
    );
    const { failed } = await finish(whole, "replace");
    assert.deepEqual(failed, [
      "/broken localLink",
      "/file/below.txt obstacle",
      "/folder isFolder",
      "/link.txt localLink",
      "/out/a/b.txt localLink",
    ]);
    assert.deepEqual(disk.written, ["ok"]);
  });

  it("names what cannot be on this machine", async () => {
    const files = { "/aux.txt": "1", "/a:b": "2", "/con/x.txt": "3", "/fine.txt": "4" };
    const windows = setUp(files, new LocalDisk({ isWindows: true, isCaseSensitive: false }));
    const { failed } = await windows.finish(whole);
    assert.deepEqual(failed, ["/a:b localName", "/aux.txt localName", "/con/x.txt localName"]);
    assert.deepEqual(windows.disk.files, { "fine.txt": "4" });
    const other = setUp(files);
    assert.deepEqual((await other.finish(whole)).failed, []);
  });

  it("does not let one of two files of the same name replace the other", async () => {
    const { disk, finish } = setUp({ "/a/x.txt": "1", "/b/x.txt": "2" });
    const { failed } = await finish([
      { path: "/a/x.txt", localName: "x.txt" },
      { path: "/b/x.txt", localName: "x.txt" },
    ]);
    assert.deepEqual([disk.files, failed], [{ "x.txt": "1" }, ["/b/x.txt duplicate"]]);
  });

  it("names every further one of a name, also where another differs from it in letter case only", async () => {
    const { disk, finish } = setUp({ "/a/X.txt": "1", "/b/x.txt": "2", "/c/x.txt": "3" });
    const { failed } = await finish([
      { path: "/a/X.txt", localName: "X.txt" },
      { path: "/b/x.txt", localName: "x.txt" },
      { path: "/c/x.txt", localName: "x.txt" },
    ]);
    assert.deepEqual([disk.files, failed], [{ "X.txt": "1", "x.txt": "2" }, ["/c/x.txt duplicate"]]);
  });

  for (const existing of ["skip", "replace"] as const) {
    it(`loses no file to letter case (${existing})`, async () => {
      const files = { "/Readme.md": "upper", "/README.md": "capitals", "/Lib/a.txt": "1", "/lib/a.txt": "2" };
      const sensitive = setUp(files);
      assert.deepEqual((await sensitive.finish(whole, existing)).failed, []);
      assert.deepEqual((await sensitive.finish(whole, existing)).failed, []);
      assert.equal(Object.keys(sensitive.disk.files).length, 4);

      const insensitive = setUp(files, new LocalDisk({ isCaseSensitive: false }));
      const { failed, downloaded } = await insensitive.finish(whole, existing);
      assert.deepEqual(failed, ["/Readme.md twin", "/lib/a.txt twin"]);
      assert.deepEqual([...downloaded].sort(), ["/Lib/a.txt", "/README.md"]);
      assert.deepEqual(insensitive.disk.files, { "Lib/a.txt": "1", "README.md": "capitals" });
    });
  }

  it("names a file that could not be read or written, and brings the rest", async () => {
    const disk = new LocalDisk();
    disk.locked.add("b.txt");
    const { finish, remote } = setUp({ "/a.txt": "1", "/b.txt": "2", "/c.txt": "3" }, disk);
    remote.failing.add("READ /a.txt");
    const { failed } = await finish(whole);
    assert.deepEqual([failed, disk.files], [["/a.txt error", "/b.txt unwritable"], { "c.txt": "3" }]);
  });

  it("brings text 16 at a time at most and does not let it wait for the limit of the rest", async () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 60; index++) {
      files[`/image-${index}.png`] = "p";
      files[`/text-${index}.txt`] = "t";
    }
    const { clock, disk, download, load, limitedAt, progress } = setUp(files);
    const work = download(whole);
    await clock.advance(2_000);
    assert.equal(disk.written.filter((path) => path.endsWith(".txt")).length, 60);
    assert.equal(limitedAt.length, 18);
    assert.ok(load.most <= 16, `${load.most} at a time`);
    const middle = progress.at(-1);
    assert.ok((middle?.remainingMs ?? 0) > 170_000 && (middle?.remainingMs ?? 0) <= 3 * 60_600);
    const { downloaded } = await clock.finish(work);
    assert.equal(downloaded.length, 120);
    const fractions = progress.map(({ fraction }) => fraction);
    assert.ok(Math.min(...fractions) === 0 && Math.max(...fractions) > 0.99 && Math.max(...fractions) <= 1);
  });

  it("cancelled, writes nothing more and keeps what is complete", async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`/${index}.txt`, "whole"]));
    const { clock, disk, cancel, download } = setUp(files);
    const work = download(whole);
    await clock.advance(150);
    cancel.abort(new Error("cancelled"));
    const { downloaded, cancelled, failed } = await clock.finish(work);
    assert.deepEqual([downloaded.length, cancelled.length, failed], [16, 24, []]);
    assert.equal(disk.written.length, 16);
    await clock.advance(60_000);
    assert.equal(disk.written.length, 16);
  });

  it("writes nowhere but below the target, whatever the app's names are", async () => {
    const name = fc.oneof(
      fc.constantFrom("..", ".", "a", "A", "..\\up", "C:", "nul", "x ", "con.txt", "b\u0000"),
      fc.string({ minLength: 1, maxLength: 8 }),
    );
    const file = fc.array(name, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 12 }), fc.boolean(), async (paths, isWindows) => {
        const disk = new LocalDisk({ isWindows, isCaseSensitive: !isWindows });
        const { app } = setUp({});
        const items = paths.map((parts) => ({
          app,
          path: `/${parts.join("/")}`,
          entry: {
            name: parts.at(-1) ?? "",
            type: "file" as const,
            sizeBytes: 1,
            createdAt: 1,
            modifiedAt: 1,
          },
          localPath: parts.join("/"),
        }));
        const { signal } = new AbortController();
        const plan = await planDownload({ items, folders: [], failed: [] }, disk, signal);
        assert.equal(plan.items.length + plan.failed.length, items.length);
        for (const { localPath } of plan.items) {
          const parts = localPath.split("/");
          assert.ok(
            parts.every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\\")),
          );
          if (isWindows) assert.ok(parts.every((part) => !/[:.\s]$|:/.test(part)));
        }
        assert.equal(new Set(plan.items.map(({ localPath }) => localPath)).size, plan.items.length);
      }),
      { numRuns: 300 },
    );
  });
});
