import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FileProblem } from "../../../../../src/core/errors/fileProblem";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import type { FindableFiles } from "../../../../../src/features/find/files/findServices";
import {
  emptyTally,
  type FileSearch,
  type SearchTally,
  searchFiles,
} from "../../../../../src/features/find/search/searchFiles";
import { searchMessage } from "../../../../../src/features/find/search/searchMessages";
import { compileQuery } from "../../../../../src/features/find/search/textQuery";
import { bareFiles } from "../../../../support/bareFiles";
import { FakeClock } from "../../../../support/fakeClock";
import { RememberedFiles } from "../../../../support/rememberedFiles";

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
  /** With this read function. */
  const searchReading = (readText: FindableFiles["readText"]) =>
    search({ files: { list: (directory) => bare.list(directory), readText } });
  return { clock, remote, bare, found, tallies, closing, search, searchReading, reads };
}

/** Each with the text. */
const filesOf = (count: number, text = "needle") =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`/f${String(index).padStart(2, "0")}.txt`, text]),
  );

const budget = { files: 100, bytes: 1_000_000, matches: 100 };

describe("searchFiles", () => {
  it("finds all matches of all text files, except in generated folders", async () => {
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
      ...emptyTally,
      ...{ files: 3, filesWithMatches: 2, matches: 3, foldersSkipped: 1 },
    });
    assert.equal(reads().length, 3);
    assert.match(searchMessage("needle", tally, { kind: "done" }), /Folders such as node_modules/);
    const elsewhere = await search({ root: "/src" });
    assert.doesNotMatch(searchMessage("needle", elsewhere, { kind: "done" }), /Folders such as/);
    assert.doesNotMatch(searchMessage("needle", tally, undefined), /Folders such as/);
  });

  it("skips and counts files that are not text or over a megabyte", async () => {
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

  it("sends no request for empty files", async () => {
    const { search, reads } = harness({ "/__init__.py": "" });
    assert.equal((await search()).files, 1);
    assert.deepEqual(reads(), []);
  });

  it("reads in order, at most eight files at a time", async () => {
    const { clock, bare, found, searchReading } = harness(filesOf(30));
    let reading = 0;
    let most = 0;
    const searching = searchReading(async (path) => {
      most = Math.max(most, ++reading);
      await clock.sleep(10);
      reading--;
      return await bare.readText(path);
    });
    const tally = await clock.finish(searching);
    assert.deepEqual([tally.matches, most], [30, 8]);
    assert.deepEqual([...found.keys()], Object.keys(filesOf(30)));
  });

  it("reads in the background, and starts nothing more after a cancellation", async () => {
    const { clock, closing, searchReading } = harness(filesOf(20));
    const priorities: unknown[] = [];
    const searching = searchReading(async (_path, _entry, options) => {
      priorities.push(options?.priority);
      await clock.sleep(60_000, options?.signal);
      return "needle";
    });
    await clock.advance(1);
    closing.abort(new Error("cancelled"));
    await assert.rejects(searching, { message: "cancelled" });
    assert.deepEqual(priorities, Array(8).fill("background"));
  });

  it("reports results while it runs", async () => {
    const { tallies, search } = harness({ "/a.txt": "needle", "/b.txt": "needle" });
    await search();
    assert.deepEqual(
      tallies.map(({ matches }) => matches),
      [1, 2],
    );
  });

  const twelve = filesOf(12, "needle 789");
  const fifty = { "/a.txt": "needle ".repeat(50), "/b.txt": "needle ".repeat(50) };
  const withDeep = { ...twelve, "/z/deep/a.txt": "needle" };
  const enough = { files: 12, bytes: 120, matches: 12 };
  for (const [title, texts, more, expected] of [
    ["the number of files", withDeep, { files: 5 }, "5 files, 5 matches: files"],
    ["the bytes", twelve, { bytes: 45 }, "4 files, 4 matches: bytes"],
    ["the number of matches", fifty, { matches: 60 }, "2 files, 60 matches: matches"],
    ["nothing when it is just enough", twelve, enough, "12 files, 12 matches: "],
  ] as const)
    it(`is stopped by ${title} of its budget, and lists no more folders then`, async () => {
      const { remote, found, search } = harness(texts);
      const tally = await search({ budget: { ...budget, ...more } });
      const matches = [...found.values()].reduce((sum, count) => sum + count, 0);
      assert.equal(`${tally.files} files, ${matches} matches: ${tally.spent ?? ""}`, expected);
      assert.deepEqual([tally.matches, remote.requests.includes("LIST /z/deep")], [matches, false]);
    });

  it("continues without unreadable files and folders, and counts them", async () => {
    const { remote, search } = harness({ "/a.txt": "needle", "/b.txt": "needle", "/bad/c.txt": "needle" });
    remote.failing.add("READ /a.txt");
    remote.failing.add("LIST /bad");
    const tally = await search();
    assert.deepEqual([tally.matches, tally.filesFailed, tally.foldersFailed], [1, 1, 1]);
  });

  for (const error of [
    new ServiceError("unauthorized", "401"),
    new ServiceError("network", "down"),
    new FileProblem("signedOut", "/"),
  ]) {
    it(`ends when every further request would fail as well: ${error.kind}`, async () => {
      const { clock, searchReading } = harness(filesOf(50));
      const reads = { begun: 0, ended: 0 };
      const searching = searchReading(async () => {
        await clock.sleep(10 * ++reads.begun);
        reads.ended++;
        throw error;
      });
      await assert.rejects(clock.finish(searching), error);
      assert.deepEqual(reads, { begun: 8, ended: 8 });
    });
  }

  it("ends at a file on which the pattern takes too long, and keeps its results", async () => {
    const { found, search } = harness({ "/a.txt": "needle", "/b.txt": "needle", "/c.txt": "needle" });
    let files = 0;
    const limitTime = <T>(work: () => T) => (++files === 2 ? undefined : work());
    await assert.rejects(search({ limitTime }), { path: "/b.txt" });
    assert.deepEqual([...found], [["/a.txt", 1]]);
  });

  for (const [root, expected] of [
    ["/src", ["/src/b.txt", "/src/c.txt"]],
    ["/src/c.txt", ["/src/c.txt"]],
  ] as const)
    it(`searches one folder, or one file: ${root}`, async () => {
      const texts = { "/a.txt": "needle", "/src/b.txt": "needle", "/src/c.txt": "needle" };
      const { found, search } = harness(texts);
      await search({ root });
      assert.deepEqual([...found.keys()].sort(), expected);
    });

  it("fails for a missing path", async () => {
    await assert.rejects(harness({ "/a.txt": "needle" }).search({ root: "/gone" }), { kind: "notFound" });
  });
});
