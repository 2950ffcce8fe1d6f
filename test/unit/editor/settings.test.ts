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
        `${section}.${key}` === "hostedApps.deploy.restartAfterPush"
          ? ofFolder[scope?.path ?? ""]
          : undefined,
    });
    assert.equal(settings.restartAfterPush(vscode.Uri.file("/work/site")), "always");
    assert.equal(settings.restartAfterPush(vscode.Uri.file("/work/api")), "never");
    assert.equal(settings.restartAfterPush(vscode.Uri.file("/elsewhere")), "ask");
  });
});
