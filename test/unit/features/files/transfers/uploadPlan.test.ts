import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FileEntry } from "../../../../../src/core/model";
import type { LocalTree } from "../../../../../src/features/files/transfers/localTree";
import { planUpload } from "../../../../../src/features/files/transfers/uploadPlan";

const never = new AbortController().signal;
const entry = (name: string, type: FileEntry["type"]): FileEntry => ({
  name,
  type,
  sizeBytes: 1,
  createdAt: 1,
  modifiedAt: 1,
});
const app: Record<string, FileEntry[]> = {
  "/": [entry("site", "directory"), entry("a.txt", "file"), entry("socket", "other")],
  "/site": [entry("index.html", "file"), entry("css", "directory"), entry("logo", "file")],
  "/site/css": [],
};
const list = async (directory: string) => {
  const entries = app[directory];
  assert.ok(entries, `${directory} was listed though it is not there`);
  return entries;
};
const tree = (paths: string[], emptyFolders: string[] = []): LocalTree<string> => ({
  files: paths.map((path) => ({ path, place: `/local/${path}` })),
  emptyFolders,
  failed: [],
});
const kinds = (failed: readonly { path: string; problem: { kind: string } }[]) =>
  failed.map(({ path, problem }) => `${path} ${problem.kind}`);

describe("planUpload", () => {
  it("tells what is new from what is there, in the order of the choice", async () => {
    const plan = await planUpload(tree(["site/index.html", "site/new.html", "a.txt"]), "/", list, never);
    assert.deepEqual(
      plan.items.map(({ path, replaces }) => [path, replaces]),
      [
        ["/site/index.html", true],
        ["/site/new.html", false],
        ["/a.txt", true],
      ],
    );
    assert.deepEqual(plan.failed, []);
  });

  it("goes into a folder that is not there yet without listing it", async () => {
    const plan = await planUpload(tree(["x.txt"]), "/not/yet", list, never);
    assert.deepEqual(
      plan.items.map(({ path, replaces }) => [path, replaces]),
      [["/not/yet/x.txt", false]],
    );
  });

  it("puts no file where a folder is, none below a file, and none in place of what is neither", async () => {
    const plan = await planUpload(
      tree(["site/css", "a.txt/x", "site/logo/deep/x", "socket"]),
      "/",
      list,
      never,
    );
    assert.deepEqual(plan.items, []);
    assert.deepEqual(kinds(plan.failed), [
      "/site/css isFolder",
      "/a.txt/x obstacle",
      "/site/logo/deep/x obstacle",
      "/socket special",
    ]);
  });

  it("names what the service cannot take before anything is sent", async () => {
    const plan = await planUpload(
      tree(['say "x".txt', "a\\b/c.txt", "fine.txt"], ["bad\\name"]),
      "/",
      list,
      never,
    );
    assert.deepEqual(
      plan.items.map(({ path }) => path),
      ["/fine.txt"],
    );
    assert.deepEqual(kinds(plan.failed), [
      '/say "x".txt badName',
      "/a\\b/c.txt badName",
      "/bad\\name badName",
    ]);
  });

  it("does not send a file below another of the chosen files", async () => {
    const plan = await planUpload(tree(["x", "x/inside.txt"]), "/", list, never);
    assert.deepEqual(kinds(plan.failed), ["/x/inside.txt duplicate"]);
  });

  it("makes the empty folders that are not there, parents first", async () => {
    const plan = await planUpload(
      tree([], ["site/css", "site/new/inner", "logs", "a.txt"]),
      "/",
      list,
      never,
    );
    assert.deepEqual(plan.folders, ["/site/new", "/site/new/inner", "/logs"]);
    assert.deepEqual(kinds(plan.failed), ["/a.txt obstacle"]);
  });

  it("rejects when the app cannot be listed: nothing may be taken for new", async () => {
    const failing = () => Promise.reject(new Error("down"));
    await assert.rejects(planUpload(tree(["a.txt"]), "/", failing, never), { message: "down" });
  });
});
