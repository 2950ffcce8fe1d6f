// Push File and push on save inside VS Code's extension host, against the local service.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PushOutcome } from "../../src/features/transfers/commands/push";
import { canary } from "../support/canaries";
import { waitUntil } from "../support/waitUntil";
import { type CreatedApp, createFromFolder } from "./createdApp";
import { runPreapproved } from "./runPreapproved";

describe("single files inside VS Code", () => {
  const [open] = vscode.workspace.workspaceFolders ?? [];
  const made: vscode.Uri[] = [];
  let app: CreatedApp;
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
  const setPushOnSave = async (value: boolean | undefined) =>
    await vscode.workspace
      .getConfiguration("hostedApps", open)
      .update("deploy.pushOnSave", value, vscode.ConfigurationTarget.Workspace);

  before("create an app, and link the open folder to it", async () => {
    ({ app } = await createFromFolder("Single"));
    await runPreapproved("deploy.linkFolder", { folder: open?.uri.toString(), ...app.key });
  });

  after("remove what was made", async () => {
    await setPushOnSave(undefined);
    for (const uri of made) await vscode.workspace.fs.delete(uri).then(undefined, () => undefined);
  });

  it("sends several selected files, and of a folder the files that a push would send", async () => {
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

  it("skips ignored files and files that a teammate changed, when no question is allowed", async () => {
    await write(".env", `TOKEN=${canary("env-file")}`);
    await write("single/a.txt", "mine, longer");
    await app.write("single/a.txt", "theirs");
    const files = [".env", "single/a.txt"].map((name) => here(name).toString());
    const [outcome] = await runPreapproved<readonly PushOutcome[]>("files.pushFile", {
      files,
      confirm: true,
    });
    assert.deepEqual(outcome?.uploaded, []);
    assert.deepEqual(
      outcome?.left.map(({ path }) => path),
      ["/single/a.txt", "/.env"],
    );
    assert.equal(await app.read("single/a.txt"), "theirs");
    assert.equal(await app.has(".env"), false);
  });

  it("sends saved files where push on save is on, but no ignored file", async () => {
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
});
