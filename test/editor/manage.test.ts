// Settings and deleting, inside VS Code on the local service.
import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import { type CreatedApp, createApp } from "./createdApp";
import { runPreapproved } from "./runPreapproved";

const name = "Managed";

describe("managing an app inside VS Code", () => {
  let app: CreatedApp;
  const settingsUri = () =>
    vscode.Uri.from({
      scheme: "hosted-app-settings",
      authority: app.accountId,
      path: `/${name}.hosted-app-settings.json`,
      query: app.appId,
    });
  const shown = async () =>
    JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(settingsUri())));

  before("create an app", async () => {
    app = await createApp({ settings: { name } });
  });

  it("shows the settings as a document, and changes a setting from the argument without a prompt", async () => {
    assert.equal((await shown()).memoryMB, 256);
    await runPreapproved("app.editSettings", { ...app.key, change: { memoryMB: 320 } });
    const after = await shown();
    assert.deepEqual([after.name, after.memoryMB, after.runtimeEnvironment], [name, 320, "python"]);
  });

  it("keeps a settings document unsaved when it cannot be sent", async () => {
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

  it("deletes an app only when its name is given", async () => {
    await runPreapproved("app.delete", { ...app.key, confirm: "Another" });
    assert.equal((await shown()).name, name);
    await vscode.window.showTextDocument(app.uri("main.py"), { preview: false });
    await runPreapproved("app.editSettings", { ...app.key, asText: true });
    const titles = (): string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) =>
        tabs.flatMap(({ label, input }) =>
          input instanceof vscode.TabInputText && input.uri.toString().includes(app.appId) ? [label] : [],
        ),
      );
    assert.deepEqual(titles(), ["main.py", `${name}.hosted-app-settings.json`]);
    await runPreapproved("app.delete", { ...app.key, confirm: name });
    assert.deepEqual(titles(), []);
    const { content } = await vscode.lm.invokeTool("hostedApps_listApps", {
      input: {},
      toolInvocationToken: undefined,
    });
    assert.doesNotMatch(JSON.stringify(content), new RegExp(app.appId));
  });
});
