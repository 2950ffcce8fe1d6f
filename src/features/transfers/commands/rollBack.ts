// Roll Back: gives an app the files of an earlier release, after a plan, and restarts it.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { changeSettings } from "../../../accounts/changeSettings";
import { newestOf } from "../../../appFiles/transfer/filesAfter";
import { planRollback } from "../../../appFiles/transfer/plan/planRollback";
import type { TransferPlan, TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { RowProblem } from "../../../appFiles/transfer/plan/transferProblem";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { omitUndefined } from "../../../core/omitUndefined";
import { field } from "../../../core/parse";
import {
  changeOf,
  differences,
  type SettingDifference,
  settingsOf,
} from "../../../core/settings/appSettings";
import { changedSince, pushedCommit } from "../../../core/transfers/release";
import { differenceLine } from "../../../editor/appSettings/settingSentences";
import { readArgument } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { requirePermission } from "../../../editor/commands/requirePermission";
import { withProgress } from "../../../editor/progress";
import { filesOfQuestion } from "../../../editor/project/agreements";
import { type FolderReading, readFolderApp } from "../../../editor/project/folderApp";
import { releaseText } from "../../../editor/project/releaseText";
import { endedBy } from "../../../editor/safeUi/messages";
import { confirm } from "../../../editor/safeUi/questions";
import { confirmUndo, filesText } from "../ask/confirmLoss";
import { type PlanExtras, pickPlan } from "../ask/planPicker";
import { nameOfFolder } from "../place/chooseFolderApp";
import { appLines } from "../place/chooseTarget";
import { loadMemory } from "../place/memoryFile";
import { wholeFolderTurn } from "../place/placeTurns";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer, type OutcomeOf } from "../run/doTransfer";
import { notifyOutcome, restarting, restartNow } from "../run/notifyEnd";
import { recordRelease } from "../run/recordRelease";
import { type ChosenRelease, chooseRelease, showReleaseDifference } from "./compareRelease";

interface RolledBack extends OutcomeOf<"restored">, AppKey {
  readonly release: number;
  /** Keys of the changed settings. */
  readonly settings: readonly string[];
  /** The answer of `app.restart`; absent when it was not run. */
  readonly restart?: unknown;
}

interface Rollback extends ChosenRelease {
  readonly account: Account;
  readonly folder: vscode.Uri;
  /** Undefined when the folder's hosted-app.json cannot be read. */
  readonly reading: FolderReading | undefined;
  /**
   * Asks only where the plan has something to decide or undoes more than the last transfer, or where the app asks
   * before each push.
   */
  readonly isQuiet: boolean;
}

/** For { accountId, appId, release }, shows that plan at once; with `confirm: true` from our own code, see `isQuiet`. */
export async function rollBack(argument: unknown, services: TransferServices): Promise<RolledBack> {
  requireTrust();
  const chosen = await chooseRelease(argument, services, {
    whichApp: vscode.l10n.t("Select an app to roll back"),
    whichRelease: (name) => vscode.l10n.t("Select a release to roll {0} back to", name),
    isOffered: (release, newest) => release !== newest,
  });
  const { app, all, release } = chosen;
  const { accountId, appId, name: appName } = app;
  const { confirm = false } = readArgument({ confirm: field.consent }, argument);
  const isQuiet = confirm && isPreapproved(argument);
  const account = await requireAccess(app, { puts: true }, services, isQuiet);
  const folder = vscode.Uri.parse((all[0] ?? release).folder, true);
  const reading = await readFolderApp(folder, services).catch(() => undefined);
  const turn = { folder, folderName: nameOfFolder(folder), accountId, appId, appName };
  const rollback = { ...chosen, account, folder, reading, isQuiet };
  // The proof of a restart takes minutes, in which a fix may be pushed.
  return await (await wholeFolderTurn(turn, () => rollBackNow(rollback, services)))();
}

/** Resolves with what is left to do after the folder's turn. */
async function rollBackNow(rollback: Rollback, services: TransferServices) {
  const { app, release, files, all, folder, account } = rollback;
  const { accountId, appId, name } = app;
  const { number } = release;
  const { releases } = services;
  const memory = await loadMemory({ folder, accountId, appId }, services);
  const title = vscode.l10n.t("Comparing release {0} with {1}", String(number), name);
  const { plan, isLastOnly } = await withProgress(title, async ({ signal }) => {
    const last = all[0] && (await releases.filesOf(app, all[0]));
    const known = newestOf(last ?? new Map(), memory.files);
    const read = async (hash: string): Promise<Uint8Array> => {
      const bytes = await releases.content(app, hash);
      if (bytes) return bytes;
      throw new RowProblem({ kind: "notBackedUp" });
    };
    const kept = await releases.kept(app);
    const since = changedSince(all, release);
    const plan = await planRollback({
      app: services.files.get(app),
      files,
      known,
      since,
      kept,
      read,
      signal,
    });
    const isOfLast = ({ path, reason }: TransferRow): boolean =>
      !reason && known.get(path)?.hash === last?.get(path)?.hash;
    const isBeforeLast = number === all[1]?.number && plan.rows.length <= (all[0]?.changed ?? 0);
    return { plan, isLastOnly: isBeforeLast && plan.rows.every(isOfLast) };
  });
  // The record of the rollback says what the app has, also where nothing is sent.
  for (const [path, synced] of plan.newlySynced) memory.set(path, synced);
  const isQuiet = rollback.isQuiet && isLastOnly;
  const { rows, changes } = await ask({ ...rollback, isQuiet }, plan, services);
  const settings = changes.map(({ key }) => key);
  if (changes.length > 0) {
    await requirePermission(account.permissions, appId, "canUpdateApplicationSettings");
    await changeSettings(account, await account.apps.refreshApp(appId), changeOf(changes));
  }
  const header = {
    ...{ accountId, appId, appName: name },
    kind: "rollback",
    title: { folder: folder.toString(), release: number },
  } as const;
  // Only where the release was all of its commit.
  const isOfCommit = rows.length === plan.rows.length && pushedCommit([release]) !== undefined;
  const commit = async () => (isOfCommit ? release.commit : undefined);
  const note = { kind: "rollback", commit } as const;
  const doing = vscode.l10n.t("Rolling back {0} to release {1}", name, String(number));
  const { outcome } = await withProgress(doing, (progress) =>
    doTransfer({ header, plan, rows, memory, hasFailed: () => false, release: note }, services, progress),
  );
  const ofSettings = { header, note, memory: memory.files, planned: plan.rows, ends: [], folder: undefined };
  if (rows.length === 0) recordRelease(ofSettings, services);
  const { put: restored, ...others } = outcome;
  const count = restored.length + outcome.removed.length;
  const isWhole = outcome.failed.length + outcome.cancelled.length === 0;
  const isChanged = count + settings.length > 0;
  const done =
    isWhole || count > 0
      ? vscode.l10n.t("Rolled back {0} to release {1} ({2}).", name, String(number), filesText(count))
      : vscode.l10n.t("No files were rolled back in {0}.", name);
  const cancelled = (left: string) => vscode.l10n.t("Canceled: {0} not rolled back.", left);
  const answer = { accountId, appId, release: number, ...others, restored, settings };
  return async (): Promise<RolledBack> => {
    // The user agreed to the restart with the rollback.
    const { restart, next } =
      isChanged && isWhole
        ? await restartNow(app, name, "rollback")
        : { restart: undefined, next: isChanged ? restarting(app, name) : undefined };
    void notifyOutcome({ ...outcome, left: [] }, { done, cancelled }, { app, next });
    return restart === undefined ? answer : { ...answer, restart };
  };
}

/** The rows and the settings to change. */
async function ask(
  { app, release, account, reading, isQuiet }: Rollback,
  plan: TransferPlan,
  services: TransferServices,
): Promise<{ readonly rows: readonly TransferRow[]; readonly changes: readonly SettingDifference[] }> {
  const { l10n } = vscode;
  const { accountId, appId, name } = app;
  const number = String(release.number);
  const now = account.apps.find(appId);
  const values = now ? settingsOf(now) : {};
  const changed = now ? differences(values, omitUndefined(release.settings), values) : [];
  if (plan.rows.length + changed.length === 0)
    throw endedBy(l10n.t("{0} already has the files of release {1}.", name, number));
  const target = reading?.targets.find((each) => each.appId === appId);
  const mayRemove = !account.permissions.isRuledOut(appId, "canDeleteApplicationFiles");
  const isInDoubt = ({ isChosen, local }: TransferRow): boolean => !isChosen || !(local || mayRemove);
  const isClear = reading && !target?.asksFirst && !plan.rows.some(isInDoubt);
  if (isQuiet && isClear && changed.length === 0) return { rows: plan.rows, changes: [] };
  const iconPath = new vscode.ThemeIcon("settings-gear");
  const settings = changed.map((each) => ({ ...each, label: differenceLine(each), iconPath }));
  const extras: PlanExtras = { title: l10n.t("Settings"), rows: settings, chosen: new Set() };
  const { label, description } = releaseText(release, services.clock.now());
  const rows = await pickPlan(app, plan, {
    voice: "undo",
    title: l10n.t("Roll Back {0} to Release {1}", name, number),
    notes: [
      l10n.t("Release {0}", [label, description].join(" · ")),
      l10n.t("Then the app restarts. The local folder stays as it is."),
      ...(changed.length > 0 ? [l10n.t("Undo brings back the files, not the settings.")] : []),
    ],
    compare: (row) => showReleaseDifference(app, row),
    extras,
    agree: async (chosen) => {
      await confirmUndo(chosen, l10n.t("the app {0}", name));
      // Also where only settings change. A hosted-app.json that can't be read may ask before each push.
      if (target?.asksFirst || !reading) {
        const files = chosen.length > 0 ? [filesOfQuestion(chosen.map(({ path }) => path))] : [];
        const changes = settings.filter((each) => extras.chosen.has(each)).map(({ label }) => label);
        const question = l10n.t("Roll back {0} to release {1}?", target?.name ?? name, number);
        const lines = [...files, ...changes, ...appLines({ account, appId, appName: name })];
        await confirm(question, lines, l10n.t("Roll Back"));
      }
      const removes = chosen.some(({ local }) => !local);
      await requireAccess({ accountId, appId }, { removes }, services);
    },
  });
  const taken = settings.filter((each) => extras.chosen.has(each));
  if (rows.length + taken.length === 0) throw new CancelledError();
  return { rows, changes: taken };
}
