// Settings by folder, and settings that are read from the user only, since they decide where a token goes.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { settings } from "../../../src/editor/settings";
import { workspace } from "../../support/vscodeParts";

describe("a setting with folder scope", () => {
  it("is read for its folder, where a workspace has several", () => {
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

describe("a setting that decides where the token is sent", () => {
  it("is the user's, whatever a workspace or a folder sets", () => {
    const own = "https://own.example";
    const foreign = "https://foreign.example";
    let values: object = { globalValue: own, workspaceValue: foreign, workspaceFolderValue: foreign };
    workspace["getConfiguration"] = () => ({ get: () => foreign, inspect: () => values });
    const { serviceUrl, hosts } = settings;
    assert.deepEqual([serviceUrl(), hosts()], [own, own]);
    values = { defaultValue: "", workspaceValue: foreign };
    assert.deepEqual([serviceUrl(), hosts()], ["", ""]);
  });
});

describe("the polling interval", () => {
  it("is one of the user's choices, and normal for anything else", () => {
    let globalValue: unknown;
    workspace["getConfiguration"] = () => ({
      get: () => "fast",
      inspect: () => ({ globalValue, workspaceValue: "fast" }),
    });
    const { appsRefreshMs, metricsRefreshMs, filesRefreshMs } = settings;
    const read = (value: unknown) => {
      globalValue = value;
      return [appsRefreshMs(), metricsRefreshMs(), filesRefreshMs()];
    };
    assert.deepEqual(read("fast"), [30_000, 5_000, 5_000]);
    assert.deepEqual(read("slow"), [300_000, 60_000, 60_000]);
    for (const value of ["normal", undefined, "constructor", 5, null])
      assert.deepEqual(read(value), [60_000, 10_000, 15_000]);
  });
});
