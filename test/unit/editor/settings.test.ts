// Whose value of a setting counts.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { settings } from "../../../src/editor/settings";
import { workspace } from "../../support/vscodeParts";

describe("a setting that a folder may decide", () => {
  it("is read for the folder it is about, where a workspace has several", () => {
    const ofFolder: Readonly<Record<string, string>> = { "/work/site": "always", "/work/api": "never" };
    workspace["getConfiguration"] = (section: string, scope?: vscode.Uri) => ({
      get: (key: string) =>
        `${section}.${key}`.endsWith(".deploy.restartAfterPush") ? ofFolder[scope?.path ?? ""] : undefined,
    });
    assert.equal(settings.restartAfterPush(vscode.Uri.file("/work/site")), "always");
    assert.equal(settings.restartAfterPush(vscode.Uri.file("/work/api")), "never");
    assert.equal(settings.restartAfterPush(vscode.Uri.file("/elsewhere")), "ask");
  });
});

describe("a setting that decides where the token goes", () => {
  it("is the user's own, whatever a workspace or a folder says", () => {
    const own = "https://own.example";
    const foreign = "https://foreign.example";
    let values: object = { globalValue: own, workspaceValue: foreign, workspaceFolderValue: foreign };
    workspace["getConfiguration"] = () => ({ get: () => foreign, inspect: () => values });
    const { serviceUrl, tokenPage, appPage, webAddress, wire } = settings;
    assert.deepEqual([serviceUrl(), tokenPage(), appPage(), webAddress(), wire()], [own, own, own, own, own]);
    values = { defaultValue: "", workspaceValue: foreign };
    assert.deepEqual([serviceUrl(), tokenPage(), wire()], ["", "", ""]);
  });
});
