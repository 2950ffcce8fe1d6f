import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FileProblem } from "../../../../../../src/core/errors/fileProblem";
import { ServiceError } from "../../../../../../src/core/errors/serviceError";
import {
  type FileSearch,
  type SearchedFiles,
  type SearchTally,
  searchFiles,
} from "../../../../../../src/features/files/find/search/searchFiles";
import { compileQuery } from "../../../../../../src/features/files/find/search/textQuery";
import { bareFiles } from "../../../../../support/bareFiles";
import { FakeClock } from "../../../../../support/fakeClock";
import { RememberedFiles } from "../../../../../support/rememberedFiles";

function harness(files: Record<string, string> = {}) {
  const clock = new FakeClock();
  const remote = new RememberedFiles(clock);
  const bare = bareFiles(remote);
  for (const [path, text] of Object.entries(files)) remote.put(path, text);
  const found = new Map<string, number>();
  const tallies: SearchTally[] = [];
  const closing = new AbortController();
  const search = (more: Partial<FileSearch> = {}) =>
    searchFiles({
      root: "/",
      pattern: compileQuery({ query: "needle", isCaseSensitive: false, isRegExp: false }),
      files: bare,
      signal: closing.signal,
      onMatches: ({ path, matches }) => found.set(path, matches.length),
      onProgress: (tally) => tallies.push(tally),
      ...more,
    });
  const reads = () => remote.requests.filter((request) => request.startsWith("READ"));
  return { clock, remote, bare, found, tallies, closing, search, reads };
}

const budget = { files: 100, bytes: 1_000_000, matches: 100 };

describe("searchFiles", () => {
  it("finds all matches of all text files, without those in folders that tools fill", async () => {
    const { found, search, reads } = harness({
      "/a.py": "needle needle",
      "/src/b.py": "no\nNeedle",
      "/src/c.py": "nothing",
      "/node_modules/x/index.js": "needle",
    });
    const tally = await search();
    assert.deepEqual([...found].sort(), [
      ["/a.py", 2],
      ["/src/b.py", 1],
    ]);
    assert.deepEqual(tally, {
      files: 3,
      filesWithMatches: 2,
      matches: 3,
      notText: 0,
      filesFailed: 0,
      foldersFailed: 0,
      spent: undefined,
    });
    assert.equal(reads().length, 3);
  });

  it("does not read what is no text or over a megabyte, and counts it", async () => {
    const { search, reads } = harness({
      "/a.png": "needle",
      "/big.log": `needle${"x".repeat(1024 * 1024)}`,
      "/data": "needle\0\u0001",
      "/a.txt": "needle",
    });
    const tally = await search();
    assert.deepEqual([tally.files, tally.matches, tally.notText], [1, 1, 3]);
    assert.deepEqual(reads().sort(), ["READ /a.txt", "READ /data"]);
  });

  it("counts a file that the service sends no text of", async () => {
    const { bare, search } = harness({ "/a.txt": "needle" });
    bare.readText = async () => undefined;
    assert.equal((await search()).notText, 1);
  });

  it("spends nothing on empty files", async () => {
    const { search, reads } = harness({ "/__init__.py": "" });
    assert.equal((await search()).files, 1);
    assert.deepEqual(reads(), []);
  });

  it("reads at most eight files at a time", async () => {
    const { clock, bare, search } = harness(
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`/f${index}.txt`, "needle"])),
    );
    let reading = 0;
    let most = 0;
    const files: SearchedFiles = {
      list: (directory) => bare.list(directory),
      readText: async (path) => {
        most = Math.max(most, ++reading);
        await clock.sleep(10);
        reading--;
        return await bare.readText(path);
      },
    };
    const tally = await clock.finish(search({ files }));
    assert.deepEqual([tally.matches, most], [30, 8]);
  });

  it("reads in the background and can be cancelled while it reads", async () => {
    const { clock, bare, closing, search } = harness({ "/a.txt": "needle", "/b.txt": "needle" });
    const priorities: unknown[] = [];
    const files: SearchedFiles = {
      list: (directory) => bare.list(directory),
      readText: async (_path, _entry, options) => {
        priorities.push(options?.priority);
        await clock.sleep(60_000, options?.signal);
        return "needle";
      },
    };
    const searching = search({ files });
    await clock.advance(1);
    closing.abort(new Error("cancelled"));
    await assert.rejects(searching, { message: "cancelled" });
    assert.deepEqual(priorities, ["background", "background"]);
  });

  it("tells what it found while it goes on", async () => {
    const { tallies, search } = harness({ "/a.txt": "needle", "/b.txt": "needle" });
    await search();
    assert.deepEqual(
      tallies.map(({ matches }) => matches),
      [1, 2],
    );
  });

  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`/f${String(index).padStart(2, "0")}.txt`, "needle 789"]),
  );

  it("stops after the number of files of its budget, and lists no more folders", async () => {
    const { remote, found, search, reads } = harness({ ...many, "/z/deep/a.txt": "needle" });
    const tally = await search({ budget: { ...budget, files: 5 } });
    assert.deepEqual([tally.files, tally.spent, found.size, reads().length], [5, "files", 5, 5]);
    assert.ok(!remote.requests.includes("LIST /z/deep"));
  });

  it("is complete when the budget is just enough", async () => {
    const { search } = harness(many);
    const tally = await search({ budget: { files: 12, bytes: 120, matches: 12 } });
    assert.deepEqual([tally.files, tally.matches, tally.spent], [12, 12, undefined]);
  });

  it("stops after the bytes of its budget", async () => {
    const { search } = harness(many);
    const tally = await search({ budget: { ...budget, bytes: 45 } });
    assert.deepEqual([tally.files, tally.spent], [4, "bytes"]);
  });

  it("stops after the number of matches of its budget", async () => {
    const { found, search } = harness({ "/a.txt": "needle ".repeat(50), "/b.txt": "needle ".repeat(50) });
    const tally = await search({ budget: { ...budget, matches: 60 } });
    assert.deepEqual([tally.matches, tally.spent], [60, "matches"]);
    assert.equal(
      [...found.values()].reduce((sum, count) => sum + count, 0),
      60,
    );
  });

  it("goes on without files and folders that cannot be read, and counts them", async () => {
    const { remote, search } = harness({ "/a.txt": "needle", "/b.txt": "needle", "/bad/c.txt": "needle" });
    remote.failing.add("READ /a.txt");
    remote.failing.add("LIST /bad");
    const tally = await search();
    assert.deepEqual([tally.matches, tally.filesFailed, tally.foldersFailed], [1, 1, 1]);
  });

  it("fails when the root cannot be listed", async () => {
    const { remote, search } = harness({ "/a.txt": "needle" });
    remote.failing.add("LIST /");
    await assert.rejects(search(), { kind: "server" });
  });

  for (const error of [
    new ServiceError("unauthorized", "401"),
    new ServiceError("network", "down"),
    new FileProblem("signedOut", "/"),
  ]) {
    it(`ends at once when each further request would fail as well: ${error.kind}`, async () => {
      const { bare, search } = harness(
        Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`/f${index}.txt`, "needle"])),
      );
      let reads = 0;
      const files: SearchedFiles = {
        list: (directory) => bare.list(directory),
        readText: async () => {
          reads++;
          throw error;
        },
      };
      await assert.rejects(search({ files }), error);
      assert.ok(reads <= 8, `${reads} reads`);
    });
  }

  it("ends with the file on which the pattern takes too long, and keeps what was found", async () => {
    const { found, search } = harness({ "/a.txt": "needle", "/b.txt": "needle", "/c.txt": "needle" });
    let files = 0;
    const limitTime = <T>(work: () => T) => (++files === 2 ? undefined : work());
    await assert.rejects(search({ limitTime }), { path: "/b.txt" });
    assert.deepEqual([...found], [["/a.txt", 1]]);
  });

  it("searches one folder, or one file", async () => {
    const files = { "/a.txt": "needle", "/src/b.txt": "needle", "/src/c.txt": "needle" };
    const folder = harness(files);
    await folder.search({ root: "/src" });
    assert.deepEqual([...folder.found.keys()].sort(), ["/src/b.txt", "/src/c.txt"]);
    const file = harness(files);
    await file.search({ root: "/src/c.txt" });
    assert.deepEqual([...file.found.keys()], ["/src/c.txt"]);
  });

  it("fails for a place that is not there", async () => {
    await assert.rejects(harness({ "/a.txt": "needle" }).search({ root: "/gone" }), { kind: "notFound" });
  });
});
