// What a push and a pull have in common: place, comparison, plan, run.

import * as vscode from "vscode";
import { ListAhead } from "../../../appFiles/transfer/plan/listAhead";
import { type SyncInput, withoutHeldBack } from "../../../appFiles/transfer/plan/readPlans";
import type { TransferPlan, TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { isServiceError } from "../../../core/errors/serviceError";
import { nameOf, normalizeAppPath } from "../../../core/paths/appPath";
import { isLogName } from "../../../core/paths/logFiles";
import { formatCount } from "../../../core/text/format";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { type Progress, withProgress } from "../../../editor/progress";
import type { ReadFolderOptions } from "../../../editor/project/projectFolder";
import { notify, showInformationMessage } from "../../../editor/safeUi/messages";
import { confirm } from "../../../editor/safeUi/questions";
import { askPlan, type PlanWords } from "../ask/askPlan";
import { agreeToSend, filesText } from "../ask/confirmLoss";
import { isTaken, isUndecided, isUnread } from "../ask/planText";
import type { LeftFile } from "../ask/problemText";
import { loadMemory } from "../place/memoryFile";
import { wholeFolderTurn } from "../place/placeTurns";
import type { FolderInput } from "../place/readPlace";
import {
  choosePlace,
  isChosenBefore,
  type PlaceQuestions,
  readPlaceArgument,
  requireAccess,
  type TransferPlace,
} from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer, type PlannedTransfer, quietProgress, type TransferEnd } from "./doTransfer";
import { type EndWords, notifyOutcome, type Offer } from "./notifyEnd";

export type RunWithProgress = typeof withProgress;

export interface SyncPolicy {
  readonly kind: "push" | "pull";
  readonly questions: PlaceQuestions;
  readonly prepare?: (place: TransferPlace, call: Call) => Promise<void>;
  readonly read: (place: TransferPlace, reading: ReadFolderOptions) => Promise<FolderInput>;
  /** `isQuiet`: nothing is asked, and the selected rows are transferred. */
  readonly plan: (input: SyncInput, isQuiet: boolean) => Promise<TransferPlan>;
  /** Asked when an argument names a folder that is not open, or an app that the user has not chosen. */
  readonly consent: (place: TransferPlace) => Promise<Consent>;
  readonly words: (place: TransferPlace) => PlanWords;
  /** Shown above the plan. */
  readonly notes?: (place: TransferPlace) => Promise<readonly string[]>;
  /** Runs beside the comparison. Its notes are shown when they are known. Never rejects. */
  readonly look?: (
    place: TransferPlace,
    input: FolderInput,
    memory: SyncInput["memory"],
  ) => Promise<readonly string[]>;
  readonly doing: (place: TransferPlace) => string;
  /** The last question. Rejects with CancelledError when the user cancels. */
  readonly confirm?: (place: TransferPlace, rows: readonly TransferRow[]) => Promise<void>;
  readonly archive?: (place: TransferPlace) => PlannedTransfer["archive"];
  readonly release?: PlannedTransfer["release"];
  /** One summary follows: no notice says that there is nothing to transfer. */
  readonly isOneOfSeveral?: boolean;
}

/** `lines` follow the folder and the app; `agreed` runs after a yes. */
interface Consent {
  readonly question: string;
  readonly lines: readonly string[];
  readonly agreed?: () => Promise<void>;
}

interface Call {
  readonly isQuiet: boolean;
  /** The task of hosted-app.json was agreed to. */
  readonly isAgreed: boolean;
}

export interface Synced extends Pick<TransferEnd, "outcome"> {
  readonly place: TransferPlace;
  readonly isQuiet: boolean;
  /** Left for the user to decide when nothing may be asked. */
  readonly undecided: readonly LeftFile[];
}

/** Rejects with a sentence when nothing could be compared, or with CancelledError. */
export async function syncFolder(
  argument: unknown,
  policy: SyncPolicy,
  services: TransferServices,
  run: RunWithProgress = withProgress,
): Promise<Synced> {
  requireTrust();
  const given = readPlaceArgument(argument);
  const place = await choosePlace(given, services, policy.questions);
  const access = policy.kind === "push" ? { puts: true } : { reads: true };
  await requireAccess(place, access, services, given.isQuiet);
  const isOpen = (vscode.workspace.workspaceFolders ?? []).some(
    ({ uri }) => uri.toString() === place.folder.toString(),
  );
  if (given.isQuiet && !isPreapproved(argument) && !(isOpen && isChosenBefore(place))) {
    const { question, lines, agreed } = await policy.consent(place);
    const app = vscode.l10n.t("{0} in the account {1}", place.appName, place.account.label);
    await confirm(question, [place.folder.fsPath, app, ...lines], policy.questions.goOn);
    await agreed?.();
  }
  const call = { isQuiet: given.isQuiet, isAgreed: isPreapproved(argument) };
  try {
    return await wholeFolderTurn(place, () => syncPlace(place, call, { ...policy, services, run }));
  } catch (error) {
    if (given.isQuiet || given.app || given.target !== undefined || !(await isGone(error, place)))
      throw error;
  }
  // The list of apps was outdated. With the new one the user is asked for another app.
  return await syncFolder(place.folder, policy, services, run);
}

/** True when neither the app's address nor a fresh list has the app. */
async function isGone(error: unknown, { account: { apps }, appId }: TransferPlace): Promise<boolean> {
  if (!isServiceError(error, "notFound")) return false;
  await apps.refreshApp(appId).catch(() => undefined);
  await apps.refresh();
  return !apps.snapshot.error && !apps.find(appId);
}

interface Sync extends SyncPolicy {
  readonly services: TransferServices;
  readonly run: RunWithProgress;
}

async function syncPlace(place: TransferPlace, call: Call, sync: Sync): Promise<Synced> {
  const { isQuiet } = call;
  const { kind, services, run } = sync;
  const { folder, folderName, accountId, appId, appName } = place;
  await sync.prepare?.(place, call);
  const memory = await loadMemory(place, services);
  const title = vscode.l10n.t("Comparing {0} with {1}", folderName, appName);
  const { input, plan, late } = await run(title, async ({ signal, report }) => {
    report(vscode.l10n.t("reading the folder"));
    const ahead = new ListAhead(services.files.get(place), memory.files.keys(), services.clock);
    const onFolder = (path: string): void => ahead.expect(normalizeAppPath(path));
    const input = await sync.read(place, { signal, onFolder }).finally(() => ahead.stop());
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
    const late = isQuiet ? undefined : sync.look?.(place, input, memory);
    return { late, input, plan: await sync.plan({ ...input, memory, ahead, onProgress }, isQuiet) };
  });
  const agree = async (rows: readonly TransferRow[]): Promise<void> => {
    await sync.confirm?.(place, rows);
    if (isQuiet) return;
    if (sync.archive?.(place)) await agreeToSend(rows);
    const removes = kind === "push" && rows.some(({ local }) => local === undefined);
    await requireAccess(place, { removes }, services);
  };
  let rows = isQuiet ? plan.rows.filter((row) => isTaken(row, kind)) : [];
  if (isQuiet) await agree(rows);
  else if (await isWorthShowing(sync, place, plan)) {
    const notes = await sync.notes?.(place);
    rows = [...(await askPlan(place, plan, { ...sync.words(place), notes, late, agree }))];
  }
  const unsaved = (isQuiet && kind === "push" ? input.local : [])
    .filter(({ path }) => input.folder.isUnsaved(path))
    .map(({ path }) => ({ path: `/${path}`, reason: vscode.l10n.t("has unsaved changes") }));
  const header = { kind, accountId, appId, appName, title: { folder: folder.toString() } };
  const archive = sync.archive?.(place);
  // The plan may have been open for hours.
  const present = kind === "push" ? await withoutHeldBack(rows, input) : rows;
  const returned = new Set(rows.filter((row) => !present.includes(row)));
  const hasFailed = (row: TransferRow): boolean => isUnread(row) || row.reason?.kind === "changedHere";
  const changedHere = { kind: "changedHere" } as const;
  const done = plan.rows.map((row) => (returned.has(row) ? { ...row, reason: changedHere } : row));
  const transfer = {
    ...{ header, plan: { ...plan, rows: done }, rows: present },
    ...{ folder: input.folder, memory, archive, hasFailed, release: sync.release },
  };
  const doIt = async (progress: Progress) => await doTransfer(transfer, services, progress);
  const end = rows.length === 0 ? await doIt(quietProgress) : await run(sync.doing(place), doIt);
  const outcome = { ...end.outcome, left: [...end.outcome.left, ...unsaved] };
  const open = new Set(
    [...plan.rows.filter((row) => isUndecided(row, kind)), ...unsaved].map(({ path }) => path),
  );
  const undecided = isQuiet ? outcome.left.filter(({ path }) => open.has(path)) : [];
  return { outcome, place, isQuiet, undecided };
}

/** False when there is nothing to choose. A push shows files that only the app has on demand. */
async function isWorthShowing(
  { kind, isOneOfSeveral }: SyncPolicy,
  { appName, folderName }: TransferPlace,
  { rows, unchanged }: TransferPlan,
): Promise<boolean> {
  if (rows.some((row) => kind === "pull" || row.kind !== "onlyInTarget")) return true;
  if (isOneOfSeveral) return false;
  const names = kind === "push" ? [appName, folderName] : [folderName, appName];
  const same = vscode.l10n.t("{0} is up to date with {1} ({2}).", ...names, filesText(unchanged));
  if (rows.length === 0) {
    void notify("information", same);
    return false;
  }
  const show = vscode.l10n.t("Show Files");
  const own = vscode.l10n.t("Only in the app: {0}.", formatCount(rows.length));
  return (await showInformationMessage(`${same} ${own}`, show)) === show;
}

export async function notifySynced(
  { place, outcome, undecided }: Synced,
  words: EndWords,
  next?: Offer,
): Promise<void> {
  const { put, removed, failed, cancelled } = outcome;
  if (put.length + removed.length + failed.length + cancelled.length + undecided.length === 0) return;
  // Apps write their own logs: these would be named after each push and pull.
  const left = outcome.left.filter(({ path }) => !isLogName(nameOf(path)));
  await notifyOutcome({ ...outcome, left }, words, { next, left: undecided, app: place });
}
