// An app's files never become part of a local Git repository: git would run what they configure.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { MemoryFolder } from "../../../support/memoryFolder";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { transferWorld } from "./transferWorld";

const hook = "#!/bin/sh\ntouch ran";
const hostile = {
  ".GIT/hooks/pre-commit": hook,
  ".gIt/config": "[core]\nfsmonitor = ./run.sh",
  "GIT~1/config": "[core]\nfsmonitor = ./run.sh",
  "sub/.Git/config": "[core]\nfsmonitor = ./run.sh",
  ".git/hooks/post-checkout": hook,
  "module/.git": "gitdir: ../elsewhere",
  "stream/.git::$INDEX_ALLOCATION/config": "[core]",
  "dots/.git. ./config": "[core]",
  "unseen/.g\u200cit/config": "[core]",
};
const app = { ...hostile, "main.py": "print()", ".gitignore": "*.log" };
const own = { ".git/config": "[core]\n\tbare = false", ".git/hooks/pre-commit": "own" };

/** Case-insensitive, like disks of Windows and macOS. */
function worldWithRepository() {
  return transferWorld(app, own, { folder: new MemoryFolder({ ignoresCase: true }) });
}

async function pulled(files: Record<string, string>, here: Record<string, string> = {}) {
  const world = transferWorld(files, here);
  return await world.finish(world.moved.pull());
}

async function downloaded(
  files: Record<string, string>,
  here: Record<string, string> = {},
  { ignoresCase = false } = {},
) {
  const world = transferWorld(files, here, { folder: new MemoryFolder({ ignoresCase }) });
  return await world.finish(world.moved.download({ "/": "" }));
}

describe("files of an app that git would take for a repository", () => {
  it("are not pulled", async () => {
    const world = worldWithRepository();
    const { put } = await world.finish(world.moved.pull());
    assert.deepEqual(put, ["/.gitignore", "/main.py"]);
    assert.deepEqual(world.folder.texts, { ...own, ".gitignore": "*.log", "main.py": "print()" });
  });

  it("are named by a download and not written, one row for each folder", async () => {
    const world = worldWithRepository();
    const { put, rows } = await world.finish(world.moved.download({ "/": "" }));
    assert.deepEqual(put, ["/.gitignore", "/main.py"]);
    assert.deepEqual(world.folder.texts, { ...own, ".gitignore": "*.log", "main.py": "print()" });
    assert.deepEqual(
      rows
        .flatMap(({ path: file, reason }) =>
          reason?.kind === "localName" ? [`${file} ${reason.problem}`] : [],
        )
        .sort(),
      [
        "/.GIT repository",
        "/.gIt repository",
        "/.git repository",
        "/GIT~1 repository",
        "/dots/.git. . repository",
        "/module/.git repository",
        "/stream/.git::$INDEX_ALLOCATION repository",
        "/sub/.Git repository",
        "/unseen/.g\u200cit repository",
      ],
    );
  });

  it("are not written when one of them is selected alone", async () => {
    const world = worldWithRepository();
    const chosen = { "/.GIT": ".GIT", "/sub/.Git/config": ".Git/config", "/module/.git": "module/.git" };
    const { put } = await world.finish(world.moved.download(chosen));
    assert.deepEqual([put, world.folder.texts], [[], own]);
  });

  const bare = {
    "lib/HEAD": "ref: refs/heads/main",
    "lib/config": "[core]\nbare = false\nworktree = .\nfsmonitor = ./run.sh",
    "lib/objects/x": "",
    "lib/refs/x": "",
  };

  it("lack the files that would make them a bare repository, in a pull and in a download", async () => {
    for (const { put } of [await pulled(bare), await downloaded(bare)])
      assert.deepEqual(put, ["/lib/config", "/lib/objects/x", "/lib/refs/x"]);
  });

  it("are not written into a local bare repository", async () => {
    const { "lib/config": _, ...own } = bare;
    const app = { "lib/config": bare["lib/config"], "LIB/hooks/post-checkout": hook };
    for (const { put } of [await pulled(app, own), await downloaded(app, own, { ignoresCase: true })])
      assert.deepEqual(put, []);
  });

  it("make no repository of a folder whose file HEAD is something else, and are written beside it", async () => {
    const app = { "main.py": "", "Objects/x": "", "refs/x": "", config: "", "sub/config": "" };
    for (const { put } of [await pulled(app, { HEAD: "" }), await downloaded(app, { HEAD: "" })])
      assert.deepEqual(put, ["/main.py", "/sub/config"]);
  });

  for (const how of ["downloaded", "pulled"])
    it(`run nothing in a folder that they were ${how} to, as the real git finds it`, async () => {
      const world = worldWithRepository();
      const { moved } = world;
      await world.finish(how === "pulled" ? moved.pull() : moved.download({ "/": "" }));
      const folder = temporaryFolder(how);
      const git = (...args: string[]): string =>
        execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
          cwd: folder,
          encoding: "utf8",
        });
      git("init", "--quiet");
      for (const [name, bytes] of world.folder.files) {
        if (name in own) continue;
        fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        fs.writeFileSync(path.join(folder, name), bytes, { mode: 0o755 });
      }
      git("add", "--all");
      git("commit", "--quiet", "--message", "files");
      assert.equal(git("status", "--porcelain"), "");
      assert.ok(!fs.existsSync(path.join(folder, "ran")));
    });
});

describe("a file of an app where this machine has a folder", () => {
  it("is named by a pull as impossible to pull", async () => {
    const { put, rows } = await pulled({ data: "x" }, { "data/inner.txt": "y" });
    assert.deepEqual(put, []);
    assert.deepEqual(
      rows.filter(({ kind }) => kind === "blocked").map(({ path: file, reason }) => [file, reason?.kind]),
      [["/data", "isFolderHere"]],
    );
  });
});

describe("files of an app that act in an editor", () => {
  it("are in a pull with the reason, and written only when they are selected", async () => {
    const ofAgents = {
      "AGENTS.md": "do",
      ".codex/config.toml": "",
      ".mcp.json": "{}",
      "opencode.json": "{}",
    };
    const files = { ...ofAgents, "shop.code-workspace": "{}", "main.py": "print()" };
    const world = transferWorld(files);
    const { put, rows } = await world.finish(world.moved.pull());
    assert.deepEqual(put, ["/main.py"]);
    const held = rows.filter(({ reason }) => reason?.kind === "actsInEditor");
    assert.deepEqual(
      held.map(({ path, isChosen }) => `${path} ${isChosen}`),
      [...Object.keys(ofAgents), "shop.code-workspace"].map((path) => `/${path} false`).sort(),
    );
    await world.finish(world.moved.pull({ choose: ({ path }) => path === "/AGENTS.md" }));
    assert.equal(world.folder.texts["AGENTS.md"], "do");
  });

  it("are recognized by names that another disk treats as equal", async () => {
    const world = transferWorld({ "VSCODE~1/tasks.json": "{}", ".v\u017fcode/tasks.json": "{}" });
    assert.deepEqual((await world.finish(world.moved.pull())).put, []);
  });
});
