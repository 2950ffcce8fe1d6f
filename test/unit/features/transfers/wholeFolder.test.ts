// A push and a pull of a whole folder on the disk: what they say and remember at their end.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { silentLogger } from "../../../../src/core/logger";
import { withConsent } from "../../../../src/editor/commands/consent";
import { pull } from "../../../../src/features/transfers/commands/pull";
import { push } from "../../../../src/features/transfers/commands/push";
import { FolderLinks } from "../../../../src/features/transfers/place/linkedFolders";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { DeployTerminal } from "../../../../src/features/transfers/tasks/deployTerminal";
import { askedWindow } from "../../../support/askedWindow";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { answerPicks, workspace, workspaceFiles } from "../../../support/vscodeParts";
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
    const texts = workspaceFiles({});
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
    const projectFile = (file: object) =>
      void texts.set(path.join(home, "hosted-app.json"), JSON.stringify(file));
    return { folder, world, services, projectFile };
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

  describe("without a link", () => {
    const row = { kind: "app", account: { id: "account" }, appId: "shop" };
    const linkOf = ({ folder, services }: ReturnType<typeof setUp>) =>
      new FolderLinks(services.state, services.accounts).get(folder)?.appId;
    const answer = (label: string | undefined) => answerPicks(() => label);

    it("belong together once the row of the app was pushed from there", async () => {
      const own = setUp({ "main.py": "1" });
      answer(undefined);
      await assert.rejects(finished(push(row, own.services), own.world), CancelledError);
      assert.equal(linkOf(own), undefined);
      answer("");
      await finished(push(row, own.services), own.world);
      assert.equal(linkOf(own), "shop");
    });

    it("belong together once something was pulled, by its row or after a question", async () => {
      for (const from of [row, undefined]) {
        const own = setUp({}, { "main.py": "1" });
        answer(undefined);
        await assert.rejects(finished(pull(from, own.services), own.world), CancelledError);
        assert.equal(linkOf(own), undefined);
        answer("");
        await finished(pull(from, own.services), own.world);
        assert.deepEqual([linkOf(own), existsSync(path.join(own.folder.fsPath, "main.py"))], ["shop", true]);
      }
    });

    it("stay what they were for a pull of one of several targets, or where nothing was asked", async () => {
      const targets = { development: { appId: "mail" }, production: { appId: "shop" } };
      const own = setUp({}, { "main.py": "1" });
      own.projectFile({ targets });
      answer("");
      await finished(pull({ ...row, target: "production" }, own.services), own.world);
      assert.equal(linkOf(own), undefined);
      const quiet = setUp({ "main.py": "1" });
      const argument = withConsent({ accountId: "account", appId: "shop", folder: quiet.folder.toString() });
      await finished(push(argument, quiet.services), quiet.world);
      assert.equal(linkOf(quiet), undefined);
    });
  });
});
