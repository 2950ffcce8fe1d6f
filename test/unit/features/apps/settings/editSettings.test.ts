// An app's settings by questions, with the way to the document.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type * as vscode from "vscode";
import type { AppSettingsChange } from "../../../../../src/core/model/model";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { editSettings, saveSettings } from "../../../../../src/features/apps/settings/editSettings";
import { askedWindow } from "../../../../support/askedWindow";
import { someAccount, someApp, someMember } from "../../../../support/someApp";
import { answerNotices, window, workspace } from "../../../../support/vscodeParts";

describe("the settings of an app", () => {
  const app = someApp({ memoryMB: 256, autoRestart: true });
  let answers: string[];
  let offered: vscode.QuickPickItem[];
  const opened: string[] = [];
  const changes: AppSettingsChange[] = [];
  const account = someAccount({ apps: [app] });
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
    Object.assign(account.apps, { refreshApp: async () => app, put: () => undefined });
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

  it("are overwritten only after a question when they changed while they were asked for", async () => {
    const asked = askedWindow();
    Object.assign(account.apps, {
      refreshApp: async () => someApp({ memoryMB: answers.length > 0 ? 256 : 1024 }),
    });
    const change = async () => {
      answers = ["Memory limit", "512"];
      await editSettings(account, "shop", undefined);
    };
    await assert.rejects(change(), { name: "CancelledError" });
    assert.deepEqual(changes, []);
    asked.answer = "Change Settings";
    await change();
    assert.deepEqual(changes, [{ memoryMB: 512 }]);
    assert.deepEqual(
      asked.asked,
      Array(2).fill({
        text: "Change Shop's settings?",
        lines: ["Memory limit: 1024 MB → 512 MB (changed by someone else in the meantime)"],
        buttons: ["Change Settings"],
      }),
    );
  });

  it("are asked about again when they changed while that question was open", async () => {
    const asked = askedWindow();
    asked.answer = "Change Settings";
    Object.assign(account.apps, {
      refreshApp: async () =>
        someApp(asked.asked.length > 0 ? { memoryMB: 1024, name: "Store" } : { memoryMB: 256 }),
    });
    const edited = { memoryMB: 512, name: "Shop" };
    const opened = { memoryMB: 256, name: "Shop" };
    await saveSettings({ account, appId: "shop", opened, edited, ask: true });
    assert.deepEqual(
      asked.asked.flatMap(({ lines }) => lines),
      [
        "Memory limit: 256 MB → 512 MB",
        "Memory limit: 1024 MB → 512 MB (changed by someone else in the meantime)",
      ],
    );
    assert.deepEqual(changes, [{ memoryMB: 512 }]);
  });

  it("are sent without a question where the caller has asked", async () => {
    const asked = askedWindow();
    await editSettings(account, "shop", withConsent({ change: { memoryMB: 512 } }));
    assert.deepEqual([asked.asked, changes], [[], [{ memoryMB: 512 }]]);
  });

  it("are not marked as someone else's change when the user had not seen the values", async () => {
    const asked = askedWindow();
    const change = { change: { memoryMB: 512 } };
    await assert.rejects(editSettings(account, "shop", change), { name: "CancelledError" });
    assert.deepEqual(asked.asked[0]?.lines, ["Memory limit: 256 MB → 512 MB"]);
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
