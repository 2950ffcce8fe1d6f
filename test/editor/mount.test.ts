// The extension inside VS Code's extension host, against the local service that it starts itself.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { appUri, parseAppUri } from "../../src/editor/appUris";
import { writeTree } from "../support/fileTrees";
import { inRepository } from "../support/repository";
import { temporaryFolder } from "../support/temporaryFolder";
import { type CreatedApp, createApp } from "./createdApp";
import { runPreapproved } from "./runPreapproved";

describe("hosted-apps inside VS Code", () => {
  let app: CreatedApp;
  const uri = (relativePath: string) => app.uri(relativePath);

  before("create an app on the local service from the open folder, without a prompt", async () => {
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    // Files that later tests move, copy and delete are part of the creation.
    writeTree(open.uri.fsPath, { "leaving.txt": "bytes", "lib/a.txt": "one" });
    app = await createApp({ settings: { name: "In the editor" } });
  });
  after("remove those files from the folder", () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder");
    for (const name of ["leaving.txt", "lib"]) rmSync(path.join(root, name), { recursive: true });
  });

  it("implements every command that it contributes", async () => {
    const manifest = JSON.parse(readFileSync(inRepository("package.json"), "utf8"));
    const known = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands.filter(
      ({ command }: { command: string }) => !known.has(command),
    );
    assert.deepEqual(missing, []);
  });

  it("creates, renames and deletes files and folders, confirmed by the service", async () => {
    const { fs } = vscode.workspace;
    await fs.createDirectory(uri("/notes"));
    await app.write("/notes/a #1.txt", "one");
    await fs.rename(uri("/notes/a #1.txt"), uri("/notes/b.txt"));
    assert.deepEqual(await fs.readDirectory(uri("/notes")), [["b.txt", vscode.FileType.File]]);
    const stat = await fs.stat(uri("/notes/b.txt"));
    assert.deepEqual([stat.size, stat.mtime > 0], [3, true]);
    await fs.delete(uri("/notes"), { recursive: true });
    await assert.rejects(Promise.resolve(fs.stat(uri("/notes"))), { code: "FileNotFound" });
  });

  it("never reports a missing file when the account is not signed in", async () => {
    const withoutAccount = vscode.Uri.parse("hosted-app://nobody/app/main.py");
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(withoutAccount)), {
      code: "NoPermissions",
    });
    await assert.rejects(Promise.resolve(vscode.workspace.fs.readFile(withoutAccount)), {
      code: "NoPermissions",
    });
  });

  it("never shows a missing app as an empty folder", async () => {
    const gone = vscode.Uri.from({ scheme: "hosted-app", authority: app.accountId, path: "/no-such-app" });
    await assert.rejects(Promise.resolve(vscode.workspace.fs.readDirectory(gone)), { code: "Unavailable" });
  });

  it("keeps app ids and unusual names distinct and complete in URIs (14)", () => {
    const names = ["with space", "hash#", "question?", "percent%20", "é", "日本", "C:", "a+b&c;d"];
    for (const appId of ["AbC", "abc"]) {
      for (const name of names) {
        const location = { accountId: "one-2f", appId, path: `/dir ${name}/${name}.txt` };
        const there = vscode.Uri.parse(appUri(location).toString());
        assert.deepEqual(parseAppUri(there), location);
        assert.deepEqual(parseAppUri(vscode.Uri.from(JSON.parse(JSON.stringify(there)))), location);
      }
    }
    const [one, other] = ["AbC", "abc"].map((appId) =>
      appUri({ accountId: "a", appId, path: "/x" }).toString(),
    );
    assert.notEqual(one, other);
  });

  it("moves a local file into the app, and deletes it here only afterwards (42)", async () => {
    const { fs } = vscode.workspace;
    const folder = temporaryFolder("moved");
    const local = vscode.Uri.file(path.join(folder, "notes.txt"));
    writeFileSync(local.fsPath, "from here");
    // A name that cannot be uploaded: the move fails, and the local file stays.
    await assert.rejects(Promise.resolve(fs.rename(local, uri('/bad"name.txt'))));
    assert.equal(readFileSync(local.fsPath, "utf8"), "from here");
    await fs.rename(local, uri("/notes.txt"));
    assert.equal(await app.read("notes.txt"), "from here");
    assert.equal(existsSync(local.fsPath), false);
  });

  it("moves a file to another app through VS Code (36)", async () => {
    const { fs } = vscode.workspace;
    const third = await createApp({ settings: { name: "Third" } });
    await fs.rename(uri("/leaving.txt"), third.uri("arrived.txt"));
    assert.equal(await third.read("arrived.txt"), "bytes");
    await assert.rejects(Promise.resolve(fs.stat(uri("/leaving.txt"))), { code: "FileNotFound" });
  });

  it("copies a folder through VS Code, and refuses to replace an existing file (36)", async () => {
    const { fs } = vscode.workspace;
    await fs.copy(uri("/lib"), uri("/lib copy"));
    assert.equal(await app.read("lib copy/a.txt"), "one");
    await assert.rejects(Promise.resolve(fs.copy(uri("/lib"), uri("/lib copy"))), { code: "FileExists" });
  });

  it("deletes several files by one command, and restores them by another (39, 41)", async () => {
    const { fs } = vscode.workspace;
    const answer = await runPreapproved<{ deleted: string[]; left: string[] }>("files.delete", {
      ...app.key,
      paths: ["/lib", "/main.py"],
    });
    assert.deepEqual([answer.deleted.length, answer.left], [2, []]);
    await assert.rejects(Promise.resolve(fs.stat(uri("/main.py"))), { code: "FileNotFound" });
    const { restored } = await runPreapproved<{ restored: string[] }>("files.restoreDeleted", {
      ...app.key,
      all: true,
    });
    assert.ok(
      ["/main.py", "/lib/a.txt"].every((each) => restored.includes(each)),
      restored.join(" "),
    );
    assert.equal(await app.read("lib/a.txt"), "one");
  });

  it("accepts a mounted folder as the folder to deploy, and first returns what would be sent", async () => {
    const { sent, totalBytes } = await runPreapproved<{
      readonly sent: readonly { readonly path: string; readonly sizeBytes: number }[];
      readonly totalBytes: number;
    }>("deploy.preview", { folder: uri("/").toString(), show: false });
    const paths = sent.map(({ path: file }) => file);
    for (const name of ["main.py", "messages.py", "requirements.txt"]) assert.ok(paths.includes(name), name);
    assert.equal(
      totalBytes,
      sent.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );
    const settings = { name: "Copy of it", mainFile: "main.py" };
    const copy = await createApp({ folder: uri("/").toString(), settings });
    assert.equal(await copy.read("messages.py"), await app.read("messages.py"));
  });

  it("shows the account in the Accounts menu", async () => {
    const sessions = await vscode.authentication.getAccounts("hostedApps");
    assert.deepEqual(
      sessions.map(({ id }) => id),
      ["local"],
    );
  });
});
