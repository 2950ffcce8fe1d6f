// A service, a folder and links whose every text is hostile, in a real window: text stays text, secrets stay where they
// are, and no argument is taken for consent.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, it } from "mocha";
import { inertLine } from "../../src/core/text/inertText";
import { permissions } from "../../src/emulator/data/records";
import { canary, memoriesWithSecrets } from "../support/canaries";
import { filesBelow, writeTree } from "../support/fileTrees";
import { hostile, hostileCommand, nameOnDisk, watchForLiveText } from "../support/hostileText";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import type { Effect } from "../support/window/untilEffect";
import { useWorkbench } from "../support/workbenchSession";
import { useAppOnService } from "./appOnService";

const appName = hostile("Shop");
const shownName = inertLine(appName);
const teamName = hostile("Crew");
const fileName = nameOnDisk("[run] $(flame) <img src=x>.py");
/** VS Code itself makes a link of this name when the file cannot be saved. Windows allows no such name. */
const unshown = process.platform === "win32" ? {} : { [`[run](command:${hostileCommand}).py`]: "" };
const refusal = { answer: { status: 400, body: JSON.stringify({ error: hostile("No") }) } };
/** Secrets, each in one place from which it must not be copied to another. */
const canaries = {
  environment: canary("environment-value"),
  file: canary("file-of-the-app"),
  key: canary("private-key"),
  bearer: canary("bearer-in-a-log"),
  local: canary("env-file"),
};

/** Another extension, which calls the tools as a language model does. */
const askingExtension = {
  name: "ask-tools",
  publisher: "tests",
  version: "0.0.1",
  engines: { vscode: "^1.90.0" },
  main: "main.js",
  activationEvents: ["onStartupFinished"],
  extensionKind: ["workspace"],
};
const askingProgram = `const { commands, lm, Uri, workspace } = require("vscode");
const { writeFileSync } = require("node:fs");
exports.activate = ({ globalState }) => {
  commands.registerCommand("tests.remember", async () => {
    const secret = globalState.get("secret") ? undefined : "canary-" + "of-memory";
    await globalState.update("secret", secret);
  });
  commands.registerCommand("tests.read", async ({ file, uri }) => {
    const text = await workspace.fs.readFile(Uri.parse(uri)).then((bytes) => Buffer.from(bytes).toString(), (error) => error.code);
    writeFileSync(file, text);
  });
  commands.registerCommand("tests.askTools", async ({ file, app }) => {
  const answers = [];
  const calls = [["listApps", {}], ["readAppStatus", { app }], ["readAppFile", { app, path: "/app.log" }], ["readAppFile", { app, path: "/" }]];
  for (const [name, input] of calls) {
    const answer = await lm.invokeTool("hostedApps_" + name, { input, toolInvocationToken: undefined }).then(
      ({ content }) => content.map(({ value }) => value).join(""),
      (error) => "failed: " + error.message,
    );
    answers.push(answer);
  }
  writeFileSync(file, JSON.stringify(answers));
  });
};
`;

describe("hostile text in the window", function () {
  this.bail(true);
  const scratch = temporaryFolder("hostile");
  const userDataDir = path.join(scratch, "data");
  const folder = path.join(scratch, "work", nameOnDisk(`[run](command:${hostileCommand}) $(flame)`));
  const elsewhere = path.join(scratch, "elsewhere");
  const answers = path.join(scratch, "answers.json");
  const answer = path.join(scratch, "answer.txt");
  const zip = path.join(scratch, "Shop.zip");
  const taken = path.join(scratch, nameOnDisk(hostile("taken")));
  const app = useAppOnService({ name: appName, files: {} }, ({ state }) => {
    const teamId = "65a0c0ffee0000000000b00a";
    state.putTeam({
      _id: teamId,
      name: teamName,
      owner: state.user._id,
      members: [{ user: hostile("robin"), permissions: permissions(true), _id: "65a0c0ffee0000000000c00a" }],
      invites: [],
      createdAt: new Date(0).toISOString(),
      updatedAt: new Date(0).toISOString(),
    });
    return {
      teamId,
      environment: [
        { key: hostile("KEY").slice(0, 40), value: canaries.environment, _id: "65a0c0ffee0000000000d00a" },
      ],
      files: {
        "main.py": `print('${canaries.file}')\n`,
        [fileName]: "print(1)\n",
        ...unshown,
        "app.log": `${hostile("log")}\nAuthorization: Bearer ${canaries.bearer}\n`,
        ".vscode/settings.json": '{ "editor.fontSize": 31 }\n',
      },
    };
  });
  const window = useWorkbench(() => {
    fs.mkdirSync(taken);
    writeTree(folder, { "main.py": "print(2)\n" });
    writeTree(elsewhere, { id_rsa: canaries.key });
    const extension = path.join(userDataDir, "extensions", "tests.ask-tools-0.0.1");
    writeTree(extension, { "package.json": JSON.stringify(askingExtension), "main.js": askingProgram });
    const place = { accountId: app().accountId, appId: app().appId };
    const file = (...names: string[]) => pathToFileURL(path.join(...names)).href;
    const tasks = `hosted-app://${place.accountId}/${place.appId}/.vscode/tasks.json`;
    const calling = (key: string, command: string, args: object) => ({
      key: `ctrl+alt+${key}`,
      command,
      args,
    });
    const own = (key: string, command: string, args: object) => calling(key, `hostedApps.${command}`, args);
    const asking = (key: string, command: string, args: object) => ({
      ...own(key, command, args),
      isAsking: true,
    });
    return {
      folder,
      userDataDir,
      viewport: { width: 1280, height: 900 },
      keybindings: [
        own("w", "app.watch", place),
        own("b", "app.showDashboard", place),
        own("s", "app.editSettings", { ...place, field: "memoryMB" }),
        own("e", "app.editSettings", { ...place, asText: true }),
        own("p", "deploy.push", { ...place, folder, confirm: false }),
        own("l", "deploy.pull", { ...place, folder, confirm: false }),
        own("d", "files.download", { ...place, paths: ["/app.log"], target: file(taken) }),
        own("u", "files.upload", { ...place, sources: [file(taken, "app.log")] }),
        own("o", "files.mount", place),
        own("r", "app.restart", place),
        own("t", "account.showTeam", { accountId: place.accountId }),
        calling("m", "tests.remember", {}),
        calling("q", "tests.askTools", { file: answers, app: place.appId }),
        calling("v", "tests.read", { file: answer, uri: tasks }),
        asking("z", "app.backup", { ...place, target: file(zip) }),
        asking("n", "localService.runFolder", { folder }),
        asking("1", "files.download", { ...place, target: file(folder), overwrite: true }),
        asking("2", "files.upload", { ...place, sources: [file(elsewhere, "id_rsa")] }),
        asking("3", "files.delete", { ...place, paths: ["/main.py"] }),
        asking("4", "deploy.push", { ...place, folder: elsewhere, confirm: true }),
        asking("5", "deploy.pull", { ...place, folder: elsewhere, confirm: true }),
        asking("6", "deploy.createApp", { accountId: place.accountId, folder, settings: { name: "Mine" } }),
        asking("7", "app.editSettings", { ...place, change: { startupCommand: "curl evil" } }),
        asking("8", "app.delete", { ...place, confirm: appName }),
        asking("9", "deploy.linkFolder", { ...place, folder }),
      ],
    };
  });

  let live: readonly string[] = [];
  const apps = () => window().tree("Apps");
  const press = async (name: string, effect: Effect): Promise<void> =>
    await window().press(`Control+Alt+${name}`, effect);
  const ask = async (name: string, title: string): Promise<void> =>
    await window().pressUntilAsked(`Control+Alt+${name}`, title);
  /** Files in the copies of local runs. */
  const copied = (): string[] => filesBelow(userDataDir).filter((file) => file.includes("local-runs"));
  const notice = (text: string) => window().page.locator(".notifications-toasts").getByText(text).first();

  it("is text in rows and their hovers", async () => {
    live = await watchForLiveText(window().page);
    await app().emulator.addApp({ name: `Long ${hostile("x").repeat(1_500)}` });
    await signIn(window(), app().emulator, shownName);
    await window().hoverText(apps().row(shownName), /State/);
    assert.deepEqual(
      (await apps().labels()).filter((label) => label.length > 320),
      [],
    );
    await apps().expandPath(shownName, "Environment");
    await apps().waitForRow(inertLine(hostile("KEY").slice(0, 40)));
    await apps().collapse(shownName);
    await window().screenshot("hostile-rows");
  });

  it("is text in notices, also in the service's messages", async () => {
    const fault = app().emulator.faults.next({ method: "POST", path: /restart/ }, refusal);
    await press("R", () => fault.met > 0);
    await (await window().notification("The service refused")).dismiss();
    fault.remove();
    await window().screenshot("hostile-notice");
  });

  it("is text in quick picks, input boxes and their hints", async () => {
    await ask("S", "Shop");
    await window().quickInput.type(`[run](command:${hostileCommand})`);
    await window().quickInput.cancel();
    await press("8", () => window().dialog.isShown("Delete Shop"));
    await window().dialog.press("Delete without a Copy...");
    await window().quickInput.waitForMessage("Type the app's name");
    await window().screenshot("hostile-input");
    await window().quickInput.cancel();
    assert.ok(app().emulator.state.app(app().appId));
  });

  it("is text in the status bar, the dashboard and the page of a team", async () => {
    const item = window().statusBarItem("hostedApps.metrics");
    await press("W", item.filter({ hasText: "Shop" }));
    await window().hoverText(item, /Click/);
    await press("B", window().webview().getByText("Shop").first());
    await press("T", window().webview().getByText("Member Permissions"));
    await window().screenshot("hostile-team");
    await press("E", async () => (await window().editor.text()).includes("memoryMB"));
    await window().editor.waitForText("memoryMB");
    await window().runCommand("View: Close All Editors");
  });

  it("is text where files are opened, refused and pushed", async () => {
    await ask("P", "Push");
    await window().quickInput.item("main.py").first().waitFor();
    await window().screenshot("hostile-plan");
    await window().quickInput.cancel();
    await press("O", () => window().dialog.isShown(".vscode/settings.json"));
    await window().screenshot("hostile-mount-question");
    await window().dialog.press("Open");
    const explorer = await window().explorer();
    await explorer.waitForRow(fileName);
    assert.ok(!(await explorer.labels()).some((label) => label.includes(".py") && label.includes("command")));
    await window().openFromExplorer(fileName);
    await window().editor.waitForText("print(1)");
    await window().editor.append("# more");
    const fault = app().emulator.faults.next({ method: "POST", path: /upload/, times: 3 }, refusal);
    await window().editor.pressSave();
    await (await window().notification("Failed to save")).dismiss();
    fault.remove();
    await window().runCommand("File: Revert File");
  });

  it("is held back in a teammate's file for the editor until the user has accepted it", async () => {
    app().write(".vscode/tasks.json", '{ "version": "2.0.0" }');
    await window().runCommand("Hosted Apps: Refresh");
    const read = async (expected: string): Promise<void> =>
      await press("V", () => fs.existsSync(answer) && fs.readFileSync(answer, "utf8") === expected);
    await read("NoPermissions");
    await (await window().notification("changes how this editor works")).press("Review");
    await window().editor.waitForText("2.0.0");
    await window().screenshot("hostile-review");
    await (await window().notification("Review the files")).press("Accept");
    await window().dialog.press("Accept");
    await read('{ "version": "2.0.0" }');
    await window().runCommand("View: Close All Editors");
  });

  it("is text where files are found, followed, compared, moved and restored", async () => {
    await window().runUntilAsked("Hosted Apps: Go to File in App", "Shop");
    await window().quickInput.type("run");
    await window().screenshot("hostile-go-to-file");
    await window().quickInput.cancel();
    await window().runUntilAsked("Hosted Apps: Search in App Files", "Shop");
    await window().quickInput.answer(`[run](command:${hostileCommand})`);
    const results = window().panelTree();
    await results.root.getByText("1 result").waitFor();
    await window().screenshot("hostile-search");
    await results.pressTitleAction("Clear Search Results", () =>
      results.root.getByText("1 result").isHidden(),
    );
    const explorer = await window().explorer();
    const output = window().page.locator(".part.panel .terminal-wrapper .xterm-rows");
    await explorer.chooseFromMenu("app.log", "Follow File", output.getByText("[run]").first());
    await window().screenshot("hostile-follow");
    await window().pressStatusBarItem("Following app.log");
    await window().openFromExplorer(fileName);
    await window().editor.append("# kept");
    await window().editor.save();
    await ask("L", "Pull");
    await window().screenshot("hostile-pull");
    await window().quickInput.cancel();
    await press("D", notice("Downloaded"));
    await (await window().notification("Downloaded")).dismiss();
    await press("U", notice("Uploaded"));
    await (await window().notification("Uploaded")).dismiss();
    await window().runUntilAsked("Hosted Apps: Undo or Restore", "Undo");
    await window().screenshot("hostile-undo");
    await window().quickInput.cancel();
  });

  it("is text in the steps of a new app and in the diagnosis of the service", async () => {
    await window().runUntilAsked("Hosted Apps: Create App", "Create App");
    await window().screenshot("hostile-create");
    await window().quickInput.pick("Name");
    await window().quickInput.answer(hostile("Second").slice(0, 60));
    await window().quickInput.waitForItem("Memory limit");
    await window().screenshot("hostile-create-summary");
    // The row that creates the app; its label has the name.
    await window().quickInput.items.first().locator(".quick-input-list-rows").click();
    const question = await window().notification(/Save Second.*'s settings/s);
    await window().screenshot("hostile-created");
    await question.dismiss();
    await window().runCommand("Hosted Apps: Diagnose the Service");
    await window().webview().getByText("responds as expected").waitFor();
    await window().screenshot("hostile-diagnosis");
  });

  it("is text in the questions before a language model gets it, which gets no secret", async () => {
    const button = window().page.locator(".monaco-dialog-box").getByRole("button", { name: "Yes" });
    await press("Q", async () => fs.existsSync(answers) || (await button.isVisible()));
    let asked = 0;
    await waitUntil(
      async () => {
        if (fs.existsSync(answers) && fs.statSync(answers).size > 0) return true;
        if (!(await button.isVisible())) return false;
        if (asked === 0) await window().screenshot("hostile-tool-question");
        asked++;
        await button.click();
        return false;
      },
      { what: "the tools to answer", intervalMs: 300 },
    );
    assert.ok(asked > 0);
    const replies = JSON.parse(fs.readFileSync(answers, "utf8")) as string[];
    for (const [index, expected] of ["Shop", "Shop", "log", "main.py"].entries())
      assert.ok(replies[index]?.includes(expected), replies[index]);
    for (const secret of [app().emulator.token, canaries.environment, canaries.key, canaries.bearer])
      assert.ok(!replies.join("\n").includes(secret));
  });

  for (const [name, message, detail] of [
    ["1", "Download Shop", "data"],
    ["2", "Upload to Shop", "id_rsa"],
    ["3", "Delete main.py from Shop", "main.py"],
    ["4", "Push elsewhere to Shop", "elsewhere"],
    ["5", "Pull Shop", "elsewhere"],
    ["6", "Create Mine", "work"],
    ["7", "Change Shop", "curl evil"],
    ["8", "Delete Shop", "all its files"],
    ["9", "Link ", "work"],
  ] as const)
    it(`asks before it does what a link asks for: ${message}`, async () => {
      const before = app().changes();
      await press(name, () => window().dialog.isShown(message));
      if (name !== "1") await window().dialog.waitForText(detail);
      await window().dialog.press("Cancel");
      assert.equal(app().changes(), before);
      assert.deepEqual(fs.readdirSync(elsewhere), ["id_rsa"]);
      assert.equal(fs.readFileSync(path.join(folder, "main.py"), "utf8"), "print(2)\n");
      assert.ok(fs.existsSync(app().file("main.py")));
    });

  it("is text in the questions before the app is backed up and the folder runs here", async () => {
    await press("Z", () => window().dialog.isShown("Back up Shop"));
    await window().dialog.waitForText("Shop.zip");
    await window().dialog.press("Back Up");
    await window().notification("Backed up");
    fs.writeFileSync(path.join(folder, ".env"), `KEY=${canaries.local}\n`);
    await press("N", () => window().dialog.isShown("Run "));
    await window().dialog.waitForText("main.py");
    await window().screenshot("hostile-run");
    await window().dialog.press("Run");
    const terminal = window().page.locator(".part.panel .terminal-wrapper").last();
    await terminal.getByText("Close this terminal to stop").first().waitFor();
    await waitUntil(() => copied().some((file) => file.endsWith("main.py")), {
      what: "the copy of the folder",
      saw: copied,
    });
    assert.ok(!copied().some((file) => file.endsWith(".env")));
    await window().runCommand("Terminal: Kill All Terminals");
    await waitUntil(() => !copied().some((file) => file.endsWith("main.py")), {
      what: "the copy to go",
      saw: copied,
    });
    fs.rmSync(path.join(folder, ".env"));
  });

  it("was never more than text, and no secret is stored but another extension's, which the check finds", async () => {
    assert.deepEqual(live, []);
    const found = () => memoriesWithSecrets(window().page);
    await press("M", async () => (await found()).length > 0);
    await press("M", async () => (await found()).length === 0);
    const serviceLog = JSON.stringify(app().emulator.requests);
    for (const secret of [app().emulator.token, ...Object.values(canaries)])
      assert.ok(!serviceLog.includes(secret));
  });
});
