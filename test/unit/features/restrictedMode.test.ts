// In Restricted Mode nothing local is sent or written: every command declares whether that applies.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account } from "../../../src/accounts/accounts";
import type { Operation } from "../../../src/appFiles/backups/operation";
import { type CommandId, commands } from "../../../src/editor/commands/commands";
import { deleteApp } from "../../../src/features/apps/deleteApp";
import { runCreateFlow } from "../../../src/features/create/createFlow";
import { newFromTemplate } from "../../../src/features/create/template/newFromTemplate";
import { FolderRuns } from "../../../src/features/localService/folderRuns";
import { finishOperation } from "../../../src/features/transfers/commands/cutOff";
import { undo } from "../../../src/features/transfers/commands/undoOrRestore";
import type { TransferServices } from "../../../src/features/transfers/place/transferServices";
import { commandsOf } from "../../../src/features/transfers/transfersFeature";
import { FakeClock } from "../../support/fakeClock";
import { runTask } from "../../support/runTask";
import { someApp, unrestricted } from "../../support/someApp";
import { window, workspace } from "../../support/vscodeParts";

const refusal = /Nothing is sent or written in Restricted Mode/;
const untouched = {} as unknown;
const transfers = commandsOf({} as TransferServices);
const shop = { accountId: "ann", appId: "shop" };

/** Run, send or write local files, or restore files on either side. */
const needsTrust = {
  "deploy.createApp": (argument: unknown) => runCreateFlow(argument, untouched as never),
  "deploy.newFromTemplate": (argument: unknown) => newFromTemplate(argument, untouched as never),
  "localService.runFolder": (argument: unknown) =>
    FolderRuns.prototype.run.call(untouched as FolderRuns, argument),
  "deploy.push": transfers["deploy.push"],
  "files.pushFile": transfers["files.pushFile"],
  "deploy.pull": transfers["deploy.pull"],
  "deploy.linkFolder": transfers["deploy.linkFolder"],
  "deploy.switchTarget": transfers["deploy.switchTarget"],
  "deploy.pullVariables": transfers["deploy.pullVariables"],
  "app.backup": transfers["app.backup"],
  "app.restoreBackup": transfers["app.restoreBackup"],
  "release.rollBack": transfers["release.rollBack"],
  "app.setUpLog": transfers["app.setUpLog"],
  "files.upload": transfers["files.upload"],
  "files.download": transfers["files.download"],
  "files.undo": transfers["files.undo"],
  "files.restoreDeleted": transfers["files.restoreDeleted"],
} satisfies Partial<Record<CommandId, (argument: unknown) => unknown>>;

const needsNone = {
  /** Act on the service only. */
  service: [
    ...(["account.signIn", "account.signOut", "localService.start", "localService.stop"] as const),
    ...(["app.restart", "app.delete", "app.editSettings", "files.delete"] as const),
  ],
  /** Only show something. */
  shows: [
    ...(["account.refresh", "account.showTeam", "account.showSessionAddress", "apps.refresh"] as const),
    ...([
      "app.openInBrowser",
      "app.showCommit",
      "app.compareCommit",
      "app.copyId",
      "app.copyLink",
      "app.copyValue",
      "app.showEnvironmentValue",
    ] as const),
    ...(["app.showDashboard", "app.showLog", "apps.showWatched", "files.refresh", "files.goTo"] as const),
    ...([
      "files.goToHere",
      "files.search",
      "files.searchHere",
      "files.follow",
      "transfers.show",
      "files.compareWithLocal",
      "release.compare",
    ] as const),
    ...([
      "deploy.preview",
      "deploy.editTargets",
      "deploy.compareVariables",
      "log.show",
      "service.diagnose",
    ] as const),
  ],
  /** Change this window's display only. */
  window: [
    ...(["apps.filter", "apps.clearFilter", "apps.sort", "app.watch", "app.unwatch", "files.mount"] as const),
    ...([
      "files.openInNewWindow",
      "files.tryAnyway",
      "files.unmount",
      "files.clearSearch",
      "files.stopFollowing",
    ] as const),
    ...(["files.review", "files.revokeReview"] as const),
  ],
} satisfies Readonly<Record<string, readonly CommandId[]>>;

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
        // The stub's arguments reach the point where trust would be needed.
        await assert.rejects(
          async () => await run(argument),
          (error: Error) => !refusal.test(error.message),
        );
      }
    });
  }

  it("a notice's buttons do nothing either: to finish, to undo, to save a copy before a deletion", async () => {
    trust(false);
    const operation = { id: "1", header: { ...shop, kind: "move" }, changes: [] } as unknown as Operation;
    await assert.rejects(finishOperation(operation, untouched as TransferServices), refusal);
    await assert.rejects(undo({ operationId: "1" }, untouched as TransferServices), refusal);
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
      apps: { refreshApp: async () => someApp() },
      permissions: unrestricted,
    } as unknown as Account;
    const deletion = { account, appId: "shop", clock: new FakeClock(), onAppDeleted: async () => [] };
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
    const placed = [...Object.keys(needsTrust), ...Object.values(needsNone).flat()];
    assert.deepEqual(placed.sort(), Object.keys(commands).sort());
  });
});
