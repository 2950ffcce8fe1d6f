// Push: what changed in a folder goes to its app, and the app is restarted as the setting says.

import * as vscode from "vscode";
import { readPushPlan } from "../../../appFiles/transfer/plan/readPlans";
import type { TransferPlan } from "../../../appFiles/transfer/plan/transferPlan";
import { mostArchiveBytes } from "../../../core/archive/packedEstimate";
import { formatCount } from "../../../core/text/format";
import { runCommand } from "../../../editor/commands/commands";
import { setContext } from "../../../editor/contextKeys";
import { withProgress } from "../../../editor/progress";
import { agreeToTask, rememberTask, taskLines, teamLines } from "../../../editor/project/agreements";
import { type GitState, gitStateOf } from "../../../editor/project/gitState";
import { runPreDeployTask } from "../../../editor/project/preDeployTask";
import { pushedCommits, rememberPushed } from "../../../editor/project/pushedCommits";
import { settings } from "../../../editor/settings";
import { showInformationMessage } from "../../../editor/shown/messages";
import type { PlanWords } from "../ask/askPlan";
import { filesText } from "../ask/confirmLoss";
import { planNotes } from "../ask/planNotes";
import { variableNotes } from "../ask/variableNotes";
import { confirmTarget } from "../place/chooseTarget";
import { readToSend } from "../place/readPlace";
import { rememberPicked, type TransferPlace } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import type { End } from "../run/tellEnd";
import {
  type RunWithProgress,
  type SyncOutcome,
  type SyncPolicy,
  syncFolder,
  tellSynced,
} from "./syncFolder";

/** What became of each file, by its path in the app. */
export interface PushOutcome extends SyncOutcome {
  readonly uploaded: readonly string[];
  readonly deleted: readonly string[];
  /** What `app.restart` said; absent when it was not run. */
  readonly restart?: unknown;
}

/**
 * The command. With an object of `folder` and perhaps accountId and appId, or with `confirm: true`, it asks at most for
 * consent: what only the user can decide is then left and named. `confirm: false` shows the plan.
 */
export async function push(
  argument: unknown,
  services: TransferServices,
  run: RunWithProgress = withProgress,
): Promise<PushOutcome> {
  const git: { now?: GitState | undefined } = {};
  const notes: SyncPolicy["notes"] = async (place) => {
    git.now = await gitStateOf(place.folder, services.clock);
    return notesOf(place, git.now, services);
  };
  const synced = await syncFolder(argument, { ...policy(), notes }, services, run);
  const { place, put: uploaded, removed: deleted, isQuiet } = synced;
  const outcome: PushOutcome = { ...synced.outcome, uploaded, deleted };
  const linked = uploaded.length + deleted.length > 0 ? await rememberPicked(place, services) : [];
  if (git.now && synced.isWhole) await rememberCommit(place, git.now, services);
  const { restart, next } = await restartAfter(place, outcome, isQuiet);
  const said = [...endSentences(place, outcome), ...linked];
  if (run === withProgress) void tellSynced(synced, { said, next }, services);
  return restart === undefined ? outcome : { ...outcome, restart };
}

function notesOf(
  { folder, account, appId }: TransferPlace,
  git: GitState | undefined,
  { state, clock }: TransferServices,
): readonly string[] {
  const last = pushedCommits(state, { accountId: account.id, appId }).find(
    (each) => each.folder === folder.toString(),
  );
  const app = account.apps.find(appId);
  return planNotes({ git, last, app, team: account.apps.teamOf(app), now: clock.now() });
}

async function rememberCommit(
  { folder, accountId, appId }: TransferPlace,
  git: GitState,
  { state, clock }: TransferServices,
): Promise<void> {
  await rememberPushed(state, { accountId, appId }, { ...git, folder: folder.toString(), at: clock.now() });
}

/** The plan of a push in words. */
export function pushWords({
  folderName,
  appName,
  target,
}: Pick<TransferPlace, "folderName" | "appName" | "target">): PlanWords {
  const to = target ? `${appName} (${target.name})` : appName;
  return {
    kind: "push",
    title: vscode.l10n.t("Push {0} → {1}", folderName, to),
    loses: new Set(["onlyInTarget", "changedInTarget", "changedOnBoth"]),
    loss: {
      place: vscode.l10n.t("the app {0}", appName),
      why: vscode.l10n.t("The current content exists only in the app."),
    },
  };
}

/** Restarts the app as the setting says, or offers to. */
export async function restartAfter(
  { folder, accountId, appId, appName }: TransferPlace,
  { uploaded, deleted, failed, cancelled }: PushOutcome,
  isQuiet: boolean,
): Promise<{ readonly restart: unknown; readonly next: End["next"] }> {
  const isChanged = uploaded.length + deleted.length > 0;
  const isWhole = failed.length + cancelled.length === 0;
  const wanted = settings.restartAfterPush(folder);
  if (isWhole) setContext("hasPushed", true);
  const restartNow = isChanged && isWhole && wanted === "always";
  const restarting = async () => await runCommand("app.restart", { accountId, appId });
  // The push was agreed to, and the setting makes the restart a part of it.
  const restart = restartNow
    ? await runCommand("app.restart", { accountId, appId, confirm: true })
    : undefined;
  const mayRestart = !isQuiet && !restartNow && isChanged && wanted === "ask";
  const next = mayRestart ? { button: vscode.l10n.t("Restart {0}", appName), run: restarting } : undefined;
  return { restart, next };
}

function policy(): SyncPolicy {
  return {
    kind: "push",
    whichApp: vscode.l10n.t("Select an app to push to"),
    questions: {
      whichFolder: vscode.l10n.t("Select a folder to push"),
      whichApp: (folder) => vscode.l10n.t("Select an app to push {0} to", folder),
      mayCreate: true,
      asksTarget: true,
      goOn: vscode.l10n.t("Push"),
    },
    permission: "canEditApplicationFiles",
    prepare: async ({ folder, reading: { file } }, { isQuiet, isAgreed, state }) => {
      const task = file?.preDeployTask;
      if (task === undefined) return;
      if (!isAgreed) await agreeToTask(folder, task, state);
      await runPreDeployTask(folder, task, !isQuiet);
    },
    read: async (place, services, reading) => {
      const input = await readToSend(place, services, reading);
      if (input.local.length > 0) return input;
      throw new Error(vscode.l10n.t("{0} contains no files to push. Nothing was changed.", place.folderName));
    },
    plan: readPushPlan,
    fileNotes: variableNotes,
    isWorthShowing,
    consent: async ({ folder, reading: { file }, folderName, account, appId, appName }, state) => {
      const task = file?.preDeployTask;
      return {
        question: vscode.l10n.t("Push {0} to {1}?", folderName, appName),
        lines: [
          ...teamLines(account.apps.teamOf(account.apps.find(appId))),
          ...taskLines(task),
          vscode.l10n.t("Files that changed in the folder replace the app's versions."),
        ],
        agreed: async () => {
          if (task !== undefined) await rememberTask(folder, task, state);
        },
      };
    },
    words: pushWords,
    doing: ({ folderName, appName }) => vscode.l10n.t("Pushing {0} to {1}", folderName, appName),
    confirm: async (place, rows) =>
      await confirmTarget(
        place,
        rows.map(({ path }) => path),
      ),
    archive: ({ accountId }, { accounts }) =>
      accounts.get(accountId)?.client.spelling.get("archiveUploads") === "extracted"
        ? { maxBytes: mostArchiveBytes }
        : undefined,
  };
}

/** What only the app has is shown when it is asked for. */
async function isWorthShowing(
  { appName, folderName }: TransferPlace,
  { rows, unchanged }: TransferPlan,
): Promise<boolean> {
  if (rows.some(({ kind }) => kind !== "onlyInTarget")) return true;
  const same = vscode.l10n.t("{0} is up to date with {1} ({2}).", appName, folderName, filesText(unchanged));
  if (rows.length === 0) {
    void showInformationMessage(same);
    return false;
  }
  const show = vscode.l10n.t("Show Files");
  const own = vscode.l10n.t("Only in the app: {0}.", formatCount(rows.length));
  return (await showInformationMessage(`${same} ${own}`, show)) === show;
}

/** What a push did, in sentences. */
export function endSentences(
  { appName }: Pick<TransferPlace, "appName">,
  { uploaded, deleted, cancelled }: PushOutcome,
): string[] {
  const said: string[] = [];
  if (uploaded.length === 1) said.push(vscode.l10n.t("Pushed 1 file to {0}.", appName));
  else if (uploaded.length > 1)
    said.push(vscode.l10n.t("Pushed {0} files to {1}.", formatCount(uploaded.length), appName));
  else said.push(vscode.l10n.t("No files were pushed to {0}.", appName));
  if (deleted.length > 0) said.push(vscode.l10n.t("Deleted in the app: {0}.", formatCount(deleted.length)));
  if (cancelled.length > 0) {
    said.push(
      vscode.l10n.t(
        "Canceled: {0} not pushed. Files that were already pushed are complete.",
        formatCount(cancelled.length),
      ),
    );
  }
  return said;
}
