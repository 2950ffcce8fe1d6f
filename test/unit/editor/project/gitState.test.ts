// What VS Code's git knows of a folder: read tolerantly, and waited for a moment only.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import {
  changesOfCommit,
  commitText,
  fileInGit,
  gitStateOf,
  uncommittedText,
} from "../../../../src/editor/project/gitState";
import { FakeClock } from "../../../support/fakeClock";
import { extensions } from "../../../support/vscodeParts";

const folder = vscode.Uri.file("/work/shop");
const commit = "a1b2c3d4e5f60718293a4b5c6d7e8f9001122334";
const change = (path: string) => ({ uri: vscode.Uri.file(path) });

function withGit(exports: unknown): void {
  extensions["getExtension"] = (id: string) =>
    id === "vscode.git" ? { isActive: true, exports } : undefined;
}

const repository = (state: unknown, more: object = {}) => ({
  ...{
    state,
    status: async () => undefined,
    getCommit: async () => ({ message: "Fix tea\n\nmore" }),
    ...more,
  },
});

const apiOf = (found: unknown) => ({
  getAPI: (version: number) => (version === 1 ? { getRepository: () => found } : undefined),
});

describe("what git knows of a folder", () => {
  it("is the commit, its branch and message, and how many files of the folder are not in it", async () => {
    const state = {
      HEAD: { commit, name: "main", ahead: 2 },
      workingTreeChanges: [change("/work/shop/a.py"), change("/work/other/b.py"), change("/work/shop2/c.py")],
      indexChanges: [change("/work/shop/a.py"), change("/work/shop/lib/d.py")],
      mergeChanges: [],
      untrackedChanges: [null, {}, change("/work/shop/new.py")],
    };
    withGit(apiOf(repository(state)));
    const found = await gitStateOf(folder, new FakeClock());
    assert.deepEqual(found, { commit, branch: "main", subject: "Fix tea", uncommitted: 3 });
    assert.equal(found && commitText(found), "main a1b2c3d");
    assert.deepEqual([0, 1, 3].map(uncommittedText), ["", "1 uncommitted file", "3 uncommitted files"]);
  });

  it("is nothing where git is missing, off, knows no repository, has no commit, or answers something else", async () => {
    assert.equal(await gitStateOf(folder, new FakeClock()), undefined);
    for (const exports of [
      undefined,
      { enabled: false, getAPI: () => assert.fail("git is disabled") },
      apiOf(null),
      apiOf(repository({ HEAD: undefined })),
      apiOf(repository({ HEAD: { commit: "`rm`" } })),
      apiOf({ state: 7 }),
      apiOf(repository({ HEAD: { commit } }, { status: () => Promise.reject(new Error("locked")) })),
    ]) {
      withGit(exports);
      assert.equal(await gitStateOf(folder, new FakeClock()), undefined);
    }
  });

  it("is not waited for for long", async () => {
    const clock = new FakeClock();
    withGit(apiOf(repository({ HEAD: { commit } }, { status: () => new Promise(() => undefined) })));
    assert.equal(await clock.finish(gitStateOf(folder, clock)), undefined);
  });
});

describe("a file in git", () => {
  const file = vscode.Uri.file("/work/shop/.env");
  const known = (more: object) => withGit(apiOf(repository({}, more)));

  it("is tracked or ignored as git says, and unknown where git says nothing", async () => {
    known({ getObjectDetails: async () => ({ mode: "1" }), checkIgnore: async () => new Set() });
    assert.deepEqual(await fileInGit(file, new FakeClock()), { isTracked: true, isIgnored: false });
    known({
      getObjectDetails: () => Promise.reject({ gitErrorCode: "UnknownPath" }),
      checkIgnore: async (paths: string[]) => new Set(paths),
    });
    assert.deepEqual(await fileInGit(file, new FakeClock()), { isTracked: false, isIgnored: true });
    known({ getObjectDetails: () => Promise.reject(new Error("locked")) });
    assert.deepEqual(await fileInGit(file, new FakeClock()), { isTracked: undefined, isIgnored: undefined });
    withGit(undefined);
    assert.deepEqual(await fileInGit(file, new FakeClock()), { isTracked: undefined, isIgnored: undefined });
  });
});

describe("the changes of a commit", () => {
  const at = (name: string) => vscode.Uri.file(`/work/shop/${name}`);
  const all = [
    { uri: at("new.py"), originalUri: at("new.py"), status: 1 },
    { uri: at("old.py"), originalUri: at("old.py"), status: 6 },
    { uri: at("b.py"), originalUri: at("a.py"), status: 3 },
    { uri: "no address" },
  ];
  const asked: unknown[] = [];
  const diff = async (...given: unknown[]) => {
    asked.push(given);
    return all;
  };
  const knowing = { getCommit: async () => ({ parents: ["b0"] }), diffBetween: diff, diffWith: diff };
  const without = { getCommit: () => Promise.reject(new Error("unknown revision")) };
  const toGitUri = (uri: vscode.Uri, ref: string) => uri.with({ scheme: "git", query: ref });
  const texts = (rows: Awaited<ReturnType<typeof changesOfCommit>>) =>
    rows?.map((row) => row.slice(0, 2).map((uri) => uri && `${uri.scheme} ${uri.path} ${uri.query}`.trim()));

  it("are those since its parent, or what differs from it now, in the repository that has it", async () => {
    withGit({ getAPI: () => ({ repositories: [without, knowing], toGitUri }) });
    assert.deepEqual(texts(await changesOfCommit(commit, "parent")), [
      [undefined, `git /work/shop/new.py ${commit}`],
      ["git /work/shop/old.py b0", undefined],
      ["git /work/shop/a.py b0", `git /work/shop/b.py ${commit}`],
    ]);
    assert.deepEqual(texts(await changesOfCommit(commit, "folder")), [
      [undefined, "file /work/shop/new.py"],
      [`git /work/shop/old.py ${commit}`, undefined],
      [`git /work/shop/a.py ${commit}`, "file /work/shop/b.py"],
    ]);
    assert.deepEqual(asked, [["b0", commit], [commit]]);
  });

  it("have nothing to compare for a repository's first commit", async () => {
    withGit({ getAPI: () => ({ repositories: [{ getCommit: async () => ({ parents: [] }) }], toGitUri }) });
    await assert.rejects(changesOfCommit(commit, "parent"), /a1b2c3d is the repository's first commit/);
  });

  it("are unknown where git is missing, no repository has the commit, or its name is none", async () => {
    withGit({ getAPI: () => ({ repositories: [without], toGitUri }) });
    assert.equal(await changesOfCommit(commit, "parent"), undefined);
    withGit(undefined);
    assert.equal(await changesOfCommit(commit, "parent"), undefined);
    withGit({ getAPI: () => ({ repositories: [{ getCommit: () => assert.fail() }], toGitUri }) });
    for (const name of ["--output=x", "", "HEAD"])
      assert.equal(await changesOfCommit(name, "parent"), undefined);
  });
});
