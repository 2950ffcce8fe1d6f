// The team of a command without an argument.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { showTeam } from "../../../../src/features/account/accountCommands";
import { someAccount, someAccounts, someApp, someTeam } from "../../../support/someApp";
import { commands, window } from "../../../support/vscodeParts";

describe("the page of a team", () => {
  const shown = async (...names: string[]) => {
    const asked: unknown[] = [];
    const opened: string[] = [];
    window["showQuickPick"] = async (items: unknown[], options: vscode.QuickPickOptions) => {
      asked.push(options);
      return items[1];
    };
    commands["executeCommand"] = async (_id: string, uri: vscode.Uri) => void opened.push(uri.path);
    const teams = names.map((name) => someTeam({ id: name, name }));
    await showTeam(someAccounts(someAccount({ apps: [someApp()], teams })), undefined);
    return { asked, opened };
  };

  it("opens without a question where there is one team", async () => {
    assert.deepEqual(await shown("Crew"), { asked: [], opened: ["/Crew.md"] });
  });

  it("opens for the team that is picked where there are more", async () => {
    const { asked, opened } = await shown("Crew", "Studio");
    assert.deepEqual([asked.length, opened], [1, ["/Studio.md"]]);
  });
});
