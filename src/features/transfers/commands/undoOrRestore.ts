// Undo or Restore: what was done within the last day, and below it each file that was overwritten or deleted.
import * as vscode from "vscode";
import type { KeptFile, Operation } from "../../../appFiles/backups/operation";
import { mayBeText } from "../../../appFiles/read/fileReads";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { field } from "../../../core/outside/reading";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import { formatBytes } from "../../../core/text/format";
import { ageText } from "../../../editor/ageText";
import { appOfArgument, readArgument } from "../../../editor/commands/commandArguments";
import { mayGoUnasked, requireTrust } from "../../../editor/commands/consent";
import { createQuickPick } from "../../../editor/shown/inputs";
import { showInformationMessage } from "../../../editor/shown/messages";
import { showKept } from "../ask/keptDocuments";
import { operationSize, operationTitle } from "../ask/operationText";
import type { TransferServices } from "../place/transferServices";
import { type RestoreOutcome, restore, restoreNewest } from "./restore";
import { canBeUndone, operationOf, type UndoOutcome, undoIt } from "./undo";

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
  return await undoIt(await operationOf(operationId, services), confirm && mayGoUnasked(argument), services);
}

/** The same list; with `paths` or `all` in the argument of our own code those deleted files are restored at once. */
export async function restoreDeleted(
  argument: unknown,
  services: TransferServices,
): Promise<UndoOutcome | RestoreOutcome> {
  requireTrust();
  const app = appOfArgument(argument);
  const { all, paths } = readArgument({ all: field.consent, paths: field.texts }, argument);
  if (!app || !mayGoUnasked(argument) || !(all || paths)) return await undo(app, services);
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
