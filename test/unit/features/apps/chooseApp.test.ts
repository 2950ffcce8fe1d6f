// The list of apps that a command offers when it was called for none.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../../src/accounts/accounts";
import { chooseApp } from "../../../../src/features/apps/appCommands";
import { someAccount, someApp, someTeam } from "../../../support/someApp";

const { showQuickPick } = vscode.window;

function accountsOf(...all: Account[]): Accounts {
  return { all, load: async () => undefined } as unknown as Accounts;
}

describe("the list of apps to choose from", () => {
  afterEach(() => {
    Object.assign(vscode.window, { showQuickPick });
  });

  it("has the order of the tree, with each app's state and team", async () => {
    const shown: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
        shown.push(...items.map(({ label, description }) => `${label}: ${description}`));
        return items[1];
      },
    });
    const account = someAccount({
      apps: [
        someApp({ id: "1", name: "Shop 10" }),
        someApp({ id: "2", name: "Blog", teamId: "team" }),
        someApp({ id: "3", name: "Shop 9", status: "stopped" }),
      ],
      teams: [someTeam()],
    });
    const { appId } = await chooseApp(accountsOf(account), undefined, "Which app?");
    assert.deepEqual(shown, ["Shop 9: stopped", "Shop 10: active", "Blog: active · Crew"]);
    assert.equal(appId, "1");
  });
});
