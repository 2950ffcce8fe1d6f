// What is asked about a project before the steps: each finding once, with what its answers do.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { choicesAfter } from "../../../../../src/core/project/deployPreview";
import type { ProjectFinding } from "../../../../../src/core/project/detect/projectFinding";
import type { FolderChoices } from "../../../../../src/core/project/folderRules";
import type { ProjectFile } from "../../../../../src/core/project/projectFile";
import type { DeployFolder } from "../../../../../src/editor/project/deployFolder";
import { neededVariables } from "../../../../../src/editor/project/neededVariables";
import {
  askAboutProject,
  type ProjectAnswers,
} from "../../../../../src/features/create/questions/askAboutProject";
import { answerPicks, runProgress, tasks, workspace, workspaceFiles } from "../../../../support/vscodeParts";

interface Shown {
  readonly title: string;
  readonly rows: readonly string[];
  readonly details: readonly string[];
}

interface FolderState {
  files: string[];
  leftOut: { path: string; isDirectory: boolean }[];
  findings: ProjectFinding[];
  mainFile?: string;
  candidates?: readonly string[];
  needsEnvironmentFile?: boolean;
  readonly texts: Record<string, string>;
  onReread: () => void;
}

const root = vscode.Uri.file("/work/bot");
const gitignored = { source: ".gitignore", pattern: "dist/" };

describe("what is asked about a project", () => {
  let answers: (string | undefined)[];
  let shown: Shown[];
  let disk: Map<string, string>;
  let state: FolderState;
  let choices: FolderChoices;
  let remembered: string;

  beforeEach(() => {
    [answers, shown, disk] = [[], [], workspaceFiles({})];
    choices = { excluded: new Set(), included: new Set() };
    state = {
      ...{ files: ["main.py"], leftOut: [], findings: [], mainFile: "main.py", texts: {} },
      onReread: () => undefined,
    };
    answerPicks(({ title = "", placeholder, items }) => {
      // The main file's own step says what can be typed.
      if (!title.endsWith("Main file")) assert.equal(placeholder, undefined);
      const details = items.map(({ detail = "" }) => detail);
      shown.push({ title, rows: items.map(({ label }) => label), details });
      return answers.shift();
    });
  });

  function folder(): DeployFolder {
    const fake = {
      uri: root,
      isMount: false,
      get choices() {
        return choices;
      },
      get project() {
        const { files, leftOut, findings, mainFile, texts } = state;
        return {
          uri: root,
          files: files.map((path) => ({
            ...{ path, sizeBytes: 1 },
            read: async () => new TextEncoder().encode(texts[path] ?? ""),
          })),
          leftOut: leftOut.map((each) => ({ ...each, rule: gitignored })),
          defaults: {
            ...{ name: "bot", startupCommand: "", memoryMB: 256, exposedViaWeb: false, findings },
            needsEnvironmentFile: state.needsEnvironmentFile,
            ...(mainFile === undefined ? {} : { mainFile }),
            mainFileCandidates: state.candidates ?? (mainFile === undefined ? [] : [mainFile]),
          },
        };
      },
      get variables() {
        const read = async (path: string) =>
          new Uint8Array(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(root, path)));
        return neededVariables({ files: [], leftOut: state.leftOut, read });
      },
      decide: async (paths: readonly string[], willBeSent: boolean, isDirectory = false) => {
        const changed = paths.map((path) => ({ path, isDirectory, willBeSent }));
        choices = choicesAfter(choices, changed);
        state.onReread();
      },
      ...{ refresh: async () => state.onReread(), startWith: async () => undefined },
      rememberTask: async (task: string) => {
        remembered = task;
      },
    };
    return fake as unknown as DeployFolder;
  }
  const ask = async (projectFile?: ProjectFile): Promise<ProjectAnswers> =>
    await askAboutProject({ folder: folder(), projectFile, extensionUri: vscode.Uri.file("/extension") });
  const find = (...findings: ProjectFinding[]): void => {
    state.findings = findings;
    delete state.mainFile;
  };

  it("is nothing where nothing was found", async () => {
    assert.deepEqual(await ask(), { settings: {} });
    assert.deepEqual(shown, []);
  });

  it("offers a choice where nothing could start an app, and Esc ends it", async () => {
    delete state.mainFile;
    state.files = ["run.sh", "notes.txt"];
    await assert.rejects(ask(), CancelledError);
    assert.deepEqual(shown[0]?.rows, [
      "Select Main File...",
      "Select Files to Send...",
      "Select Another Folder...",
    ]);
    answers = ["Select Main File...", "run.sh"];
    const { settings } = await ask();
    assert.equal(settings.mainFile, "run.sh");
  });

  it("shows the likeliest of very many main files without a long pause", async () => {
    find({ kind: "unsupported", what: "Go" });
    const candidates = Array.from({ length: 20_000 }, (_, index) => `script_${20_000 - index}.py`);
    state.candidates = candidates;
    state.files = [...candidates.toSorted(), "part/module.py"];
    answers = ["Select Main File...", "script_20000.py"];
    const before = process.cpuUsage();
    const { settings } = await ask();
    assert.equal(settings.mainFile, "script_20000.py");
    assert.deepEqual(shown[1]?.rows, candidates.slice(0, 500));
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });

  it("says what is not supported, and lets a main file be chosen all the same", async () => {
    find({ kind: "unsupported", what: "Go" });
    state.files = ["main.go", "tool.py"];
    answers = ["Select Main File..."];
    const { settings } = await ask();
    assert.equal(shown[0]?.title, "Create App: Go isn't supported; only Python and Node.js are");
    // It is the only program: there is nothing to choose.
    assert.equal(shown.length, 1);
    assert.deepEqual([settings.mainFile, settings.runtime], ["tool.py", "python"]);
  });

  it("goes on with the package that is picked", async () => {
    find({ kind: "packages", packages: [{ path: "apps/api", name: "@acme/api" }] });
    answers = ["@acme/api"];
    const { other } = await ask();
    assert.equal(other?.uri.path, "/work/bot/apps/api");
  });

  it("brings an ignored main file back by a rule, or for this workspace alone", async () => {
    const ignored = { kind: "ignoredMainFile", mainFile: "dist/index.js", rule: gitignored } as const;
    find(ignored);
    state.leftOut = [{ path: "dist", isDirectory: true }];
    state.onReread = () => {
      state.files = ["main.py", "dist/index.js"];
      Object.assign(state, { findings: [], leftOut: [], mainFile: "dist/index.js" });
    };
    answers = ["Include"];
    await ask();
    assert.equal(disk.get("/work/bot/.deployignore"), "!/dist/\n");
    assert.match(
      shown[0]?.title ?? "",
      /Include dist\/\? It contains the main file, but is excluded: dist\/ in \.gitignore$/,
    );
    assert.equal(choices.included.size, 0);

    disk.clear();
    find(ignored);
    Object.assign(state, { files: ["main.py"], leftOut: [{ path: "dist", isDirectory: true }] });
    answers = ["Include in This Workspace Only"];
    await ask();
    assert.deepEqual([[...choices.included], disk.size], [["dist"], 0]);
  });

  it("asks nothing of the start where hosted-app.json names a main file that is sent", async () => {
    find(
      { kind: "unsupported", what: "Go" },
      { kind: "buildFirst", script: "build", task: "npm: build", makes: "dist", exists: true },
    );
    assert.deepEqual(await ask({ mainFile: "main.py" }), { settings: {} });
  });

  it("does not ask again whether to build what hosted-app.json builds", async () => {
    state.findings = [
      { kind: "buildFirst", script: "build", task: "npm: build", makes: "dist/a.js", exists: true },
    ];
    await ask({ preDeployTask: "npm: build" });
    assert.equal(shown.length, 0);
    answers = ["Continue Without Building"];
    await ask();
    assert.deepEqual(shown[0]?.rows.slice(0, 2), ["Build First", "Continue Without Building"]);
  });

  it("asks about each of two builds, and keeps both in hosted-app.json", async () => {
    const builds = ["server", "client"].map((name) => ({
      ...{ kind: "buildFirst" as const, script: `build - ${name}`, task: `npm: build - ${name}` },
      ...{ makes: `${name}/dist`, exists: false },
    }));
    find(...builds);
    const ran: string[] = [];
    const ended = new vscode.EventEmitter<object>();
    const home = { uri: root };
    workspace["getWorkspaceFolder"] = () => home;
    Object.assign(tasks, {
      fetchTasks: async () =>
        builds.map(({ script: name }) => ({ name, source: "npm", scope: home, definition: { type: "npm" } })),
      ...{ onDidStartTaskProcess: () => ended, onDidEndTaskProcess: () => ended, onDidEndTask: ended.event },
      executeTask: async (task: { readonly name: string }) => {
        ran.push(task.name);
        state.onReread = () => {
          state.findings = builds.slice(ran.length);
          if (state.findings.length === 0) state.mainFile = "main.py";
        };
        const execution = { task };
        setImmediate(() => ended.fire({ execution }));
        return execution;
      },
    });
    runProgress();
    const getText = (): string => disk.get("/work/bot/hosted-app.json") ?? "";
    workspace["openTextDocument"] = async () => ({ getText, positionAt: () => 0, save: async () => true });
    workspace["applyEdit"] = async ({ texts }: { readonly texts: ReadonlyMap<string, string> }) => {
      for (const [path, text] of texts) disk.set(path, text);
    };
    answers = ["Build First", "Build First"];
    await ask();
    assert.deepEqual(
      shown.map(({ title }) => title),
      [
        'Create App: Run "build - server"? It builds server/dist, which is missing',
        'Create App: Run "build - client"? It builds client/dist, which is missing',
      ],
    );
    assert.deepEqual(ran, ["build - server", "build - client"]);
    const { preDeployTask } = JSON.parse(disk.get("/work/bot/hosted-app.json") ?? "");
    assert.equal(preDeployTask, "npm: build - server && npm: build - client");
    assert.equal(remembered, preDeployTask);
  });

  it("writes requirements.txt on yes", async () => {
    state.findings = [{ kind: "dependencies", from: "Pipfile", names: [] }];
    state.files = ["main.py", "Pipfile"];
    state.texts["Pipfile"] = '[packages]\nflask = "*"\n';
    answers = ["Write requirements.txt"];
    await ask();
    assert.equal(disk.get("/work/bot/requirements.txt"), "flask\n");
  });

  it("keeps a requirements.txt that is there and not sent, such as a link or an ignored one", async () => {
    state.findings = [{ kind: "dependencies", from: "Pipfile", names: [] }];
    state.files = ["main.py", "Pipfile"];
    state.texts["Pipfile"] = '[packages]\nflask = "*"\n';
    disk.set("/work/bot/requirements.txt", "own==1\n");
    answers = ["Continue"];
    await ask();
    assert.ok(!shown[0]?.rows.includes("Write requirements.txt"));
    disk.clear();
    // A link that leads nowhere yet.
    state.leftOut = [{ path: "requirements.txt", isDirectory: false }];
    answers = ["Continue"];
    await ask();
    assert.ok(!shown[1]?.rows.includes("Write requirements.txt"));
    assert.equal(disk.size, 0);
  });

  it("keeps a requirements.txt that was created while the question was open", async () => {
    state.findings = [{ kind: "dependencies", from: "Pipfile", names: [] }];
    state.files = ["main.py", "Pipfile"];
    state.texts["Pipfile"] = '[packages]\nflask = "*"\n';
    answerPicks(() => {
      disk.set("/work/bot/requirements.txt", "own==1\n");
      return "Write requirements.txt";
    });
    await ask();
    assert.equal(disk.get("/work/bot/requirements.txt"), "own==1\n");
  });

  it("sends the requirements.txt that it writes though a rule leaves it out", async () => {
    state.findings = [{ kind: "dependencies", from: "Pipfile", names: [] }];
    state.files = ["main.py", "Pipfile"];
    state.texts["Pipfile"] = '[packages]\nflask = "*"\n';
    state.onReread = () => {
      if (disk.has("/work/bot/.deployignore")) state.files = ["main.py", "Pipfile", "requirements.txt"];
      else state.leftOut = [{ path: "requirements.txt", isDirectory: false }];
    };
    answers = ["Write requirements.txt"];
    await ask();
    assert.equal(disk.get("/work/bot/.deployignore"), "!/requirements.txt\n");
  });

  it("asks again where siblings' names would be left to a registry, until that is solved", async () => {
    const requirements = "./lib\n";
    state.findings = [
      { kind: "dependencies", from: "pyproject.toml", names: ["lib"], requirements, isNeeded: true },
    ];
    answers = ["Write requirements.txt"];
    await assert.rejects(ask(), CancelledError);
    assert.deepEqual(
      shown.map(({ rows }) => rows),
      [["Write requirements.txt", "Select Files to Send..."], ["Select Files to Send..."]],
    );
  });

  it("only says what no requirements.txt could fix", async () => {
    state.findings = [{ kind: "dependencies", from: "workspace", names: ["@acme/shared"] }];
    answers = ["Continue"];
    await ask();
    assert.match(shown[0]?.title ?? "", /install @acme\/shared: only the enclosing workspace lists it/);
    assert.ok(!shown[0]?.rows.includes("Write requirements.txt"));
  });

  it("writes a small server for a site, which is then how it starts", async () => {
    find({ kind: "staticSite", folder: "public" });
    answers = ["Add a Small Server"];
    const { settings } = await ask();
    assert.deepEqual(settings, {
      ...{ mainFile: "server.cjs", runtime: "nodejs", startupCommand: "", exposedViaWeb: true },
    });
    assert.match(disk.get("/work/bot/server.cjs") ?? "", /"public"/);
  });

  it("asks about ignored files that are read, all in one, and remembers the answer", async () => {
    state.findings = [
      { kind: "ignoredRead", path: "config.json" },
      { kind: "ignoredRead", path: "data.db" },
    ];
    answers = ["Exclude"];
    await ask();
    assert.match(shown[0]?.title ?? "", /config\.json, data\.db/);
    await ask();
    assert.equal(shown.length, 1);
  });

  it("asks once about a .env, by the names that it sets and never their values", async () => {
    state.leftOut = [{ path: ".env", isDirectory: false }];
    disk.set("/work/bot/.env", "TOKEN=canary-1\nGUILD=canary-2\n");
    answers = ["Exclude"];
    await ask();
    assert.equal(shown[0]?.title, "Create App: .env sets GUILD, TOKEN. Send it?");
    assert.deepEqual(shown[0]?.rows, ["Exclude", "Send It", "Select Files to Send..."]);
    assert.deepEqual([...choices.excluded], [".env"]);
    await ask();
    assert.equal(shown.length, 1);
    choices = { excluded: new Set(), included: new Set() };
    answers = ["Send It"];
    await ask();
    assert.deepEqual([...choices.included], [".env"]);
  });

  it("says so where the app does not start without its .env", async () => {
    Object.assign(state, { leftOut: [{ path: ".env", isDirectory: false }], needsEnvironmentFile: true });
    disk.set("/work/bot/.env", "TOKEN=canary-1\n");
    answers = ["Send It"];
    await ask();
    assert.match(shown[0]?.details[0] ?? "", /won't start without it/);
  });
});
