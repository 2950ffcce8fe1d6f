// A window's reaction to a deleted app.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { Emitter } from "../../../../src/core/async/emitter";
import type { AppChoice } from "../../../../src/editor/pickApp";
import type { CleanupNotice } from "../../../../src/editor/state/appDeleted";
import { registerGoneApps } from "../../../../src/features/apps/goneApps";
import { settingsUri } from "../../../../src/features/apps/settings/settingsUri";
import { someAccounts } from "../../../support/someApp";
import { answerNotices, type ShownNotice, window } from "../../../support/vscodeParts";

/** Waits for all started work. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a deleted app", () => {
  let shown: readonly ShownNotice[];
  let closed: string[];

  beforeEach(() => {
    shown = answerNotices(() => "Remove Link");
    closed = [];
    const tab = (appId: string, isDirty = false) => ({
      input: Object.assign(new vscode.TabInputText(vscode.Uri.file("/")), {
        uri: settingsUri("ann", appId, "Shop"),
      }),
      label: appId,
      isDirty,
    });
    window["tabGroups"] = {
      all: [{ tabs: [tab("shop"), tab("shop", true), tab("mail")] }],
      close: async (tabs: readonly { label: string }[]) => closed.push(...tabs.map(({ label }) => label)),
    };
  });

  async function lose(left: readonly CleanupNotice[]): Promise<readonly AppChoice[]> {
    const lost = new Emitter<{ appId: string; name: string }>();
    const account = { id: "ann", apps: { onDidLose: lost.event } };
    const deleted: AppChoice[] = [];
    const registered = registerGoneApps(
      someAccounts(account),
      async (app) => {
        deleted.push(app);
        return left;
      },
      (error) => assert.fail(String(error)),
    );
    lost.fire({ appId: "shop", name: "Shop" });
    await settled();
    registered.dispose();
    lost.fire({ appId: "mail", name: "Mailer" });
    await settled();
    return deleted;
  }

  it("is removed from every feature, with its settings document, and one notice names what is left", async () => {
    let ran = 0;
    const deleted = await lose([
      { said: "It was removed from the status bar." },
      {
        said: "hosted-app.json still refers to it.",
        action: { button: "Remove Link", run: async () => ran++ },
      },
    ]);
    assert.deepEqual(deleted, [{ accountId: "ann", appId: "shop", name: "Shop" }]);
    assert.deepEqual(closed, ["shop"]);
    const sentences = [
      "Shop was deleted, or you no longer have access to it.",
      "It was removed from the status bar. hosted-app.json still refers to it.",
    ];
    const notice = ["information", sentences.join(" "), "Remove Link"];
    assert.deepEqual(
      shown.map(({ kind, text, buttons }) => [kind, text, ...buttons]),
      [notice],
    );
    assert.equal(ran, 1);
  });

  it("is not reported in a window that showed nothing of it", async () => {
    await lose([]);
    assert.deepEqual(shown, []);
  });
});
