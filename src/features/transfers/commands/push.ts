// Push: uploads the changes of a folder to its app, then restarts it as the setting says.

import * as vscode from "vscode";
import { readPushPlan } from "../../../appFiles/transfer/plan/readPlans";
import { mostArchiveBytes } from "../../../core/archive/packedEstimate";
import { CancelledError, isCancellation } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import type { ProjectTarget } from "../../../core/project/projectTargets";
import { formatCount } from "../../../core/text/format";
import { pushedCommit } from "../../../core/transfers/release";
import { isPreapproved, withConsent } from "../../../editor/commands/consent";
import { setContext } from "../../../editor/contextKeys";
import { sentenceFor } from "../../../editor/errorSentences";
import { withProgress } from "../../../editor/progress";
import {
  agreeToTask,
  askAboutUnsaved,
  rememberTask,
  taskLines,
  teamLines,
} from "../../../editor/project/agreements";
import { rememberedChoices } from "../../../editor/project/deployFolder";
import { type GitState, gitStateOf } from "../../../editor/project/gitState";
import { runPreDeployTask } from "../../../editor/project/preDeployTask";
import { settings } from "../../../editor/settings";
import { orShowError } from "../../../editor/showError";
import type { PlanWords } from "../ask/askPlan";
import { planNotes } from "../ask/planNotes";
import { preflight } from "../ask/preflight";
import { confirmTarget, SeveralTargets } from "../place/chooseTarget";
import { setLink } from "../place/linkedFolders";
import { readToSend } from "../place/readPlace";
import { readPlaceArgument, rememberPicked, type TransferPlace } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import type { OutcomeOf, TransferOutcome } from "../run/doTransfer";
import { type EndWords, endSentences, notifyEnd, type Offer, restarting, restartNow } from "../run/notifyEnd";
import { notifySynced, type RunWithProgress, type SyncPolicy, syncFolder } from "../run/syncFolder";

export interface PushOutcome extends OutcomeOf<"uploaded" | "deleted">, AppKey {
  /** The answer of `app.restart`; absent when it was not run. */
  readonly restart?: unknown;
}

/** `error`: the push to this target failed or was canceled. */
type TargetPushed = { readonly target: string } & (PushOutcome | { readonly error: string });

/**
 * With `folder` or `confirm: true` in the argument, asks at most for consent and leaves what only the user can decide.
 * `confirm: false` shows the plan. Several targets, such as `target: "all"`, have a list of outcomes.
 */
export async function push(
  argument: unknown,
  services: TransferServices,
  run: RunWithProgress = withProgress,
): Promise<PushOutcome | readonly TargetPushed[]> {
  try {
    const { synced, words, next, outcome } = await pushTo(argument, services, run);
    if (run === withProgress) void notifySynced(synced, words, next);
    return outcome;
  } catch (error) {
    if (!(error instanceof SeveralTargets)) throw error;
    return await pushToEach(error, argument, services, run);
  }
}

/** One after the other, each with its plan and its questions. A failure leaves the others; so does Cancel of a plan. */
async function pushToEach(
  { folder, targets }: Pick<SeveralTargets, "folder" | "targets">,
  argument: unknown,
  services: TransferServices,
  run: RunWithProgress,
): Promise<readonly TargetPushed[]> {
  const pushed: TargetPushed[] = [];
  const ends: Awaited<ReturnType<typeof pushTo>>[] = [];
  const said: string[] = [];
  const missed: ProjectTarget[] = [];
  const { isQuiet } = readPlaceArgument(argument);
  let isCancelled = false;
  for (const target of targets) {
    const own = { folder, target: target.name, confirm: isQuiet };
    try {
      if (isCancelled) throw new CancelledError();
      const given = isPreapproved(argument) ? withConsent(own) : own;
      const end = await pushTo(given, services, run, { isOneOfSeveral: true });
      isCancelled = isQuiet && end.outcome.cancelled.length > 0;
      ends.push(end);
      pushed.push({ target: target.name, ...end.outcome });
      said.push(...endSentences(end.synced.outcome, end.words));
    } catch (error) {
      isCancelled = isQuiet && isCancellation(error);
      const reason = isCancellation(error) ? vscode.l10n.t("Canceled.") : sentenceFor(error);
      missed.push(target);
      pushed.push({ target: target.name, error: reason });
      said.push(vscode.l10n.t("{0}: {1}", target.name, reason));
    }
  }
  const [first, ...others] = ends.flatMap(({ next }) => next ?? []);
  const restartAll = async () => {
    // One that fails must not keep the others from restarting.
    for (const restart of [first, ...others]) await orShowError(() => restart?.run());
  };
  const pushMissed = () => pushToEach({ folder, targets: missed }, { folder, confirm: false }, services, run);
  const end = {
    said,
    failed: ends.flatMap(({ synced }) => synced.outcome.failed),
    left: ends.flatMap(({ synced }) => synced.undecided),
    next: others.length > 0 ? { button: vscode.l10n.t("Restart Apps"), run: restartAll } : first,
    retry: missed.length > 0 ? ({ run: pushMissed, command: "deploy.push" } as const) : undefined,
  };
  if (run === withProgress) void notifyEnd(end);
  return pushed;
}

async function pushTo(
  argument: unknown,
  services: TransferServices,
  run: RunWithProgress,
  own: Partial<SyncPolicy> = {},
) {
  const git: Git = {};
  const synced = await syncFolder(argument, { ...policy(git, services), ...own }, services, run);
  const { place, outcome, isQuiet } = synced;
  const isChanged = outcome.put.length + outcome.removed.length > 0;
  const linked = isChanged ? await rememberPicked(place, services) : [];
  const { restart, next } = await restartAfter(place, outcome, isQuiet);
  const words = { ...endWords(place, outcome.put.length), linked };
  return { synced, words, next, outcome: pushOutcome(place, outcome, restart) };
}

export function pushOutcome(
  { accountId, appId }: AppKey,
  { put: uploaded, ...others }: TransferOutcome,
  restart: unknown,
): PushOutcome {
  const outcome = { accountId, appId, ...others, uploaded, deleted: others.removed };
  return restart === undefined ? outcome : { ...outcome, restart };
}

interface Git {
  state?: Promise<GitState | undefined>;
}

async function notesOf(
  { folder, account, accountId, appId }: TransferPlace,
  git: GitState | undefined,
  { releases, clock }: TransferServices,
): Promise<readonly string[]> {
  // A note is not worth a failure.
  const all = await releases.list({ accountId, appId }).catch(() => []);
  const last = pushedCommit(all.filter((each) => each.folder === folder.toString()));
  const app = account.apps.find(appId);
  return planNotes({ git, last, app, team: account.apps.teamOf(app), now: clock.now() });
}

export function pushWords({
  folderName,
  appName,
  target,
}: Pick<TransferPlace, "folderName" | "appName" | "target">): PlanWords {
  const to = target ? `${appName} (${target.name})` : appName;
  return {
    voice: "push",
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
  { put, removed, failed, cancelled }: TransferOutcome,
  isQuiet: boolean,
): Promise<{ readonly restart: unknown; readonly next: Offer | undefined }> {
  const isChanged = put.length + removed.length > 0;
  const isWhole = failed.length + cancelled.length === 0;
  const wanted = settings.restartAfterPush(folder);
  if (isWhole) setContext("hasPushed", true);
  const app = { accountId, appId };
  // The setting makes the restart part of the push that the user agreed to.
  if (isChanged && isWhole && wanted === "always") return await restartNow(app, appName, "push");
  const mayRestart = !isQuiet && isChanged && wanted === "ask";
  return { restart: undefined, next: mayRestart ? restarting(app, appName, "push") : undefined };
}

function policy(git: Git, services: TransferServices): SyncPolicy {
  const { accounts, state } = services;
  return {
    kind: "push",
    questions: {
      whichFolder: vscode.l10n.t("Select a folder to push"),
      whichApp: (folder) => vscode.l10n.t("Select an app to push {0} to", folder),
      mayCreate: true,
      asksTarget: true,
      maySelectSeveral: true,
      goOn: vscode.l10n.t("Push"),
    },
    prepare: async ({ folder, reading: { file } }, { isQuiet, isAgreed }) => {
      const save = vscode.l10n.t("Save and Push");
      const asSaved = vscode.l10n.t("Push without Saving");
      if (!isQuiet) await askAboutUnsaved(folder, rememberedChoices(folder, state), { save, asSaved });
      const task = file?.preDeployTask;
      if (task === undefined) return;
      if (!isAgreed) await agreeToTask(folder, task, state);
      await runPreDeployTask(folder, task, !isQuiet);
    },
    read: async (place, reading) => {
      git.state = gitStateOf(place.folder, services.clock);
      const input = await readToSend(place, services, reading);
      if (input.local.length > 0) return input;
      throw new Error(vscode.l10n.t("{0} contains no files to push. Nothing was changed.", place.folderName));
    },
    plan: readPushPlan,
    notes: async (place) => await notesOf(place, await git.state, services),
    look: async (place, input, memory) => await preflight(place, input, memory, services),
    consent: async ({ folder, reading: { file, appId: named }, folderName, account, appId, appName }) => {
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
          // As for saved files: the app of hosted-app.json is asked about once.
          if (named === appId) await setLink(folder, { accountId: account.id, appId }, services);
        },
      };
    },
    words: pushWords,
    doing: ({ folderName, appName }) => vscode.l10n.t("Pushing {0} to {1}", folderName, appName),
    release: { kind: "push", commit: async () => await git.state },
    confirm: confirmTarget,
    archive: ({ accountId }) =>
      accounts.get(accountId)?.client.dialect.get("archiveUploads") === "extracted"
        ? { maxBytes: mostArchiveBytes }
        : undefined,
  };
}

export function endWords({ appName }: Pick<TransferPlace, "appName">, count: number): EndWords {
  return {
    done:
      count === 0
        ? vscode.l10n.t("No files were pushed to {0}.", appName)
        : count === 1
          ? vscode.l10n.t("Pushed 1 file to {0}.", appName)
          : vscode.l10n.t("Pushed {0} files to {1}.", formatCount(count), appName),
    removed: (count) => vscode.l10n.t("Deleted in the app: {0}.", count),
    cancelled: (count) =>
      vscode.l10n.t("Canceled: {0} not pushed. Files that were already pushed are complete.", count),
  };
}
