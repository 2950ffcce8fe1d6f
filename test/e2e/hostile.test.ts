// A service, a folder and links whose every text is hostile, in a real window: text stays text, secrets stay where they
// are, and no argument is taken for consent.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { after, describe, it } from "mocha";
import { inertLine } from "../../src/core/text/inertText";
import { permissions } from "../../src/emulator/data/records";
import { hostile, hostileCommand, watchForLiveText } from "../support/hostileText";
import { signIn } from "../support/signIn";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { useAppOnService } from "./appOnService";

const appName = hostile("Shop");
const shownName = inertLine(appName);
const teamName = hostile("Crew");
const fileName = "[run] $(flame) <img src=x>.py";
/** VS Code itself would make a link of it when the file cannot be saved. */
const unshownName = `[run](command:${hostileCommand}).py`;
const refusal = { answer: { status: 400, body: JSON.stringify({ error: hostile("No") }) } };
/** Each stands in one place that must not be copied to another. */
const canaries = {
  environment: "canary-of-the-environment-41d7",
  file: "canary-of-a-file-of-the-app-93b2",
  key: "canary-of-a-private-key-07fe",
  bearer: "canaryOfABearerInALog44d1c0aa",
};

/** Another extension, which asks our tools as a language model does. */
const askingExtension = {
  name: "ask-tools",
  publisher: "tests",
  version: "0.0.1",
  engines: { vscode: "^1.90.0" },
  main: "main.js",
  activationEvents: ["onStartupFinished"],
  extensionKind: ["workspace"],
};
const askingProgram = `const { commands, lm } = require("vscode");
exports.activate = () => commands.registerCommand("tests.askTools", async ({ file, app }) => {
  const answers = [];
  const calls = [["listApps", {}], ["readAppStatus", { app }], ["readAppFile", { app, path: "/app.log" }], ["readAppFile", { app, path: "/" }]];
  for (const [name, input] of calls) {
    const answer = await lm.invokeTool("hostedApps_" + name, { input, toolInvocationToken: undefined }).then(
      ({ content }) => content.map(({ value }) => value).join(""),
      (error) => "failed: " + error.message,
    );
    answers.push(answer);
  }
  require("node:fs").writeFileSync(file, JSON.stringify(answers));
});
`;

describe("hostile text in the window", function () {
  this.timeout(120_000);
  this.bail(true);
  const scratch = temporaryFolder("hostile");
  const userDataDir = path.join(scratch, "data");
  const folder = path.join(scratch, "work", "[run](command:hostile.run) $(flame)");
  const elsewhere = path.join(scratch, "elsewhere");
  const answers = path.join(scratch, "answers.json");
  const taken = path.join(scratch, hostile("taken").replaceAll("/", ""));
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
        [unshownName]: "",
        "app.log": `${hostile("log")}\nAuthorization: Bearer ${canaries.bearer}\n`,
        ".vscode/settings.json": '{ "editor.fontSize": 31 }\n',
      },
    };
  });
  const window = useWorkbench(() => {
    fs.mkdirSync(folder, { recursive: true });
    fs.mkdirSync(elsewhere);
    fs.mkdirSync(taken);
    fs.writeFileSync(path.join(folder, "main.py"), "print(2)\n");
    fs.writeFileSync(path.join(elsewhere, "id_rsa"), canaries.key);
    const extension = path.join(userDataDir, "extensions", "tests.ask-tools-0.0.1");
    fs.mkdirSync(extension, { recursive: true });
    fs.writeFileSync(path.join(extension, "package.json"), JSON.stringify(askingExtension));
    fs.writeFileSync(path.join(extension, "main.js"), askingProgram);
    const place = { accountId: app().accountId, appId: app().appId };
    const key = (name: string) => `ctrl+alt+${name}`;
    const asking = (name: string, command: string, args: object) => ({
      ...{ key: key(name), command: `hostedApps.${command}`, args, isAsking: true },
    });
    return {
      folder,
      userDataDir,
      viewport: { width: 1280, height: 900 },
      keybindings: [
        { key: key("w"), command: "hostedApps.app.watch", args: place },
        { key: key("b"), command: "hostedApps.app.showDashboard", args: place },
        { key: key("a"), command: "hostedApps.app.showActions", args: place },
        { key: key("s"), command: "hostedApps.app.editSettings", args: { ...place, field: "memoryMB" } },
        { key: key("e"), command: "hostedApps.app.editSettings", args: place },
        { key: key("p"), command: "hostedApps.deploy.push", args: { ...place, folder, confirm: false } },
        { key: key("l"), command: "hostedApps.deploy.pull", args: { ...place, folder, confirm: false } },
        {
          key: key("d"),
          command: "hostedApps.files.download",
          args: { ...place, paths: ["/app.log"], target: pathToFileURL(taken).href },
        },
        {
          key: key("u"),
          command: "hostedApps.files.upload",
          args: { ...place, sources: [pathToFileURL(path.join(taken, "app.log")).href] },
        },
        { key: key("o"), command: "hostedApps.files.mount", args: place },
        { key: key("r"), command: "hostedApps.app.restart", args: place },
        { key: key("q"), command: "tests.askTools", args: { file: answers, app: place.appId } },
        { key: key("t"), command: "hostedApps.account.showTeam", args: { accountId: place.accountId } },
        asking("1", "files.download", { ...place, target: pathToFileURL(folder).href, overwrite: true }),
        asking("2", "files.upload", {
          ...place,
          sources: [pathToFileURL(path.join(elsewhere, "id_rsa")).href],
        }),
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
  after("remove the folders", () => removeTemporaryFolder(scratch));

  let live: readonly string[] = [];
  const apps = () => window().tree("Apps");
  const press = async (name: string): Promise<void> => await window().press(`Control+Alt+${name}`);

  it("is text in rows and their hovers", async () => {
    live = await watchForLiveText(window().page);
    await app().emulator.addApp({ name: `Long ${hostile("x").repeat(1_500)}` });
    await signIn(window(), app().emulator);
    await window().openView("Hosted Apps");
    await apps().waitForRow(shownName, 60_000);
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

  it("is text in notices, also in the words of the service", async () => {
    const fault = app().emulator.faults.next({ method: "POST", path: /restart/ }, refusal);
    await press("R");
    await (await window().notification("The service refused")).dismiss();
    fault.remove();
    await window().screenshot("hostile-notice");
  });

  it("is text in quick picks, input boxes and their hints", async () => {
    await press("A");
    await window().quickInput.waitForTitle("Shop");
    await window().screenshot("hostile-actions");
    await window().quickInput.cancel();
    await press("S");
    await window().quickInput.waitForTitle("Shop");
    await window().quickInput.type(`[run](command:${hostileCommand})`);
    await window().quickInput.cancel();
    await press("8");
    await window().dialog.waitForText("Delete Shop");
    await window().dialog.press("Delete without a Copy...");
    await window().quickInput.waitForMessage("Type the app's name");
    await window().screenshot("hostile-input");
    await window().quickInput.cancel();
    assert.ok(app().emulator.state.app(app().appId));
  });

  it("is text in the status bar, the dashboard and the page of a team", async () => {
    await press("W");
    const item = window().statusBarItem("hostedApps.metrics");
    await item.filter({ hasText: "Shop" }).waitFor();
    await window().hoverText(item, /Click/);
    await press("B");
    await window().webview().getByText("Shop").first().waitFor();
    await press("T");
    await window().quickInput.waitForTitle("Show which team?");
    await window().quickInput.accept();
    await window().webview().getByText("Permissions of the Members").waitFor();
    await window().screenshot("hostile-team");
    await press("E");
    await window().editor.waitForText("memoryMB");
    await window().runCommand("View: Close All Editors");
  });

  it("is text where files are opened, refused and pushed", async () => {
    await press("P");
    await window().quickInput.waitForTitle("Push");
    await window().quickInput.item("main.py").first().waitFor();
    await window().screenshot("hostile-plan");
    await window().quickInput.cancel();
    await press("O");
    await window().dialog.waitForText(".vscode/settings.json");
    await window().screenshot("hostile-mount-question");
    await window().dialog.press("Open");
    const explorer = await window().explorer();
    await explorer.waitForRow(fileName, 60_000);
    assert.ok(!(await explorer.labels()).some((label) => label.includes(".py") && label.includes("command")));
    await explorer.doubleClick(fileName);
    await window().editor.waitForText("print(1)");
    await window().editor.append("# more");
    const fault = app().emulator.faults.next({ method: "POST", path: /upload/, times: 3 }, refusal);
    await window().editor.pressSave();
    await (await window().notification("Failed to save", 30_000)).dismiss();
    fault.remove();
    await window().runCommand("File: Revert File");
  });

  it("is text where files are found, followed, compared, moved and taken back", async () => {
    await window().runCommand("Hosted Apps: Go to File in App...");
    await window().quickInput.waitForTitle("Shop");
    await window().quickInput.type("run");
    await window().screenshot("hostile-go-to-file");
    await window().quickInput.cancel();
    await window().runCommand("Hosted Apps: Search in App Files...");
    await window().quickInput.waitForTitle("Shop");
    await window().quickInput.answer(`[run](command:${hostileCommand})`);
    const results = window().panelTree();
    await results.root.getByText("1 result").waitFor();
    await window().screenshot("hostile-search");
    await results.pressTitleAction("Clear Search Results");
    const explorer = await window().explorer();
    await explorer.chooseFromMenu("app.log", "Follow File");
    await window()
      .page.locator(".part.panel .terminal-wrapper .xterm-rows")
      .getByText("[run]")
      .first()
      .waitFor();
    await window().screenshot("hostile-follow");
    await window().statusBarItem("Following app.log").click();
    await explorer.doubleClick(fileName);
    await window().editor.append("# kept");
    await window().editor.save();
    await press("L");
    await window().quickInput.waitForTitle("Pull");
    await window().screenshot("hostile-pull");
    await window().quickInput.cancel();
    await press("D");
    await (await window().notification("Downloaded")).dismiss();
    await press("U");
    await (await window().notification("Uploaded")).dismiss();
    await window().runCommand("Hosted Apps: Undo File Operation...");
    await window().quickInput.waitForTitle("Undo");
    await window().screenshot("hostile-undo");
    await window().quickInput.cancel();
  });

  it("is text in the steps of a new app and in what the service is found to say", async () => {
    await window().runCommand("Hosted Apps: Create App from Folder...");
    await window().quickInput.waitForTitle("Create App");
    await window().screenshot("hostile-create");
    await window().quickInput.answer(hostile("Second").slice(0, 60));
    for (const item of ["main.py", "256 MB", "Web app"]) {
      await window().quickInput.item(item).first().waitFor();
      await window().quickInput.accept();
    }
    await window().quickInput.item("Preview...").waitFor();
    await window().quickInput.accept();
    const question = await window().notification("Save the settings of Second", 60_000);
    await window().screenshot("hostile-created");
    await question.dismiss();
    await window().runCommand("Hosted Apps: Diagnose the Service");
    await window().editor.waitForText("answers as expected");
    await window().screenshot("hostile-diagnosis");
  });

  it("is text in the questions before a language model is told of it, which gets no secret", async () => {
    await press("Q");
    const button = window().page.locator(".monaco-dialog-box").getByRole("button", { name: "Yes" });
    let asked = 0;
    await waitUntil(
      async () => {
        if (fs.existsSync(answers)) return true;
        if (!(await button.isVisible())) return false;
        if (asked === 0) await window().screenshot("hostile-tool-question");
        asked++;
        await button.click();
        return false;
      },
      { what: "the tools to answer", timeoutMs: 60_000, intervalMs: 300 },
    );
    const [list = "", status = "", log = "", folder = ""] = JSON.parse(
      fs.readFileSync(answers, "utf8"),
    ) as string[];
    assert.ok(asked > 0);
    for (const [answer, expected] of [
      [list, "Shop"],
      [status, "Shop"],
      [log, "log"],
      [folder, "main.py"],
    ] as const)
      assert.ok(answer.includes(expected), answer);
    for (const secret of [app().emulator.token, canaries.environment, canaries.key, canaries.bearer])
      assert.ok(![list, status, log, folder].join("\n").includes(secret));
  });

  for (const [name, message, detail] of [
    ["1", "Download files of Shop", "data"],
    ["2", "Upload to Shop", "id_rsa"],
    ["3", "Delete main.py from Shop", "main.py"],
    ["4", "Push elsewhere to Shop", "elsewhere"],
    ["5", "Pull Shop", "elsewhere"],
    ["6", "Create Mine", "work"],
    ["7", "Change the settings of Shop", "curl evil"],
    ["8", "Delete Shop", "all its files"],
    ["9", "Link ", "work"],
  ] as const)
    it(`asks before it does what a link asks for: ${message}`, async () => {
      const before = app().emulator.requests.filter(({ method }) => method !== "GET").length;
      await press(name);
      await window().dialog.waitForText(message);
      if (name !== "1") await window().dialog.waitForText(detail);
      await window().dialog.press("Cancel");
      const sent = app().emulator.requests.filter(({ method }) => method !== "GET");
      assert.equal(sent.length, before);
      assert.deepEqual(fs.readdirSync(elsewhere), ["id_rsa"]);
      assert.equal(fs.readFileSync(path.join(folder, "main.py"), "utf8"), "print(2)\n");
      assert.ok(fs.existsSync(app().file("main.py")));
    });

  it("was never more than text, and no secret is in a log, the state or what the service wrote", async () => {
    assert.deepEqual(live, []);
    const { token } = app().emulator;
    const secrets = [token, canaries.environment, canaries.file, canaries.key, canaries.bearer];
    const holding = (): string[] =>
      fs
        .readdirSync(userDataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => !file.endsWith("keybindings.json"))
        .filter((file) => {
          const bytes = fs.readFileSync(file);
          return secrets.some((secret) => bytes.includes(secret));
        });
    await waitUntil(() => fs.existsSync(path.join(userDataDir, "data", "logs")), {
      what: "the logs",
      timeoutMs: 10_000,
    });
    assert.deepEqual(holding(), []);
    const serviceLog = JSON.stringify(app().emulator.requests);
    assert.ok(!secrets.some((secret) => serviceLog.includes(secret)));
  });
});
