// The list of apps of a command without an argument.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { chooseApp } from "../../../../src/features/apps/appCommands";
import { someAccount, someAccounts, someApp, someTeam } from "../../../support/someApp";
import { window } from "../../../support/vscodeParts";

describe("the list of apps to select from", () => {
  it("has the order of the tree, with each app's state and team, and asks once", async () => {
    const shown: string[] = [];
    const asked: vscode.QuickPickOptions[] = [];
    window["showQuickPick"] = async (
      items: readonly vscode.QuickPickItem[],
      options: vscode.QuickPickOptions,
    ) => {
      asked.push(options);
      shown.push(...items.map(({ label, description }) => `${label}: ${description}`));
      return items[1];
    };
    const account = someAccount({
      apps: [
        someApp({ id: "1", name: "Shop 10" }),
        someApp({ id: "2", name: "Blog", teamId: "team" }),
        someApp({ id: "3", name: "Shop 9", status: "stopped" }),
      ],
      teams: [someTeam()],
    });
    const { appId } = await chooseApp(someAccounts(account), undefined, "Which app?");
    assert.deepEqual(shown, ["Shop 9: stopped", "Shop 10: active", "Blog: active · Crew"]);
    assert.equal(appId, "1");
    assert.deepEqual([asked[0]?.title, asked[0]?.placeHolder], ["Which app?", undefined]);
  });
});
