// The question at sign-out, and what the answers do.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../../src/accounts/accounts";
import { accountCommands } from "../../../../src/features/account/accountCommands";
import type { AccountView } from "../../../../src/features/account/accountView";

const window = vscode.window as unknown as Record<string, unknown>;
const { showWarningMessage } = window;

async function signOut(answer: string | undefined, isLocal = false) {
  const account = { id: "ann", label: "Ann (a.example)", isLocal } as Account;
  const done: string[] = [];
  const accounts = {
    all: [account],
    get: () => account,
    load: async () => undefined,
    remove: async (id: string) => void done.push(`signed out ${id}`),
  } as unknown as Accounts;
  let detail = "";
  window["showWarningMessage"] = async (
    _text: string,
    options: vscode.MessageOptions,
    ...given: string[]
  ) => {
    detail = options.detail ?? "";
    return given.find((each) => each === answer);
  };
  const forgetKept = async (id: string) => void done.push(`forgot the copies of ${id}`);
  const commands = accountCommands(accounts, {} as AccountView, "1.0.0", forgetKept);
  await commands["account.signOut"]({ accountId: "ann" });
  return { done, detail };
}

describe("signing out", () => {
  afterEach(() => {
    window["showWarningMessage"] = showWarningMessage;
  });

  it("says what goes and what stays, and keeps everything when it is cancelled", async () => {
    const { done, detail } = await signOut(undefined);
    assert.deepEqual(done, []);
    for (const what of ["token", "watched apps", "links", "workspaces", "Nothing changes on the service"])
      assert.ok(detail.includes(what), what);
    assert.match(
      detail,
      /Copies of .* files are kept on this machine for a day unless you delete them now\.$/,
    );
    const local = await signOut(undefined, true);
    assert.match(local.detail, /apps of the local service and their files stay/);
  });

  it("deletes the copies only where that was chosen, once the account is signed out", async () => {
    assert.deepEqual((await signOut("Sign Out")).done, ["signed out ann"]);
    assert.deepEqual((await signOut("Sign Out and Delete Copies")).done, [
      "signed out ann",
      "forgot the copies of ann",
    ]);
  });
});
