import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { listFiles } from "../../../../../src/features/find/files/listFiles";
import { bareFiles } from "../../../../support/bareFiles";
import { FakeClock } from "../../../../support/fakeClock";
import { RememberedFiles } from "../../../../support/rememberedFiles";

function harness(...paths: readonly string[]) {
  const remote = new RememberedFiles(new FakeClock());
  for (const path of paths) remote.put(path, "x");
  const found: string[] = [];
  const failed: string[] = [];
  const closing = new AbortController();
  const listed = (root = "/", onFailure?: (directory: string) => void) =>
    listFiles({
      root,
      list: (directory) => bareFiles(remote).list(directory),
      signal: closing.signal,
      onFiles: (files) => found.push(...files.map(({ path }) => path)),
      onFailure: onFailure ?? ((directory) => failed.push(directory)),
    });
  return { remote, found, failed, closing, listed };
}

describe("listFiles", () => {
  it("lists the files of all folders, by name, without generated folders", async () => {
    const ofTools = ["/node_modules/x/i.js", "/.git/HEAD", "/.venv/bin/python", "/.cache/x"];
    const deeper = ["/src/node_modules/x/i.js", "/src/__pycache__/c.pyc"];
    const { remote, found, listed } = harness("/b.py", "/a.py", "/src/c.py", ...ofTools, ...deeper);
    await listed();
    assert.deepEqual(found, ["/a.py", "/b.py", "/src/c.py"]);
    assert.deepEqual(remote.requests, ["LIST /", "LIST /src"]);
  });

  it("enters folders with similar names", async () => {
    const paths = ["/logs/a.log", "/my_node_modules/b.js", "/venvs/c.py"];
    const { found, listed } = harness(...paths);
    await listed();
    assert.deepEqual(found, paths);
  });

  it("enters the requested folder, even a generated one, but none below it", async () => {
    const { found, listed } = harness("/node_modules/pad/i.js", "/node_modules/pad/node_modules/x/i.js");
    await listed("/node_modules");
    assert.deepEqual(found, ["/node_modules/pad/i.js"]);
  });

  it("skips entries that are neither files nor folders", async () => {
    const { remote, found, listed } = harness("/a.py");
    remote.onEntries = (_directory, entries) => [
      ...entries,
      { name: "link", type: "other", sizeBytes: 0, createdAt: 1, modifiedAt: 1 },
    ];
    await listed();
    assert.deepEqual(found, ["/a.py"]);
  });

  it("continues without an unlistable folder, and reports it", async () => {
    const { remote, found, failed, listed } = harness("/a.py", "/bad/b.py", "/good/c.py");
    remote.failing.add("LIST /bad");
    await listed();
    assert.deepEqual(found, ["/a.py", "/good/c.py"]);
    assert.deepEqual(failed, ["/bad"]);
  });

  it("fails when the root cannot be listed", async () => {
    const { remote, failed, listed } = harness();
    remote.failing.add("LIST /");
    await assert.rejects(listed(), { name: "ServiceError", kind: "server" });
    assert.deepEqual(failed, []);
  });

  it("ends with a failure that the caller does not accept", async () => {
    const { remote, listed } = harness("/bad/b.py");
    remote.failing.add("LIST /bad");
    const listing = listed("/", () => {
      throw new Error("no more");
    });
    await assert.rejects(listing, { message: "no more" });
  });

  it("lists nothing more once it is closed", async () => {
    const { remote, found, closing, listed } = harness("/a.py", "/src/b.py");
    const listing = listed();
    closing.abort(new Error("closed"));
    await assert.rejects(listing, { message: "closed" });
    assert.deepEqual(found, []);
    assert.deepEqual(remote.requests, ["LIST /"]);
  });
});
