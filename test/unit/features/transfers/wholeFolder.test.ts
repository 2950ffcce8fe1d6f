// A push and a pull of a whole folder on the disk: what they say at their end.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../src/core/logger";
import { DeployTerminal } from "../../../../src/features/transfers/tasks/deployTerminal";
import type { TransferServices } from "../../../../src/features/transfers/transferServices";
import { askedWindow } from "../../../support/askedWindow";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { workspace, workspaceFiles } from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";
import { type TransferWorld, transferWorld } from "../../appFiles/transfer/transferWorld";
import { untouchedServices, useProjectWindow } from "./projectWindow";

describe("a folder and its app", () => {
  useProjectWindow();

  /** A folder that is open, with such files, and the app "shop" with its own. */
  function setUp(here: Readonly<Record<string, string>>, inApp: Readonly<Record<string, string>> = {}) {
    askedWindow();
    const home = temporaryFolder("shop");
    for (const [name, text] of Object.entries(here)) writeFileSync(path.join(home, name), text);
    const folder = vscode.Uri.file(home);
    workspace["workspaceFolders"] = [{ uri: folder, name: "shop", index: 0 }];
    workspaceFiles({});
    Object.assign(workspace["fs"] as object, {
      ...{ createDirectory: async () => {}, rename: async () => {}, delete: async () => {} },
      stat: async ({ path: wanted }: vscode.Uri) => {
        if (wanted === home) return { type: vscode.FileType.Directory };
        throw vscode.FileSystemError.FileNotFound(wanted);
      },
    });
    const world = transferWorld(inApp);
    const account = someAccount({ apps: [someApp()] });
    Object.assign(account.client, { spelling: { get: () => undefined } });
    const services = untouchedServices({
      accounts: someAccounts(account),
      ...{ storage: vscode.Uri.file("/storage"), logger: silentLogger, clock: world.clock },
      files: { get: () => world.files } as TransferServices["files"],
      kept: { begin: async () => world.moved.log } as unknown as TransferServices["kept"],
      transfers: world.moved.transfers,
    });
    return { folder, world, services };
  }

  /** The disk is a real one: the app's time passes until the work has ended. */
  async function finished<T>(work: Promise<T>, { clock }: TransferWorld): Promise<T> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    const probe = async () => {
      await clock.advance(1_000);
      return isDone;
    };
    await waitUntil(probe, { what: "the end of the transfer" });
    return await work;
  }

  it("names the app in the terminal of a task", async () => {
    const { folder, world, services } = setUp({ "main.py": "1" });
    const definition = { type: "hosted-app", task: "push", folder: folder.toString(), appId: "shop" };
    const run = async (): Promise<string> => {
      const terminal = new DeployTerminal(definition, services);
      let said = "";
      terminal.onDidWrite((line) => {
        said += line;
      });
      const closed = new Promise((resolve) => terminal.onDidClose(resolve));
      terminal.open();
      await finished(closed, world);
      return said;
    };
    assert.match(await run(), /\n {2}\+ \/main\.py\r\nPushed 1 file to Shop\.\r\n$/);
    await world.rest();
    assert.match(await run(), /\nNo files were pushed to Shop\.\r\n$/);
  });
});
