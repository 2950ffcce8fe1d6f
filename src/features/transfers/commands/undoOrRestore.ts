// Undo or Restore: the operations of the last day, and each file that was overwritten or deleted.
import * as vscode from "vscode";
import type {
  BackupFile,
  ContentFile,
  Operation,
  OperationHeader,
} from "../../../appFiles/backups/operation";
import { undoPlan } from "../../../appFiles/backups/undoPlan";
import { mayBeText } from "../../../appFiles/read/fileReads";
import { planRestore, planUndo } from "../../../appFiles/transfer/plan/planUndo";
import {
  isPossible,
  type TransferPlan,
  type TransferRow,
} from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { nameOf, normalizeAppPath, parentOf } from "../../../core/paths/appPath";
import { formatBytes, formatCount } from "../../../core/text/format";
import { ageText } from "../../../editor/ageText";
import { appUri } from "../../../editor/appUris";
import { appOfArgument, readArgument } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { localDisk } from "../../../editor/localDisk";
import { withProgress } from "../../../editor/progress";
import { createQuickPick } from "../../../editor/safeUi/inputs";
import { endedBy } from "../../../editor/safeUi/messages";
import { orShowError } from "../../../editor/showError";
import { showBackup } from "../ask/backupDocuments";
import { agreeToRisks, confirmUndo, filesText } from "../ask/confirmLoss";
import { operationSize, operationTitle, undoTitle } from "../ask/operationText";
import { pickPlan } from "../ask/planPicker";
import { loadMemory } from "../place/memoryFile";
import { patientTurn } from "../place/placeTurns";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer, type OutcomeOf } from "../run/doTransfer";
import { notifyOutcome, restarting } from "../run/notifyEnd";

interface RestoreOutcome {
  readonly restored: readonly string[];
}

/** With `operationId`, shows that plan at once; with `confirm: true` from our own code, asks nothing. */
export async function undo(
  argument: unknown,
  services: TransferServices,
): Promise<UndoOutcome | RestoreOutcome> {
  requireTrust();
  await services.accounts.load();
  const { operationId, confirm = false } = readArgument(
    { operationId: field.text, confirm: field.consent },
    argument,
  );
  if (operationId === undefined) return await pickLost(appOfArgument(argument), services);
  return await undoIt(await operationOf(operationId, services), confirm && isPreapproved(argument), services);
}

/** As `undo`; with `paths` or `all` from our own code, restores those deleted files without asking. */
export async function restoreDeleted(
  argument: unknown,
  services: TransferServices,
): Promise<UndoOutcome | RestoreOutcome> {
  requireTrust();
  const app = appOfArgument(argument);
  const { all, paths } = readArgument({ all: field.consent, paths: field.texts }, argument);
  if (!app || !isPreapproved(argument) || !(all || paths)) return await undo(app, services);
  await services.accounts.load();
  return await restoreNewest(app, all ? undefined : paths, services);
}

interface LostItem extends vscode.QuickPickItem {
  readonly operation?: Operation;
  readonly file?: BackupFile;
}

async function pickLost(
  app: AppKey | undefined,
  services: TransferServices,
): Promise<UndoOutcome | RestoreOutcome> {
  const operations = (await services.backups.operations(app)).filter(canBeUndone);
  const files = (await services.backups.list(app)).filter(({ side }) => side === "app");
  if (operations.length + files.length === 0) {
    await requireReadable(services, app);
    throw endedBy(
      vscode.l10n.t(
        "There's nothing to undo or restore. No files were moved, replaced, or deleted in the last day.",
      ),
    );
  }
  const { operation, file } = await pick(
    [
      ...headed(vscode.l10n.t("Undo"), operations.map(operationItem)),
      ...headed(
        vscode.l10n.t("Restore One File"),
        files.map((file) => fileItem(file, app === undefined, services)),
      ),
    ],
    services,
  );
  if (operation) return await undoIt(operation, false, services);
  if (file) return await restore(file, [file], services);
  throw new CancelledError();
}

async function requireReadable({ backups }: TransferServices, app?: AppKey): Promise<void> {
  await backups.requireReadable(app).catch((cause: unknown) => {
    const sentence = vscode.l10n.t(
      "Couldn't read all copies of replaced and deleted files on this machine. No app was changed. Check the disk, then try again.",
    );
    throw new Error(sentence, { cause });
  });
}

function headed(label: string, items: readonly LostItem[]): LostItem[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function operationItem(operation: Operation): LostItem {
  return {
    iconPath: new vscode.ThemeIcon("discard"),
    label: operationTitle(operation.header),
    description: operationSize(operation).join(" · "),
    operation,
  };
}

function fileItem(file: BackupFile, namesApp: boolean, { accounts, clock }: TransferServices): LostItem {
  const age = ageText(clock.now() - file.lostAt);
  const isDeleted = file.why === "deleted";
  const what = isDeleted ? vscode.l10n.t("deleted {0}", age) : vscode.l10n.t("overwritten {0}", age);
  const folder = parentOf(file.path).slice(1);
  const appName = namesApp ? accounts.get(file.accountId)?.apps.find(file.appId)?.name : undefined;
  return {
    iconPath: new vscode.ThemeIcon(isDeleted ? "trash" : "history"),
    label: nameOf(file.path),
    description: [folder, what, formatBytes(file.sizeBytes), appName].filter(Boolean).join(" · "),
    buttons: mayBeText(nameOf(file.path), file.sizeBytes)
      ? [{ iconPath: new vscode.ThemeIcon("git-compare"), tooltip: vscode.l10n.t("Show Difference") }]
      : [],
    file,
  };
}

async function pick(items: readonly LostItem[], services: TransferServices): Promise<LostItem> {
  const list = createQuickPick<LostItem>();
  list.title = vscode.l10n.t("Undo or Restore");
  list.placeholder = vscode.l10n.t("Files that are replaced are added to this list");
  list.matchOnDescription = true;
  // Differences open beside the list.
  list.ignoreFocusOut = true;
  list.items = items;
  try {
    return await new Promise<LostItem>((resolve, reject) => {
      list.onDidTriggerItemButton(({ item: { file } }) => {
        if (file) void orShowError(() => showBackup(file, services));
      });
      list.onDidAccept(() => {
        const [picked] = list.activeItems;
        if (picked) resolve(picked);
      });
      list.onDidHide(() => reject(new CancelledError()));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

/** Asks nothing, and replaces nothing. */
async function restoreNewest(
  app: AppKey,
  paths: readonly string[] | undefined,
  services: TransferServices,
): Promise<RestoreOutcome> {
  const wanted = paths && new Set(paths.map(normalizeAppPath));
  const deleted = (await services.backups.list(app)).filter(
    ({ side, why, path }) => side === "app" && why === "deleted" && (!wanted || wanted.has(path)),
  );
  if (deleted.length === 0) await requireReadable(services, app);
  const newest = new Map(deleted.toReversed().map((file) => [file.path, file]));
  return await restore(app, [...newest.values()], services, true);
}

async function restore(
  { accountId, appId }: AppKey,
  chosen: readonly BackupFile[],
  services: TransferServices,
  isQuiet = false,
): Promise<RestoreOutcome> {
  const app = { accountId, appId };
  const account = await requireAccess(app, { puts: true }, services, isQuiet);
  const appName = account.apps.find(appId)?.name ?? appId;
  const title = vscode.l10n.t("Restoring {0}'s files", appName);
  const plan = await withProgress(title, ({ signal }) =>
    planRestore(chosen, {
      app: services.files.get(app),
      folder: undefined,
      readContent: (content) => services.backups.readContent(content),
      signal,
    }),
  );
  if (!isQuiet) requireChanges(plan);
  const isNewer = ({ remote }: TransferRow): boolean => isQuiet && remote !== undefined;
  const reason = { kind: "appearedHere" } as const;
  const all = plan.rows.map((row) => (isNewer(row) ? { ...row, reason } : row));
  const rows = all.filter((row) => isPossible(row) && !isNewer(row));
  if (!isQuiet) await agreeToRisks(rows);
  const kind = "restore";
  const header = { kind, accountId, appId, appName } as const;
  const transfer = { header, plan: { rows: all }, rows, hasFailed: () => true, release: { kind } } as const;
  const { outcome } = await withProgress(title, (progress) => doTransfer(transfer, services, progress));
  const { put: restored, failed } = outcome;
  const done = vscode.l10n.t("Restored {0} of {1}.", restored.length, filesText(chosen.length));
  if (failed.length > 0) void notifyOutcome(outcome, { done });
  const [only, ...more] = restored;
  if (only !== undefined && more.length === 0)
    await vscode.commands.executeCommand("vscode.open", appUri({ accountId, appId, path: only }));
  return { restored };
}

type UndoOutcome = OutcomeOf<"undone">;

/** Rejects when the operation is over a day old, or may be one that cannot be read. */
async function operationOf(id: string, services: TransferServices): Promise<Operation> {
  const found = (await services.backups.operations()).find((each) => each.id === id);
  if (found) return found;
  await requireReadable(services);
  throw new Error(vscode.l10n.t("This operation can no longer be undone. Its files are kept for one day."));
}

function canBeUndone(operation: Operation): boolean {
  if (operation.state === "running") return false;
  const { steps, cannot } = undoPlan(operation);
  return steps.length + cannot.length > 0;
}

/** Quiet: without the plan; files that changed since are left. */
async function undoIt(
  operation: Operation,
  isQuiet: boolean,
  services: TransferServices,
): Promise<UndoOutcome> {
  const { header } = operation;
  const { accountId, appId, appName, kind: from, title } = header;
  const steps = undoPlan(operation);
  const inApp = steps.steps.filter(({ side }) => side === "app");
  if (inApp.length > 0 || steps.cannot.some(({ side }) => side === "app")) {
    const puts = inApp.some(({ wanted }) => wanted.kind === "content");
    const removes = inApp.some(({ wanted }) => wanted.kind === "absent");
    await requireAccess(header, { puts, removes }, services, isQuiet);
  }
  const uri = title?.folder === undefined ? undefined : vscode.Uri.parse(title.folder, true);
  const folder = uri && localDisk(uri);
  const plan = await withProgress(
    vscode.l10n.t("Checking what has changed since then"),
    async ({ signal, report }) => {
      report(operationTitle(header));
      if (uri && steps.steps.some(({ side }) => side === "local")) await requireFolder(uri);
      const app = services.files.get({ accountId, appId });
      const readContent = (content: ContentFile) => services.backups.readContent(content);
      return await planUndo(steps, { app, folder, readContent, signal });
    },
  );
  const rows = isQuiet ? plan.rows.filter(({ isChosen }) => isChosen) : await choose(operation, plan);
  const undoing: OperationHeader = {
    ...{ kind: "undo", accountId, appId, appName },
    title: { from, ...(title?.folder === undefined ? {} : { folder: title.folder }) },
  };
  const place = uri && { folder: uri, accountId, appId };
  const { outcome } = await withProgress(
    vscode.l10n.t("Undoing: {0}", operationTitle(header)),
    async (progress) => {
      const undoNow = async () => {
        const memory = place && (await loadMemory(place, services));
        const undo = { header: undoing, plan, rows, folder, memory, hasFailed: () => false };
        return await doTransfer({ ...undo, release: { kind: "undo" } }, services, progress);
      };
      return await (place ? patientTurn(place, undoNow) : undoNow());
    },
  );
  const { put, removed, ...others } = outcome;
  const undone = { ...others, removed, undone: [...put, ...removed].sort() };
  void notifyUndone(operation, rows, undone, services);
  return undone;
}

/** In an unreadable folder every file would count as deleted, and files would be written into a moved folder. */
async function requireFolder(uri: vscode.Uri): Promise<void> {
  try {
    await localDisk(uri).list("");
  } catch (error) {
    throw new Error(
      vscode.l10n.t(
        "Couldn't read the folder {0}. Nothing was undone. Make sure that it's there and can be read, then try again.",
        uri.fsPath,
      ),
      { cause: error },
    );
  }
}

function requireChanges({ rows }: TransferPlan): void {
  if (rows.length > 0) return;
  throw endedBy(vscode.l10n.t("Everything is already as it was before."));
}

async function choose(operation: Operation, plan: TransferPlan): Promise<readonly TransferRow[]> {
  requireChanges(plan);
  const { appId, appName = appId } = operation.header;
  return await pickPlan(operation.header, plan, {
    voice: "undo",
    title: undoTitle(operation),
    agree: async (chosen) => {
      const isInApp = chosen.some(({ direction }) => direction === "toApp");
      const place = isInApp
        ? vscode.l10n.t("the app {0}", appName)
        : vscode.l10n.t("the folder {0}", folderNameIn(operation.header));
      await confirmUndo(chosen, place);
    },
  });
}

function folderNameIn({ title }: OperationHeader): string {
  return nameOf(vscode.Uri.parse(title?.folder ?? "").path);
}

async function notifyUndone(
  { header }: Operation,
  rows: readonly TransferRow[],
  { undone, ...outcome }: UndoOutcome,
  { accounts }: TransferServices,
): Promise<void> {
  const { accountId, appId, kind } = header;
  if (undone.length + outcome.failed.length + outcome.cancelled.length === 0) return;
  const appName = accounts.get(accountId)?.apps.find(appId)?.name ?? header.appName ?? appId;
  const isInApp = rows.some(({ direction }) => direction === "toApp");
  const where = isInApp ? appName : folderNameIn(header);
  const words = {
    done:
      undone.length === 1
        ? vscode.l10n.t("Restored 1 file in {0}.", where)
        : vscode.l10n.t("Restored {0} files in {1}.", formatCount(undone.length), where),
    cancelled: (count: string) => vscode.l10n.t("Canceled: {0} not undone.", count),
  };
  const next =
    isInApp && undone.length > 0 && /^(push|rollback)$/.test(kind) ? restarting(header, appName) : undefined;
  await notifyOutcome({ ...outcome, put: undone }, words, { app: header, next, operationId: undefined });
}
