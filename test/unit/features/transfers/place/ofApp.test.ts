// Commands that need an app's folder: Edit Targets, and comparisons with a local file, from either side.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { compareWithLocal } from "../../../../../src/features/transfers/commands/compare";
import { editTargets } from "../../../../../src/features/transfers/commands/linkFolder";
import { setLink } from "../../../../../src/features/transfers/place/linkedFolders";
import { someAccount, someAccounts, someApp } from "../../../../support/someApp";
import { commands, window, workspace } from "../../../../support/vscodeParts";
import { transferWorld } from "../../../appFiles/transfer/transferWorld";
import { folder, untouchedServices, useProjectWindow } from "../projectWindow";

const row = { kind: "app", account: { id: "account" }, appId: "shop" };

describe("the targets of an app's folder", () => {
  const shown = useProjectWindow();
  const opened: string[] = [];
  let written = "";

  beforeEach(() => {
    [opened.length, written] = [0, ""];
    workspace["openTextDocument"] = async (uri: vscode.Uri) => {
      opened.push(uri.toString());
      return { getText: () => (uri.scheme === "file" ? "{}" : ""), positionAt: () => 0 };
    };
    window["showTextDocument"] = async () => ({
      edit: async (make: (edit: object) => void) =>
        make({
          insert: (_at: unknown, text: string) => {
            written = text;
          },
        }),
    });
  });

  it("are edited in its hosted-app.json", async () => {
    shown.projectFile = { appId: "shop" };
    workspace["fs"] = { ...(workspace["fs"] as object), stat: async () => ({}) };
    await editTargets(row, untouchedServices());
    assert.deepEqual([opened, written], [[`${folder}/hosted-app.json`], ""]);
  });

  it("begin with the app in an unsaved file when there is no hosted-app.json", async () => {
    await editTargets({ ...row, folder }, untouchedServices());
    assert.match(opened.join(), /^untitled:.*\/work\/shop\/hosted-app\.json$/);
    assert.deepEqual(JSON.parse(written), { targets: { development: { appId: "shop" } } });
  });
});

describe("a comparison from an app's row", () => {
  const shown = useProjectWindow();

  it("compares a file of the app's folder with the same path in the app, or any local file", async () => {
    shown.projectFile = { appId: "shop" };
    const diffs: unknown[] = [];
    commands["executeCommand"] = async (...call: readonly unknown[]) => void diffs.push(call);
    workspace["fs"] = { ...(workspace["fs"] as object), stat: async () => ({}) };
    const picked = async (path: string) => {
      const asked: vscode.OpenDialogOptions[] = [];
      window["showOpenDialog"] = async (options: vscode.OpenDialogOptions) => {
        asked.push(options);
        return [vscode.Uri.file(path)];
      };
      const { app, local } = await compareWithLocal(row, untouchedServices());
      return [asked[0]?.title, asked[0]?.defaultUri?.path, vscode.Uri.parse(app).path, local];
    };
    assert.deepEqual(await picked("/work/shop/src/main.py"), [
      ...["Select a local file to compare with Shop", "/work/shop"],
      ...["/shop/src/main.py", "file:///work/shop/src/main.py"],
    ]);
    assert.equal((await picked("/elsewhere/notes.txt"))[2], "/shop/notes.txt");
    assert.equal(diffs.length, 2);
  });

  it("says that both files are the same, which VS Code does not show", async () => {
    shown.projectFile = { appId: "shop" };
    commands["executeCommand"] = async () => undefined;
    const bytes = (text: string) => new TextEncoder().encode(text);
    const { readFile: readProjectFile } = workspace["fs"] as typeof vscode.workspace.fs;
    const saidOf = async (here: string, isDirty = false, size = 1): Promise<readonly string[]> => {
      shown.said.length = 0;
      const local = vscode.Uri.file("/work/shop/main.py");
      const readFile = async (uri: vscode.Uri) =>
        uri.path === local.path ? bytes(here) : await readProjectFile(uri);
      workspace["fs"] = { stat: async () => ({ size }), readFile };
      window["showOpenDialog"] = async () => [local];
      workspace["textDocuments"] = [{ uri: local, isDirty }];
      const { clock, files } = transferWorld({ "main.py": "1" });
      // The answer does not wait for what is read of the app.
      await compareWithLocal(row, untouchedServices({ files: { get: () => files } as never }));
      await clock.advance(60_000);
      return shown.said;
    };
    assert.deepEqual(await saidOf("1"), ["main.py is the same in Shop and locally"]);
    assert.deepEqual([await saidOf("2"), await saidOf("1", true)], [[], []]);
    assert.deepEqual(await saidOf("1", false, 21 * 1024 * 1024), []);
  });
});

describe("a comparison from a local file", () => {
  useProjectWindow();

  it("is with the app that the nearest folder is linked to, as a push of the file", async () => {
    commands["executeCommand"] = async () => undefined;
    workspace["fs"] = { ...(workspace["fs"] as object), stat: async () => ({}) };
    const account = someAccount({ apps: [someApp(), someApp({ id: "bot" })] });
    const services = untouchedServices({ accounts: someAccounts(account) as never });
    await setLink(folder, { accountId: "account", appId: "shop" }, services);
    await setLink(vscode.Uri.joinPath(folder, "bot"), { accountId: "account", appId: "bot" }, services);
    const comparedWith = async (path: string) =>
      vscode.Uri.parse((await compareWithLocal(vscode.Uri.joinPath(folder, path), services)).app).path;
    assert.equal(await comparedWith("src/main.py"), "/shop/src/main.py");
    assert.equal(await comparedWith("bot/src/main.py"), "/bot/src/main.py");
  });
});
