// Push File to App and push on save inside VS Code's extension host, against the local service.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PushOutcome } from "../../src/features/transfers/push";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { runUnasked } from "./runUnasked";

interface Created {
  readonly accountId: string;
  readonly appId: string;
}

describe("single files inside VS Code", () => {
  const scratch = temporaryFolder("editor-push-file");
  const [open] = vscode.workspace.workspaceFolders ?? [];
  const made: vscode.Uri[] = [];
  let app: Created;
  let other: Created;
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
  const inApp = (name: string, { accountId, appId }: Created = app) =>
    vscode.Uri.from({ scheme: "hosted-app", authority: accountId, path: `/${appId}/${name}` });
  const textInApp = async (name: string, of?: Created) =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(inApp(name, of)));
  const isInApp = async (name: string) =>
    await vscode.workspace.fs.stat(inApp(name)).then(
      () => true,
      () => false,
    );
  const pushFiles = async (names: readonly string[], more: object = {}) =>
    await runUnasked<readonly PushOutcome[]>("files.pushFile", {
      files: names.map((name) => here(name).toString()),
      confirm: true,
      ...more,
    });
  const create = async (name: string): Promise<Created> => {
    const folder = vscode.Uri.joinPath(vscode.Uri.file(scratch), name);
    await vscode.workspace.fs.createDirectory(folder);
    const text = new TextEncoder().encode("import time\nwhile True: time.sleep(60)\n");
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, "main.py"), text);
    const settings = { name, runtime: "python", mainFile: "main.py", exposedViaWeb: false };
    const { accountId, appId } = await runUnasked<Created>("deploy.createApp", {
      folder: folder.toString(),
      settings,
    });
    return { accountId, appId };
  };
  const setPushOnSave = async (value: boolean | undefined) =>
    await vscode.workspace
      .getConfiguration("hostedApps", open)
      .update("deploy.pushOnSave", value, vscode.ConfigurationTarget.Workspace);

  before("create an app, and link the open folder to it", async () => {
    await runUnasked("localService.start");
    app = await create("Single");
    other = await create("Other");
    await runUnasked("deploy.linkFolder", { folder: open?.uri.toString(), ...app });
  });

  after("remove what was made", async () => {
    await setPushOnSave(undefined);
    for (const uri of made) await vscode.workspace.fs.delete(uri).then(undefined, () => undefined);
  });

  it("sends the file of the editor as it is on the screen, and nothing else of the folder", async () => {
    const uri = await write("single/words.txt", "one");
    await write("single/other.txt", "other");
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 3), " and more"));
    const [outcome] =
      await vscode.commands.executeCommand<readonly PushOutcome[]>("hostedApps.files.pushFile");
    assert.deepEqual([outcome?.uploaded, outcome?.failed], [["/single/words.txt"], []]);
    assert.equal(document.isDirty, false);
    assert.equal(await textInApp("single/words.txt"), "one and more");
    assert.equal(await isInApp("single/other.txt"), false);
  });

  it("sends several that are selected, and of a folder what a push of it would send", async () => {
    await write("single/a.txt", "a");
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
    assert.equal(await isInApp("single/deep/.env"), false);
  });

  it("leaves what a push leaves out and what somebody else has changed, when nothing may be asked", async () => {
    await write(".env", "TOKEN=1");
    await write("single/a.txt", "mine, longer");
    await vscode.workspace.fs.writeFile(inApp("single/a.txt"), new TextEncoder().encode("theirs"));
    const [outcome] = await pushFiles([".env", "single/a.txt"]);
    assert.deepEqual(outcome?.uploaded, []);
    assert.deepEqual(
      outcome?.left.map(({ path }) => path),
      ["/single/a.txt", "/.env"],
    );
    assert.equal(await textInApp("single/a.txt"), "theirs");
    assert.equal(await isInApp(".env"), false);
  });

  it("sends what is saved where that is on, but no file that is left out", async () => {
    await setPushOnSave(true);
    const uri = await write("single/saved.txt", "");
    const left = await write("single/left.pyc", "");
    for (const each of [left, uri]) {
      const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(each));
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "saved"));
      await editor.document.save();
    }
    await waitUntil(
      async () => (await isInApp("single/saved.txt")) && (await textInApp("single/saved.txt")) === "saved",
      {
        what: "the saved file to arrive",
      },
    );
    assert.equal(await isInApp("single/left.pyc"), false);
    await setPushOnSave(undefined);
  });

  it("goes to the target that is named, and without one to the last one", async () => {
    const targets = { development: { appId: app.appId }, production: { appId: other.appId } };
    await write("hosted-app.json", JSON.stringify({ targets }));
    await write("single/target.txt", "production");
    const [toOther] = await pushFiles(["single/target.txt"], { target: "production" });
    assert.deepEqual([toOther?.appId, toOther?.uploaded], [other.appId, ["/single/target.txt"]]);
    assert.equal(await textInApp("single/target.txt", other), "production");
    assert.equal(await isInApp("single/target.txt"), false);
    const [toLast] = await pushFiles(["single/target.txt"]);
    assert.deepEqual([toLast?.appId, toLast?.uploaded], [app.appId, ["/single/target.txt"]]);
  });
});
