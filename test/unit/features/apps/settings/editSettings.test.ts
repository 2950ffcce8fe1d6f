// An app's settings by questions, with the way to the document.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type * as vscode from "vscode";
import type { AppSettingsChange } from "../../../../../src/core/model/model";
import { editSettings } from "../../../../../src/features/apps/settings/editSettings";
import { someAccount, someApp, someMember } from "../../../../support/someApp";
import { answerNotices, window, workspace } from "../../../../support/vscodeParts";

describe("the settings of an app", () => {
  const app = someApp({ memoryMB: 256, autoRestart: true });
  let answers: string[];
  let offered: vscode.QuickPickItem[];
  const opened: string[] = [];
  const changes: AppSettingsChange[] = [];
  const account = someAccount({ apps: [app] });
  Object.assign(account.apps, { refreshApp: async () => app, put: () => undefined });
  Object.assign(account, {
    client: {
      updateApp: async (_app: unknown, change: AppSettingsChange) => {
        changes.push(change);
        return app;
      },
    },
  });

  beforeEach(() => {
    [opened.length, changes.length] = [0, 0];
    window["showQuickPick"] = async (rows: vscode.QuickPickItem[]) => {
      offered = rows;
      const answer = answers.shift();
      return rows.find(({ label }) => label === answer);
    };
    window["showInputBox"] = async () => answers.shift();
    window["setStatusBarMessage"] = () => ({ dispose: () => undefined });
    window["showTextDocument"] = async () => undefined;
    workspace["openTextDocument"] = async (uri: vscode.Uri) => void opened.push(uri.path);
  });

  it("are listed with their values, and the picked one is asked for and sent", async () => {
    answers = ["Memory limit", "512"];
    await editSettings(account, "shop", undefined);
    const rows = offered.map(({ label, description = "" }) => `${label}|${description}`);
    assert.equal(rows.length, 8);
    assert.ok(rows.includes("Memory limit|256 MB"), rows.join());
    assert.deepEqual([changes, opened], [[{ memoryMB: 512 }], []]);
  });

  it("are a document when the user picks that", async () => {
    answers = ["Edit as JSON"];
    await editSettings(account, "shop", undefined);
    await editSettings(account, "shop", { asText: true });
    assert.deepEqual(opened, Array(2).fill("/Shop.hosted-app-settings.json"));
    assert.deepEqual(changes, []);
  });

  it("stay when nothing is picked", async () => {
    answers = [];
    await assert.rejects(editSettings(account, "shop", undefined), { name: "CancelledError" });
    assert.deepEqual([changes, opened], [[], []]);
  });

  it("are read-only where the user's flags deny changes, with an offer to try each time", async () => {
    const member = someMember({ canUpdateApplicationSettings: false });
    const replies = [undefined, undefined, "Try Anyway"];
    const shown = answerNotices(() => replies.shift());
    for (let times = 0; times < 4; times++) {
      await editSettings(member, "shop", { accountId: member.id, appId: "shop", asText: true });
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    const offer = "Your permissions in Crew may not let you change Shop's settings.";
    assert.deepEqual(
      shown.map(({ text, buttons }) => [text, ...buttons]),
      Array(3).fill([offer, "Try Anyway", "Show Permissions"]),
    );
    assert.deepEqual([opened.length, changes], [4, []]);
  });
});
