// What VS Code's git knows of a folder: read tolerantly, and waited for a moment only.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { commitText, gitStateOf, uncommittedText } from "../../../../src/editor/project/gitState";
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
    const found = await gitStateOf(folder);
    assert.deepEqual(found, { commit, branch: "main", subject: "Fix tea", uncommitted: 3 });
    assert.equal(found && commitText(found), "main a1b2c3d");
    assert.deepEqual([0, 1, 3].map(uncommittedText), ["", "1 uncommitted file", "3 uncommitted files"]);
  });

  it("is nothing where git is missing, off, knows no repository, has no commit, or answers something else", async () => {
    assert.equal(await gitStateOf(folder), undefined);
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
      assert.equal(await gitStateOf(folder), undefined);
    }
  });

  it("is not waited for for long", async () => {
    const clock = new FakeClock();
    withGit(apiOf(repository({ HEAD: { commit } }, { status: () => new Promise(() => undefined) })));
    assert.equal(await clock.finish(gitStateOf(folder, clock)), undefined);
  });
});
