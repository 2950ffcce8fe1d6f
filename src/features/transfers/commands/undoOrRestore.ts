// Undo or Restore: what was done within the last day, and below it each file that was overwritten or deleted.
import * as vscode from "vscode";
import type { KeptFile, Operation } from "../../../appFiles/backups/operation";
import { mayBeText } from "../../../appFiles/read/fileReads";
import { planRestore } from "../../../appFiles/transfer/plan/planUndo";
import { isPossible } from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { nameOf, normalizeAppPath, parentOf } from "../../../core/paths/appPath";
import { formatBytes } from "../../../core/text/format";
import { ageText } from "../../../editor/ageText";
import { appUri } from "../../../editor/appUris";
import { appOfArgument, readArgument } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { withProgress } from "../../../editor/progress";
import { createQuickPick } from "../../../editor/safeUi/inputs";
import { showInformationMessage } from "../../../editor/safeUi/messages";
import { agreeToRisks, filesText } from "../ask/confirmLoss";
import { showKept } from "../ask/keptDocuments";
import { operationSize, operationTitle } from "../ask/operationText";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer } from "../run/doTransfer";
import { tellOutcome } from "../run/tellEnd";
import { canBeUndone, operationOf, type UndoOutcome, undoIt } from "./undo";

/** Paths in the app. */
interface RestoreOutcome {
  readonly restored: readonly string[];
}

/**
 * The command. It asks what is to be undone or restored. With an object of `operationId` it asks only for the plan, and
 * with `confirm: true` in the argument of our own code nothing: what changed since is then left.
 */
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

/** The same list; with `paths` or `all` in the argument of our own code those deleted files are restored at once. */
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
  readonly file?: KeptFile;
}

async function pickLost(
  app: AppKey | undefined,
  services: TransferServices,
): Promise<UndoOutcome | RestoreOutcome> {
  const operations = (await services.kept.operations(app)).filter(canBeUndone);
  const files = (await services.kept.list(app)).filter(({ side }) => side === "app");
  if (operations.length + files.length === 0) {
    void showInformationMessage(
      vscode.l10n.t(
        "There's nothing to undo or restore. No files were moved, replaced, or deleted in the last day.",
      ),
    );
    throw new CancelledError();
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

function fileItem(file: KeptFile, namesApp: boolean, { accounts, clock }: TransferServices): LostItem {
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

/** Rejects with CancelledError when the user picks nothing. */
async function pick(items: readonly LostItem[], services: TransferServices): Promise<LostItem> {
  const list = createQuickPick<LostItem>();
  list.title = vscode.l10n.t("Undo or Restore");
  list.placeholder = vscode.l10n.t("Files that are replaced are added to this list");
  list.matchOnDescription = true;
  // Differences open beside it.
  list.ignoreFocusOut = true;
  list.items = items;
  try {
    return await new Promise<LostItem>((resolve, reject) => {
      list.onDidTriggerItemButton(({ item: { file } }) => {
        if (file) showKept(file, services).catch(reject);
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

/** The newest of each deleted file, of those at `paths` or of all. Nothing is asked; what would be lost for good is left. */
async function restoreNewest(
  app: AppKey,
  paths: readonly string[] | undefined,
  services: TransferServices,
): Promise<RestoreOutcome> {
  const wanted = paths && new Set(paths.map(normalizeAppPath));
  const deleted = (await services.kept.list(app)).filter(
    ({ side, why, path }) => side === "app" && why === "deleted" && (!wanted || wanted.has(path)),
  );
  return await restore(app, withoutOlder(deleted), services, true);
}

/** Brings files of one app back. */
async function restore(
  { accountId, appId }: AppKey,
  chosen: readonly KeptFile[],
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
      readContent: (content) => services.kept.readContent(content),
      signal,
    }),
  );
  const rows = plan.rows.filter((row) => isPossible(row) && (!isQuiet || row.isChosen));
  if (!isQuiet) await agreeToRisks(rows);
  const header = { kind: "restore", accountId, appId, appName } as const;
  const { outcome } = await withProgress(title, (progress) =>
    doTransfer({ header, plan, rows, hasFailed: () => true }, services, progress),
  );
  const { put: restored, failed } = outcome;
  const done = vscode.l10n.t("Restored {0} of {1}.", restored.length, filesText(chosen.length));
  if (failed.length > 0) void tellOutcome(outcome, { done });
  const [only, ...more] = restored;
  if (only !== undefined && more.length === 0)
    await vscode.commands.executeCommand("vscode.open", appUri({ accountId, appId, path: only }));
  return { restored };
}

/** Of several versions of a file the newest comes back. */
function withoutOlder(newestFirst: readonly KeptFile[]): KeptFile[] {
  return newestFirst.filter(
    (file, index) => newestFirst.findIndex(({ path }) => path === file.path) === index,
  );
}
