// A folder with more files than can be sent is refused as soon as that is known, with ways on.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { maxFiles } from "../../../../../src/core/project/tooManyFiles";
import { keptFolder } from "../../../../../src/editor/project/projectFolder";
import { readOrExclude } from "../../../../../src/features/create/questions/askTooMany";
import { MemoryState } from "../../../../support/memoryState";
import {
  answerPicks,
  commands,
  runProgress,
  workspace,
  workspaceFiles,
} from "../../../../support/vscodeParts";

const root = vscode.Uri.from({ scheme: "memory", path: "/shop" });

describe("a folder with too many files to send", () => {
  let texts: Map<string, string>;
  let titles: string[];
  let rows: string[];
  let answers: string[];
  let looked: number;
  let data: [string, vscode.FileType][];

  beforeEach(() => {
    texts = workspaceFiles({ "/shop/main.py": "print(1)\n" });
    [titles, rows, answers, looked] = [[], [], [], 0];
    const { readFile, writeFile } = workspace["fs"] as typeof vscode.workspace.fs;
    const fileType = vscode.FileType.File;
    data = Array.from({ length: maxFiles + 1 }, (_, index) => [`${index}.json`, fileType]);
    workspace["fs"] = {
      ...{ readFile, writeFile },
      stat: async ({ path }: vscode.Uri) => {
        if (path === "/shop" || path.startsWith("/shop/data")) return { type: vscode.FileType.Directory };
        looked++;
        const text = texts.get(path);
        if (text === undefined) throw vscode.FileSystemError.FileNotFound(path);
        return { type: fileType, size: text.length, mtime: 0 };
      },
      readDirectory: async ({ path }: vscode.Uri) =>
        path.startsWith("/shop/data")
          ? path === "/shop/data"
            ? data
            : []
          : [
              ...[...texts.keys()].map((each) => [each.split("/").at(-1), fileType]),
              ["data", vscode.FileType.Directory],
            ],
    };
    runProgress();
    answerPicks(({ title = "", items }) => {
      titles.push(title);
      rows = items.map(({ label, description = "" }) => `${label} ${description}`.trim());
      return answers.shift();
    });
  });

  const read = async (state = new MemoryState(), uri = root) =>
    await readOrExclude(uri, state, keptFolder(uri));

  it("is asked about before any file is read, and read again without the part that is excluded", async () => {
    answers = ["Choose Files to Send...", "/data/"];
    const { project } = await read();
    assert.deepEqual(titles, [
      "Create App: The folder contains more than 65,534 files, which is more than can be sent",
      "Create App: Select what to exclude",
    ]);
    assert.deepEqual(rows, ["/data/ at least 65,535 files"]);
    assert.equal(texts.get("/shop/.deployignore"), "/data/\n");
    assert.deepEqual(
      project.files.map(({ path }) => path),
      [".deployignore", "main.py"],
    );
    assert.ok(looked < 10, `${looked} files were looked at`);
  });

  it("is read by its rules again where a choice to send a folder has made it so", async () => {
    texts.set("/shop/.deployignore", "/data/\n");
    const state = new MemoryState();
    const key = `deploy.choices:${root.toString()}`;
    await state.update(key, { excluded: ["secret.txt"], included: ["data"] });
    const { project } = await read(state);
    assert.deepEqual(titles, []);
    assert.deepEqual(
      project.files.map(({ path }) => path),
      [".deployignore", "main.py"],
    );
    assert.deepEqual(state.get(key, undefined), { excluded: ["secret.txt"], included: [] });
  });

  it("has no list of what to exclude where no rule is found, and says folders where it means them", async () => {
    data = data.map(([name]) => [name, vscode.FileType.Directory]);
    await assert.rejects(read(), CancelledError);
    assert.deepEqual(titles, [
      "Create App: The folder contains more than 65,534 folders, which is more than can be sent",
    ]);
    assert.deepEqual(rows, ["Open .deployignore"]);
  });

  it("ends in one sentence where no rule can be written", async () => {
    workspace["fs"] = {
      ...(workspace["fs"] as object),
      writeFile: async () => Promise.reject(vscode.FileSystemError.NoPermissions("read-only")),
    };
    const sentence =
      "Couldn't change .deployignore. Nothing was sent. Check that it is UTF-8 text and the folder isn't read-only, then create the app again.";
    for (const way of [["Open .deployignore"], ["Choose Files to Send...", "/data/"]]) {
      answers = way;
      await assert.rejects(read(), { message: sentence });
    }
  });

  it("is not asked about among an app's files, where a rule would be one of them", async () => {
    const uri = root.with({ scheme: "hosted-app" });
    await assert.rejects(read(new MemoryState(), uri), {
      message:
        "The folder contains more files or folders than can be sent. Nothing was sent. Select another folder.",
    });
    assert.deepEqual(titles, []);
  });

  it("leads to its .deployignore, which is begun where there is none", async () => {
    const opened: unknown[] = [];
    commands["executeCommand"] = async (...all: readonly unknown[]) => void opened.push(...all);
    answers = ["Open .deployignore"];
    await assert.rejects(read(), CancelledError);
    assert.deepEqual(opened.map(String), ["vscode.open", "memory:///shop/.deployignore"]);
    assert.match(texts.get("/shop/.deployignore") ?? "", /^# .+\n$/);
  });
});
