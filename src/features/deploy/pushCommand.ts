// Push: what changed in a folder goes to its app. Looks, shows the plan, sends, and restarts as the setting says.
import * as vscode from "vscode";
import { threeSecondRule } from "../../api/lane";
import { requirePathParameter } from "../../api/pathProof";
import type { PushKind, PushPlan, PushRow } from "../../core/pushPlan";
import { appUri } from "../../editor/appUris";
import { runCommand } from "../../editor/commands";
import { type Progress, withProgress } from "../../editor/progress";
import { settings } from "../../editor/settings";
import { CancelledError } from "../../editor/showError";
import { confirmLoss } from "./confirmLoss";
import { DeployFolder } from "./deployFolder";
import { leftOutTest } from "./leftOut";
import { memoryFileOf } from "./memoryFile";
import { pickPlan } from "./planPicker";
import { type PushResult, type PushRun, runPush } from "./pushRun";
import { choiceText, failureText, type LeftFile, leftFile, pushGroups, timeLeft } from "./pushText";
import { type ReadPlan, readPushPlan } from "./readPushPlan";
import { type ComparedFile, showAllDifferences, showDifference } from "./showDifference";
import { SyncMemory } from "./syncMemory";
import {
  chooseSyncPlace,
  readSyncArgument,
  requirePermission,
  requireTrust,
  type SyncPlace,
} from "./syncPlace";
import type { SyncServices } from "./syncServices";
import { tellSyncEnd } from "./tellSyncEnd";
import { type UnfinishedPush, unfinishedKey } from "./unfinishedPush";

/** What became of each file, by its path in the app. */
export interface PushOutcome {
  readonly accountId: string;
  readonly appId: string;
  readonly uploaded: readonly string[];
  readonly deleted: readonly string[];
  /** Planned, and left for the user to decide. */
  readonly left: readonly LeftFile[];
  readonly failed: readonly LeftFile[];
  /** Not sent, since the user cancelled. */
  readonly cancelled: readonly string[];
  readonly unchanged: number;
  /** What `app.restart` said; absent when it was not run. */
  readonly restart?: unknown;
}

/** Runs a task and shows how far it is. */
export type RunWithProgress = typeof withProgress;

const leastMsEach = "minIntervalMs" in threeSecondRule ? threeSecondRule.minIntervalMs : 0;
const running = new Set<string>();

/**
 * The command. With an object of `folder` and perhaps accountId and appId, or with `confirm: true`, it asks nothing:
 * what only the user can decide is then left and named. `confirm: false` shows the plan.
 */
export async function push(
  argument: unknown,
  services: SyncServices,
  run: RunWithProgress = withProgress,
): Promise<PushOutcome> {
  requireTrust();
  const whichApp = (folder: string): string => vscode.l10n.t("Push {0} to which app?", folder);
  const given = await readSyncArgument(argument, services, vscode.l10n.t("Push to which app?"));
  const place = await chooseSyncPlace(given, services, {
    whichFolder: vscode.l10n.t("Push which folder?"),
    whichApp,
    goOn: vscode.l10n.t("Push"),
  });
  requirePermission(place, "canEdit");
  const key = `${place.folder} ${place.account.id} ${place.appId}`;
  if (running.has(key)) {
    throw new Error(
      vscode.l10n.t(
        "{0} is being pushed to {1} already. Wait until that is done, or cancel it first.",
        place.folderName,
        place.appName,
      ),
    );
  }
  running.add(key);
  try {
    return await pushPlace(place, given.isQuiet, services, run);
  } finally {
    running.delete(key);
  }
}

async function pushPlace(
  place: SyncPlace,
  isQuiet: boolean,
  services: SyncServices,
  run: RunWithProgress,
): Promise<PushOutcome> {
  const { folderName, appName, account, appId } = place;
  const memory = await SyncMemory.load(await memoryFileOf(services.storage, place), services.logger);
  const title = vscode.l10n.t("Comparing {0} with {1}", folderName, appName);
  const read = await run(title, (progress) => look(place, memory, services, progress));
  const { plan } = read;
  const chosen = isQuiet ? plan.rows.filter(({ isChosen }) => isChosen) : await choose(place, plan);
  const result = await send(place, { ...read, chosen, memory }, services, run);
  const taken = new Set(chosen);
  const outcome: PushOutcome = {
    accountId: account.id,
    appId,
    uploaded: result.uploaded,
    deleted: result.deleted,
    left: plan.rows.filter((row) => !taken.has(row)).map(leftFile),
    failed: result.failed.map(failureText),
    cancelled: result.cancelled,
    unchanged: plan.unchanged,
  };
  const isChanged = outcome.uploaded.length + outcome.deleted.length > 0;
  const isWhole = outcome.failed.length + outcome.cancelled.length === 0;
  const restartNow = isChanged && isWhole && settings.restartAfterPush() === "always";
  const restart = restartNow ? await runCommand("app.restart", { accountId: account.id, appId }) : undefined;
  if (run === withProgress) void tell(place, outcome, isQuiet || restartNow);
  return restart === undefined ? outcome : { ...outcome, restart };
}

async function look(
  place: SyncPlace,
  memory: SyncMemory,
  { clock, state }: SyncServices,
  { signal, report }: Progress,
): Promise<ReadPlan> {
  report(vscode.l10n.t("reading the folder"));
  // Without the files that may hold secrets, until somebody has decided on them.
  const { project, choices } = await DeployFolder.read(place.folder, state, signal);
  const local = project.files;
  if (local.length === 0) {
    throw new Error(
      vscode.l10n.t("{0} holds no file that would be sent. Nothing was changed.", place.folderName),
    );
  }
  return await readPushPlan({
    local,
    files: place.account.files(place.appId),
    memory,
    leavesOut: await leftOutTest(local, choices),
    keepsBack: async (path) => {
      try {
        await vscode.workspace.fs.stat(vscode.Uri.joinPath(place.folder, path));
        return true;
      } catch (error) {
        // Without certainty that it is gone here, nothing is deleted there.
        return !(error instanceof vscode.FileSystemError && error.code === "FileNotFound");
      }
    },
    clock,
    signal,
    onProgress: ({ folders, compared }) =>
      report(
        compared === 0
          ? vscode.l10n.t("{0} folders listed", folders.toLocaleString())
          : vscode.l10n.t("{0} folders listed, {1} files compared", folders.toLocaleString(), compared),
      ),
  });
}

async function choose(place: SyncPlace, plan: PushPlan): Promise<readonly PushRow[]> {
  const { appName, folderName } = place;
  if (plan.rows.every(({ kind }) => kind === "onlyInApp")) {
    const show = vscode.l10n.t("Show Them");
    const same = vscode.l10n.t(
      "{0} has what {1} holds: {2} files are the same.",
      appName,
      folderName,
      plan.unchanged.toLocaleString(),
    );
    const own = plan.rows.length.toLocaleString();
    const answer =
      plan.rows.length === 0
        ? void vscode.window.showInformationMessage(same)
        : await vscode.window.showInformationMessage(
            `${same} ${vscode.l10n.t("Only in the app: {0}.", own)}`,
            show,
          );
    if (answer !== show) return [];
  }
  const chosen = await pickPlan<PushRow>({
    title: vscode.l10n.t("Push {0} to {1}", folderName, appName),
    placeholder: (rows) => choiceText(rows, plan.unchanged, leastMsEach),
    groups: pushGroups(plan.rows),
    compare: (row) => showDifference(place, comparedFile(row)),
    compareAll: (rows) => showAllDifferences(place, rows.map(comparedFile)),
  });
  await confirmLoss(
    vscode.l10n.t("{0} would lose what only it has. Push all the same?", appName),
    chosen.filter(({ kind }) => takesFromApp.has(kind)).map(({ path }) => path),
    vscode.l10n.t("Push"),
  );
  return chosen;
}

const takesFromApp: ReadonlySet<PushKind> = new Set(["onlyInApp", "changedInApp", "changedOnBoth"]);

function comparedFile({ path, local, remote }: PushRow): ComparedFile {
  return { path, localPath: local?.path, isInApp: remote?.type === "file" };
}

interface ChosenPlan extends ReadPlan {
  readonly chosen: readonly PushRow[];
  readonly memory: SyncMemory;
}

async function send(
  place: SyncPlace,
  { chosen, listedAt, memory }: ChosenPlan,
  { transfers, clock, state }: SyncServices,
  run: RunWithProgress,
): Promise<PushResult> {
  if (chosen.length === 0) return { uploaded: [], deleted: [], failed: [], cancelled: [] };
  const { account, appId, appName, folder, folderName } = place;
  const unfinished: UnfinishedPush = {
    folder: folder.toString(),
    folderName,
    accountId: account.id,
    appId,
    appName,
    total: chosen.length,
  };
  await state.update(unfinishedKey, unfinished);
  try {
    return await run(vscode.l10n.t("Pushing {0} to {1}", folderName, appName), async ({ signal, report }) => {
      const cancelled = new AbortController();
      const listener = transfers.onDidCancelAll(() => cancelled.abort(new CancelledError()));
      try {
        return await runPush({
          accountId: account.id,
          appId,
          rows: chosen,
          files: account.files(appId),
          listedAt,
          memory,
          transfers,
          clock,
          signal: AbortSignal.any([signal, cancelled.signal]),
          leastMsEach,
          ...archiveOf(place),
          onProgress: ({ done, total, name, remainingMs }) => {
            const at = Math.min(done + 1, total);
            report(`${at}/${total} ${name} · ${timeLeft(remainingMs)}`, done / total);
          },
        });
      } finally {
        listener.dispose();
      }
    });
  } finally {
    await state.update(unfinishedKey, undefined);
  }
}

/** One archive for all, where the service is said to extract archives. */
function archiveOf({ account, appId }: SyncPlace): Pick<PushRun, "archive"> {
  if (settings.wire().archiveUploads !== "extracted") return {};
  const files = account.files(appId);
  return {
    archive: {
      maxBytes: settings.maxArchiveBytes(),
      readBytes: (path, entry, options) => files.readBytes(path, entry, options),
      send: async (path, archive, signal) => {
        await requirePathParameter(account.client, appId, path, {});
        await account.client.uploadFile(appId, path, archive, { signal });
      },
    },
  };
}

async function tell(place: SyncPlace, outcome: PushOutcome, isQuiet: boolean): Promise<void> {
  const { appName, account, appId } = place;
  const { uploaded, deleted, failed, cancelled } = outcome;
  const changed = uploaded.length + deleted.length;
  if (changed + failed.length + cancelled.length === 0) return;
  const restart = vscode.l10n.t("Restart {0}", appName);
  const mayRestart = !isQuiet && changed > 0 && settings.restartAfterPush() === "ask";
  await tellSyncEnd({
    said: endSentences(place, outcome),
    failed,
    next: mayRestart
      ? {
          button: restart,
          run: async () => await runCommand("app.restart", { accountId: account.id, appId }),
        }
      : undefined,
    open: (path) => appUri({ accountId: account.id, appId, path }),
  });
}

/** What a push did, in sentences. */
export function endSentences(
  { folderName, appName }: Pick<SyncPlace, "folderName" | "appName">,
  outcome: PushOutcome,
): string[] {
  const { uploaded, deleted, left, cancelled } = outcome;
  const said: string[] = [];
  if (uploaded.length === 1) said.push(vscode.l10n.t("1 file was pushed to {0}.", appName));
  else if (uploaded.length > 1)
    said.push(vscode.l10n.t("{0} files were pushed to {1}.", uploaded.length.toLocaleString(), appName));
  else said.push(vscode.l10n.t("No file of {0} was sent to {1}.", folderName, appName));
  if (deleted.length > 0)
    said.push(vscode.l10n.t("Deleted in the app: {0}.", deleted.length.toLocaleString()));
  if (cancelled.length > 0) {
    said.push(
      vscode.l10n.t("You cancelled: {0} stay to be pushed; what was sent is complete.", cancelled.length),
    );
  }
  const open = left.length;
  if (open > 0) said.push(vscode.l10n.t("Left as they are: {0}.", open.toLocaleString()));
  return said;
}
