// In Restricted Mode nothing of this machine is sent, and nothing is written: every command says whether that concerns it.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account } from "../../../src/accounts/accounts";
import type { Operation } from "../../../src/appFiles/kept/operation";
import { type CommandId, commandIds } from "../../../src/editor/commands";
import { deleteApp } from "../../../src/features/apps/deleteApp";
import { runCreateFlow } from "../../../src/features/create/createFlow";
import { newFromTemplate } from "../../../src/features/create/template/newFromTemplate";
import { FolderRuns } from "../../../src/features/localService/folderRuns";
import { finishOperation } from "../../../src/features/transfers/finishOperation";
import { type TransferContext, transferCommands } from "../../../src/features/transfers/transferCommands";
import type { TransferServices } from "../../../src/features/transfers/transferServices";
import { undoOperation } from "../../../src/features/transfers/undo";
import { FakeClock } from "../../support/fakeClock";
import { runTask } from "../../support/runTask";
import { someApp } from "../../support/someApp";
import { window, workspace } from "../../support/vscodeParts";

const refusal = /Nothing is sent or written in Restricted Mode/;
const untouched = {} as unknown;
const transfers = transferCommands({ loadEngine: async () => ({}) } as unknown as TransferContext);
const shop = { accountId: "ann", appId: "shop" };

/** They run or send files of this machine, write some, or bring back what was overwritten on either side. */
const needsTrust = {
  "deploy.createApp": (argument: unknown) => runCreateFlow(argument, untouched as never),
  "deploy.newFromTemplate": (argument: unknown) => newFromTemplate(argument, untouched as never),
  "localService.runFolder": (argument: unknown) =>
    FolderRuns.prototype.run.call(untouched as FolderRuns, argument),
  "deploy.push": transfers["deploy.push"],
  "files.pushFile": transfers["files.pushFile"],
  "deploy.pull": transfers["deploy.pull"],
  "deploy.linkFolder": transfers["deploy.linkFolder"],
  "app.backup": transfers["app.backup"],
  "app.restoreBackup": transfers["app.restoreBackup"],
  "files.upload": transfers["files.upload"],
  "files.download": transfers["files.download"],
  "files.undo": transfers["files.undo"],
  "files.restoreDeleted": transfers["files.restoreDeleted"],
} satisfies Partial<Record<CommandId, (argument: unknown) => unknown>>;

/** "shows": something, here or of the service. "window": changes what this window shows. "service": what the user says there. */
const needsNone: Readonly<
  Record<Exclude<CommandId, keyof typeof needsTrust>, "shows" | "window" | "service">
> = {
  "account.signIn": "service",
  "account.signOut": "service",
  "account.refresh": "shows",
  "account.showTeam": "shows",
  "account.showSessionAddress": "shows",
  "localService.start": "service",
  "localService.stop": "service",
  "apps.refresh": "shows",
  "apps.filter": "window",
  "apps.clearFilter": "window",
  "apps.sort": "window",
  "app.restart": "service",
  "app.delete": "service",
  "app.editSettings": "service",
  "app.watch": "window",
  "app.unwatch": "window",
  "app.openInBrowser": "shows",
  "app.copyId": "shows",
  "app.showActions": "shows",
  "app.showEnvironmentValue": "shows",
  "app.showDashboard": "shows",
  "app.showLog": "shows",
  "apps.showWatched": "shows",
  "files.mount": "window",
  "files.openInNewWindow": "window",
  "files.unmount": "window",
  "files.refresh": "shows",
  "files.delete": "service",
  "files.goTo": "shows",
  "files.search": "shows",
  "files.clearSearch": "window",
  "files.follow": "shows",
  "files.stopFollowing": "window",
  "transfers.show": "shows",
  "files.compareWithLocal": "shows",
  "deploy.preview": "shows",
  "log.show": "shows",
  "service.diagnose": "shows",
};

describe("in Restricted Mode", () => {
  const trust = (isTrusted: boolean) => Object.assign(workspace, { isTrusted });

  for (const [id, run] of Object.entries(needsTrust)) {
    it(`hostedApps.${id} does nothing, whatever its argument says, and says why`, async () => {
      for (const argument of [
        undefined,
        shop,
        { ...shop, folder: "/home/ann", confirm: true, settings: {} },
      ]) {
        trust(false);
        await assert.rejects(async () => await run(argument), refusal);
        trust(true);
        // What it is given here does nothing: it goes on to where it would need it.
        await assert.rejects(
          async () => await run(argument),
          (error: Error) => !refusal.test(error.message),
        );
      }
    });
  }

  it("what a notice offers does nothing either: to finish, to undo, to save a copy before a deletion", async () => {
    trust(false);
    const operation = { id: "1", header: { ...shop, kind: "move" }, changes: [] } as unknown as Operation;
    await assert.rejects(finishOperation(operation, untouched as TransferServices), refusal);
    await assert.rejects(undoOperation("1", untouched as TransferServices), refusal);
    let written = 0;
    Object.assign(window, {
      showWarningMessage: async (...said: readonly unknown[]) => said[2],
      showInputBox: async () => "Shop",
    });
    workspace["fs"] = {
      stat: async () => await Promise.reject(new Error()),
      createDirectory: async () => written++,
    };
    const account = {
      ...{ id: "ann", label: "Ann", userId: "ann" },
      apps: { refreshApp: async () => someApp(), teamOf: () => undefined },
    } as unknown as Account;
    const deletion = { account, appId: "shop", clock: new FakeClock(), letGo: async () => [] };
    await assert.rejects(deleteApp(deletion, undefined), refusal);
    assert.equal(written, 0);
  });

  it("no task of tasks.json runs", async () => {
    trust(false);
    for (const task of ["push", "deploy", "restart"]) {
      const { code, said } = await runTask({ task });
      assert.equal(code, 1);
      assert.match(said, /Nothing is sent in Restricted Mode/);
    }
  });

  it("each command has its place among those that need trust and those that need none", () => {
    const placed = [...Object.keys(needsTrust), ...Object.keys(needsNone)];
    assert.deepEqual(placed.sort(), [...commandIds].sort());
  });
});
