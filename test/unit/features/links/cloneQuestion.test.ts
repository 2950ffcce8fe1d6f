// A link that clones a repository asks first.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Accounts } from "../../../../src/accounts/accounts";
import { openLink } from "../../../../src/features/links/openLink";
import { type AskedWindow, askedWindow } from "../../../support/askedWindow";

describe("a link that clones a repository", () => {
  const commands = vscode.commands as unknown as Record<string, unknown>;
  const { executeCommand } = commands;
  let window: AskedWindow;
  let run: unknown[];

  beforeEach(() => {
    [window, run] = [askedWindow(), []];
    commands["executeCommand"] = async (...call: readonly unknown[]) => void run.push(call);
  });
  afterEach(() => {
    window.restore();
    commands["executeCommand"] = executeCommand;
  });

  const open = async (): Promise<void> => {
    const address = "vscode://hosted-apps.hosted-apps/create?repository=https://git.example/ann/shop.git";
    await openLink(vscode.Uri.parse(address), {} as Accounts);
  };

  it("names the repository, and clones nothing without a yes", async () => {
    await assert.rejects(open(), { name: "CancelledError" });
    assert.deepEqual(window.asked, [
      {
        text: "Clone a repository to create an app from it?",
        lines: ["https://git.example/ann/shop.git", "Only clone repositories that you trust."],
        buttons: ["Clone"],
      },
    ]);
    assert.deepEqual(run, []);
    window.answer = "Clone";
    await open();
    assert.deepEqual(run, [["git.clone", "https://git.example/ann/shop.git"]]);
  });
});
