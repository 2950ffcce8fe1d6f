// Settings, deleting, the tools for language models and the diagnosis, inside VS Code on the local service.
import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Accounts } from "../../src/accounts/accounts";
import { AskedCalls } from "../../src/features/agent/askedCalls";
import { prepareTool } from "../../src/features/agent/toolQuestions";
import { type CreatedApp, createApp } from "./createdApp";
import { runUnasked } from "./runUnasked";

const name = "Managed";

async function callTool(tool: string, input: object): Promise<string> {
  const result = await vscode.lm.invokeTool(`hostedApps_${tool}`, { input, toolInvocationToken: undefined });
  return result.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ""))
    .join("");
}

/** The JSON between the marks of an answer. */
function dataIn(answer: string) {
  return JSON.parse(answer.split("\n")[2] ?? "");
}

describe("managing an app inside VS Code", () => {
  let app: CreatedApp;
  const settingsUri = () =>
    vscode.Uri.from({
      scheme: "hosted-app-settings",
      authority: app.accountId,
      path: `/${app.appId}/${name}.hosted-app-settings.json`,
    });
  const shown = async () =>
    JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(settingsUri())));

  before("create an app", async () => {
    app = await createApp({ settings: { name } });
  });

  it("shows the settings as a document, and changes one of them without a prompt when it is given", async () => {
    assert.equal((await shown()).memoryMB, 256);
    await runUnasked("app.editSettings", { ...app.key, change: { memoryMB: 320 } });
    const after = await shown();
    assert.deepEqual([after.name, after.memoryMB, after.runtimeEnvironment], [name, 320, "python"]);
  });

  it("keeps a settings document unsaved that cannot be sent", async () => {
    const document = await vscode.workspace.openTextDocument(settingsUri());
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, whole, '{ "memoryMB": "plenty" }\n');
    await vscode.workspace.applyEdit(edit);
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    assert.equal((await shown()).memoryMB, 320);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("tells a language model of the apps and their files, but no secret", async () => {
    const { apps } = dataIn(await callTool("listApps", {}));
    assert.ok(apps.some((listed: { id: string; name: string }) => listed.id === app.appId));
    const status = dataIn(await callTool("readAppStatus", { app: name }));
    assert.deepEqual([status.id, status.memoryMB, "environment" in status], [app.appId, 320, false]);
    assert.match(await callTool("readAppFile", { app: app.appId, path: "/main.py" }), /import/);
    assert.match(await callTool("readAppFile", { app: app.appId, path: "/.env" }), /holds secrets/);
    for (const path of ["/", "/none.py"])
      assert.match(await callTool("readAppFile", { app: app.appId, path }), /main\.py/);
    assert.match(await callTool("readAppStatus", { app: "nobody" }), /No app has this name/);
  });

  it("names the app and its account in the question of each tool", async () => {
    const listed = { label: "me", apps: { snapshot: { apps: [{ id: app.appId, name }] } } };
    const accounts = { load: async () => {}, all: [listed] } as unknown as Accounts;
    for (const named of [name, app.appId]) {
      const prepared = await prepareTool("hostedApps_restartApp", { app: named }, accounts, new AskedCalls());
      assert.equal(prepared.confirmationMessages?.title, `Restart ${name} of me?`);
    }
  });

  it("reports what the service answers, without a name or a value", async () => {
    const report = await runUnasked<string>("service.diagnose", { accountId: app.accountId });
    assert.match(report, /GET \/v1\/apps\/\{appId\}\/files/);
    assert.match(report, /^# .*\n\n\*\*The service answers as expected\.\*\*/);
    assert.match(report, /\| listPathParameter \| `path` \| shown by an answer/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, "hosted-apps-diagnosis");
    assert.doesNotMatch(report, new RegExp(`${name}|${app.appId}`));
  });

  it("deletes an app only when its name is given", async () => {
    await runUnasked("app.delete", { ...app.key, confirm: "Another" });
    assert.equal((await shown()).name, name);
    await vscode.window.showTextDocument(app.uri("main.py"), { preview: false });
    await runUnasked("app.editSettings", app.key);
    const titles = (): string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) =>
        tabs.flatMap(({ label, input }) =>
          input instanceof vscode.TabInputText && input.uri.toString().includes(app.appId) ? [label] : [],
        ),
      );
    assert.deepEqual(titles(), ["main.py", `${name}.hosted-app-settings.json`]);
    await runUnasked("app.delete", { ...app.key, confirm: name });
    assert.deepEqual(titles(), []);
    assert.doesNotMatch(await callTool("listApps", {}), new RegExp(app.appId));
  });
});
