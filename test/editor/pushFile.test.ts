// Push File to App and push on save inside VS Code's extension host, against the local service.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PushOutcome } from "../../src/features/transfers/push";
import { canary } from "../support/canaries";
import { waitUntil } from "../support/waitUntil";
import { type CreatedApp, createFromFolder } from "./createdApp";
import { runUnasked } from "./runUnasked";

describe("single files inside VS Code", () => {
  const [open] = vscode.workspace.workspaceFolders ?? [];
  const made: vscode.Uri[] = [];
  let app: CreatedApp;
  let other: CreatedApp;
  const here = (name: string): vscode.Uri => {
    assert.ok(open);
    return vscode.Uri.joinPath(open.uri, name);
  };
  const write = async (name: string, text: string): Promise<vscode.Uri> => {
    const uri = here(name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    made.push(uri);
    return uri;
  };
  const pushFiles = async (names: readonly string[], more: object = {}) =>
    await runUnasked<readonly PushOutcome[]>("files.pushFile", {
      files: names.map((name) => here(name).toString()),
      confirm: true,
      ...more,
    });
  const setPushOnSave = async (value: boolean | undefined) =>
    await vscode.workspace
      .getConfiguration("hostedApps", open)
      .update("deploy.pushOnSave", value, vscode.ConfigurationTarget.Workspace);

  before("create an app, and link the open folder to it", async () => {
    ({ app } = await createFromFolder("Single"));
    ({ app: other } = await createFromFolder("Other"));
    await runUnasked("deploy.linkFolder", { folder: open?.uri.toString(), ...app.key });
  });

  after("remove what was made", async () => {
    await setPushOnSave(undefined);
    for (const uri of made) await vscode.workspace.fs.delete(uri).then(undefined, () => undefined);
  });

  it("sends several that are selected, and of a folder what a push of it would send", async () => {
    await write("single/a.txt", canary("pushed-file"));
    await write("single/deep/b.txt", "b");
    await write("single/deep/.env", "left out");
    const outcomes = await vscode.commands.executeCommand<readonly PushOutcome[]>(
      "hostedApps.files.pushFile",
      here("single/a.txt"),
      [here("single/a.txt"), here("single/deep")],
    );
    assert.deepEqual(
      outcomes.map(({ uploaded }) => uploaded),
      [["/single/a.txt", "/single/deep/b.txt"]],
    );
    assert.equal(await app.has("single/deep/.env"), false);
  });

  it("leaves what a push leaves out and what somebody else has changed, when nothing may be asked", async () => {
    await write(".env", `TOKEN=${canary("env-file")}`);
    await write("single/a.txt", "mine, longer");
    await app.write("single/a.txt", "theirs");
    const [outcome] = await pushFiles([".env", "single/a.txt"]);
    assert.deepEqual(outcome?.uploaded, []);
    assert.deepEqual(
      outcome?.left.map(({ path }) => path),
      ["/single/a.txt", "/.env"],
    );
    assert.equal(await app.read("single/a.txt"), "theirs");
    assert.equal(await app.has(".env"), false);
  });

  it("sends what is saved where that is on, but no file that is left out", async () => {
    await setPushOnSave(true);
    const saved = canary("saved-file");
    const uri = await write("single/saved.txt", "");
    const left = await write("single/left.pyc", "");
    for (const each of [left, uri]) {
      const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(each));
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), saved));
      await editor.document.save();
    }
    await waitUntil(
      async () => (await app.has("single/saved.txt")) && (await app.read("single/saved.txt")) === saved,
      {
        what: "the saved file to arrive",
      },
    );
    assert.equal(await app.has("single/left.pyc"), false);
    await setPushOnSave(undefined);
  });

  it("goes to the target that is named, and without one to the last one", async () => {
    const targets = { development: { appId: app.appId }, production: { appId: other.appId } };
    await write("hosted-app.json", JSON.stringify({ targets }));
    const text = canary("file-for-a-target");
    await write("single/target.txt", text);
    const [toOther] = await pushFiles(["single/target.txt"], { target: "production" });
    assert.deepEqual([toOther?.appId, toOther?.uploaded], [other.appId, ["/single/target.txt"]]);
    assert.equal(await other.read("single/target.txt"), text);
    assert.equal(await app.has("single/target.txt"), false);
    const [toLast] = await pushFiles(["single/target.txt"]);
    assert.deepEqual([toLast?.appId, toLast?.uploaded], [app.appId, ["/single/target.txt"]]);
  });
});
