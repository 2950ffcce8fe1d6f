// A backup to a place that an argument names: the question says whether a file is replaced, and no other file is.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { backUpApp } from "../../../../../src/features/transfers/commands/backUpApp";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { type AskedWindow, askedWindow } from "../../../../support/askedWindow";
import { someAccount } from "../../../../support/someApp";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { window as parts } from "../../../../support/vscodeParts";

describe("the question before a backup", () => {
  let window: AskedWindow;
  let zip: string;

  beforeEach(() => {
    window = askedWindow();
    zip = path.join(temporaryFolder("backup-question"), "notes.zip");
  });

  async function backUp(): Promise<unknown> {
    const services = {
      accounts: { get: () => someAccount() },
      chooseApp: async () => ({ accountId: "account", appId: "shop", name: "Shop" }),
      clock: { now: () => 0 },
      files: { get: () => ({ list: async () => ({ entries: new Map(), isWhole: true }) }) },
    } as unknown as TransferServices;
    const target = vscode.Uri.file(zip).toString();
    return await backUpApp({ accountId: "account", appId: "shop", target }, undefined, services).then(
      () => "written",
      (error: Error) => error,
    );
  }

  it("says that a file is replaced, and replaces it only when the user agrees", async () => {
    writeFileSync(zip, "mine");
    window.answer = "Back Up";
    assert.equal(((await backUp()) as Error).name, "CancelledError");
    assert.deepEqual(window.asked, [
      {
        text: "Back up Shop?",
        lines: ["All files of Shop in the account me", `Into ${zip}`, "This replaces the existing file."],
        buttons: ["Replace"],
      },
    ]);
    assert.equal(readFileSync(zip, "utf8"), "mine");
    window.answer = "Replace";
    assert.equal(await backUp(), "written");
    assert.notEqual(readFileSync(zip, "utf8"), "mine");
  });

  it("mentions no replaced file when there is none", async () => {
    assert.equal(((await backUp()) as Error).name, "CancelledError");
    assert.deepEqual([window.asked[0]?.lines.length, window.asked[0]?.buttons], [2, ["Back Up"]]);
    assert.equal(existsSync(zip), false);
    window.answer = "Back Up";
    assert.equal(await backUp(), "written");
  });

  it("keeps a file that was added since the question", async () => {
    parts["showWarningMessage"] = async () => {
      writeFileSync(zip, "mine");
      return "Back Up";
    };
    assert.match(String(await backUp()), /was created in the meantime\. Nothing was written\./);
    assert.equal(readFileSync(zip, "utf8"), "mine");
  });
});
