// What a push and a pull have in common: which folder and app, one look at both sides, the plan, and doing what is chosen.

import * as vscode from "vscode";
import { ListAhead } from "../../../appFiles/transfer/plan/listAhead";
import type { SyncInput } from "../../../appFiles/transfer/plan/readPlans";
import type { TransferPlan, TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { isServiceError } from "../../../core/errors/serviceError";
import type { AppKey } from "../../../core/model/appKey";
import type { PermissionName } from "../../../core/model/model";
import { normalizeAppPath } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { appUri } from "../../../editor/appUris";
import { mayGoUnasked, requireTrust } from "../../../editor/commands/consent";
import { requirePermission } from "../../../editor/commands/requirePermission";
import { withProgress } from "../../../editor/progress";
import type { FolderReading } from "../../../editor/project/projectFolder";
import { confirm } from "../../../editor/shown/questions";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { askPlan, type PlanWords } from "../ask/askPlan";
import { agreeToSend } from "../ask/confirmLoss";
import { isRarelyMeant, isTaken, isUndecided, isUnread, leftRow } from "../ask/planText";
import { failedRow, type LeftFile } from "../ask/problemText";
import { loadMemory } from "../place/memoryFile";
import { wholeFolderTurn } from "../place/placeTurns";
import type { FolderInput } from "../place/readPlace";
import {
  choosePlace,
  isChosenBefore,
  type PlaceQuestions,
  readPlaceArgument,
  requireChangeable,
  type TransferPlace,
} from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { donePaths, doTransfer, type Transfer, type TransferEnd, wordsFor } from "../run/doTransfer";
import { type End, tellEnd } from "../run/tellEnd";
import { undoOperation } from "./undo";

/** What became of each file, by its path in the app. */
export interface SyncOutcome extends AppKey {
  /** Planned, and left for the user to decide. */
  readonly left: readonly LeftFile[];
  readonly failed: readonly LeftFile[];
  /** Not begun, since the user cancelled. */
  readonly cancelled: readonly string[];
  readonly unchanged: number;
  /** For undoing it; absent when nothing was begun. */
  readonly operationId?: string;
}

/** Runs a task and shows how far it is. */
export type RunWithProgress = typeof withProgress;

/** Which way it goes, in code and in words. */
export interface SyncPolicy {
  readonly kind: "push" | "pull";
  readonly whichApp: string;
  readonly questions: PlaceQuestions;
  readonly permission: PermissionName;
  /** Before anything is read. */
  readonly prepare?: (place: TransferPlace, call: PrepareCall) => Promise<void>;
  readonly read: (
    place: TransferPlace,
    services: TransferServices,
    reading: FolderReading,
  ) => Promise<FolderInput>;
  /** `isQuiet`: what it ticks is taken, and nothing is asked. */
  readonly plan: (input: SyncInput, isQuiet: boolean) => Promise<TransferPlan>;
  /** Asked before the plan is shown: false when there is nothing to choose. */
  readonly isWorthShowing: (place: TransferPlace, plan: TransferPlan) => Promise<boolean>;
  /** Asked when an argument names a folder that is not open, or an app that the user has not chosen for it. */
  readonly consent: (place: TransferPlace, state: StateMemory) => Promise<SyncConsent>;
  /** The plan as it is asked about. */
  readonly words: (place: TransferPlace) => PlanWords;
  /** What is to be known before; read while the two are compared. */
  readonly notes?: (place: TransferPlace, services: TransferServices) => Promise<readonly string[]>;
  /** The same of the files that were read, where the plan is shown. */
  readonly fileNotes?: (place: TransferPlace, input: FolderInput) => Promise<readonly string[]>;
  readonly doing: (place: TransferPlace) => string;
  /** Asked last, before anything is changed. Rejects with CancelledError when the user does not want it. */
  readonly confirm?: (place: TransferPlace, rows: readonly TransferRow[]) => Promise<void>;
  readonly archive?: (place: TransferPlace, services: TransferServices) => Transfer["archive"];
}

/** A question, what it names beside the folder and the app, and what is remembered after a yes. */
interface SyncConsent {
  readonly question: string;
  readonly lines: readonly string[];
  readonly agreed?: () => Promise<void>;
}

interface PrepareCall {
  readonly isQuiet: boolean;
  /** What the folder's file has run was agreed to. */
  readonly isAgreed: boolean;
  readonly state: StateMemory;
}

export interface Synced {
  readonly place: TransferPlace;
  readonly isQuiet: boolean;
  /** The paths that were put, and those that were removed. */
  readonly put: readonly string[];
  readonly removed: readonly string[];
  /** Nothing of the folder was left, by choice or by failure. */
  readonly isWhole: boolean;
  readonly outcome: SyncOutcome;
  /** What nobody was asked about and is for the user to decide. */
  readonly undecided: readonly LeftFile[];
}

/** Rejects with a sentence when nothing could be compared, or CancelledError when the user lets go. */
export async function syncFolder(
  argument: unknown,
  policy: SyncPolicy,
  services: TransferServices,
  run: RunWithProgress = withProgress,
): Promise<Synced> {
  requireTrust();
  const given = readPlaceArgument(argument);
  const place = await choosePlace(given, services, policy.questions);
  await requirePermission(place.account.permissions, place.appId, policy.permission, given.isQuiet);
  const isOpen = (vscode.workspace.workspaceFolders ?? []).some(
    ({ uri }) => uri.toString() === place.folder.toString(),
  );
  if (given.isQuiet && !mayGoUnasked(argument) && !(isOpen && isChosenBefore(place))) {
    const { question, lines, agreed } = await policy.consent(place, services.state);
    const app = vscode.l10n.t("{0} in the account {1}", place.appName, place.account.label);
    await confirm(question, [place.folder.fsPath, app, ...lines], policy.questions.goOn);
    await agreed?.();
  }
  const call = { isQuiet: given.isQuiet, isAgreed: mayGoUnasked(argument), state: services.state };
  try {
    // A call of our own code that names the place was decided on.
    const isDecided = mayGoUnasked(argument) && (given.target ?? given.app ?? given.appId) !== undefined;
    const sync = { ...policy, ...(isDecided ? { confirm: undefined } : {}), services, run };
    return await wholeFolderTurn(place, () => syncPlace(place, call, sync));
  } catch (error) {
    if (given.isQuiet || given.app || !(await isGone(error, place))) throw error;
  }
  // The list of apps was older than that: with the new one the user is asked for another app.
  return await syncFolder(place.folder, policy, services, run);
}

/** Whether that is why it failed: its own address knows no such app, and neither does the list that is then read. */
async function isGone(error: unknown, { account: { apps }, appId }: TransferPlace): Promise<boolean> {
  if (!isServiceError(error, "notFound")) return false;
  await apps.refreshApp(appId).catch(() => undefined);
  await apps.refresh();
  return !apps.snapshot.error && !apps.find(appId);
}

type Sync = Omit<SyncPolicy, "confirm"> & {
  readonly confirm?: SyncPolicy["confirm"] | undefined;
  readonly services: TransferServices;
  readonly run: RunWithProgress;
};

async function syncPlace(place: TransferPlace, call: PrepareCall, sync: Sync): Promise<Synced> {
  const { isQuiet } = call;
  const { kind, services, run } = sync;
  const { folder, folderName, accountId, appId, appName } = place;
  await sync.prepare?.(place, call);
  const memory = await loadMemory(place, services);
  const title = vscode.l10n.t("Comparing {0} with {1}", folderName, appName);
  const notes = sync.notes?.(place, services);
  const { input, plan } = await run(title, async ({ signal, report }) => {
    report(vscode.l10n.t("reading the folder"));
    const ahead = new ListAhead(services.files.get(place), memory.files.keys(), services.clock);
    const onFolder = (path: string): void => ahead.expect(normalizeAppPath(path));
    const input = await sync.read(place, services, { signal, onFolder }).finally(() => ahead.stop());
    const onProgress: SyncInput["onProgress"] = ({ folders, compared }) =>
      report(
        compared === 0
          ? vscode.l10n.t("Folders listed: {0}", formatCount(folders))
          : vscode.l10n.t(
              "Folders listed: {0}, files compared: {1}",
              formatCount(folders),
              formatCount(compared),
            ),
      );
    return { input, plan: await sync.plan({ ...input, memory, ahead, onProgress }, isQuiet) };
  });
  const known = async () => [...((await sync.fileNotes?.(place, input)) ?? []), ...((await notes) ?? [])];
  const rows = isQuiet
    ? plan.rows.filter((row) => isTaken(row, kind))
    : await choose(place, plan, known, sync);
  await notes;
  if (isQuiet) await sync.confirm?.(place, rows);
  const header = { kind, accountId, appId, appName, title: { folder: folder.toString() } };
  const transfer = { header, rows, folder: input.folder, memory, archive: sync.archive?.(place, services) };
  const result =
    rows.length === 0
      ? nothing
      : await run(sync.doing(place), (progress) => doTransfer(transfer, services, progress));
  const taken = new Set(rows);
  const isPut = ({ local, remote }: TransferRow): boolean => (kind === "push" ? local : remote) !== undefined;
  const undecided = plan.rows.filter((row) => isQuiet && !taken.has(row) && isUndecided(row, kind));
  return {
    place,
    isQuiet,
    put: donePaths(result.ends, isPut),
    removed: donePaths(result.ends, (row) => !isPut(row)),
    isWhole:
      result.ends.every(({ end }) => end === "done") &&
      plan.rows.every((row) => row.kind === "onlyInTarget" || taken.has(row) || isRarelyMeant(row, kind)),
    outcome: outcomeOf(place, plan, { rows, result, sync }),
    undecided: undecided.filter((row) => !isUnread(row)).map((row) => leftRow(row, kind)),
  };
}

const nothing: TransferEnd = { operationId: undefined, ends: [], failed: [], cancelled: [] };

function outcomeOf(
  { accountId, appId }: TransferPlace,
  plan: TransferPlan,
  { rows, result, sync }: { rows: readonly TransferRow[]; result: TransferEnd; sync: Sync },
): SyncOutcome {
  const taken = new Set(rows);
  const words = wordsFor({ accountId, appId });
  const { operationId, cancelled } = result;
  const untaken = plan.rows.filter((row) => !taken.has(row) && !isUnread(row));
  return {
    accountId,
    appId,
    left: untaken.map((row) => leftRow(row, sync.kind)),
    failed: [...result.failed, ...plan.rows.filter(isUnread).map((row) => failedRow(row, words))],
    cancelled,
    unchanged: plan.unchanged,
    ...(operationId === undefined ? {} : { operationId }),
  };
}

async function choose(
  place: TransferPlace,
  plan: TransferPlan,
  notes: () => Promise<readonly string[]>,
  sync: Sync,
): Promise<readonly TransferRow[]> {
  if (!(await sync.isWorthShowing(place, plan))) return [];
  const agree = async (rows: readonly TransferRow[]): Promise<void> => {
    await sync.confirm?.(place, rows);
    if (sync.archive?.(place, sync.services)) await agreeToSend(rows);
    const removes = sync.kind === "push" && rows.some(({ local }) => local === undefined);
    await requireChangeable(place, { removes }, sync.services);
  };
  return await askPlan(place, plan, { ...sync.words(place), notes: await notes(), agree });
}

/** Says what was done, unless there is nothing to say. */
export async function tellSynced(
  { put, removed, outcome, undecided }: Synced,
  end: Pick<End, "said" | "next">,
  services: TransferServices,
): Promise<void> {
  const { accountId, appId, left: skipped, failed, cancelled, operationId } = outcome;
  const changed = put.length + removed.length;
  if (changed + failed.length + cancelled.length + undecided.length === 0) return;
  await tellEnd({
    ...end,
    ...{ skipped, failed, left: undecided },
    undo: operationId && changed > 0 ? () => undoOperation(operationId, services) : undefined,
    open: (path) => appUri({ accountId, appId, path }),
  });
}
