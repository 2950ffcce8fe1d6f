// Restore Deleted or Overwritten File: what was lost of an app within the last day, file by file.
import * as vscode from "vscode";
import type { KeptFile } from "../../appFiles/backups/operation";
import { planRestore } from "../../appFiles/transfer/plan/planUndo";
import { isPossible } from "../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../core/errors/cancelledError";
import { field } from "../../core/outside/reading";
import { nameOf, normalizeAppPath, parentOf } from "../../core/paths/appPath";
import { formatBytes, formatDuration } from "../../core/text/format";
import { appUri } from "../../editor/appUris";
import { readArgument } from "../../editor/arguments/commandArguments";
import { mayGoUnasked, requireTrust } from "../../editor/arguments/consent";
import { chooseMount, type MountChoice } from "../../editor/chooseMount";
import { withProgress } from "../../editor/progress";
import { showQuickPickMany } from "../../editor/shown/inputs";
import { showInformationMessage } from "../../editor/shown/messages";
import { donePaths, doTransfer, wordsFor } from "./doTransfer";
import { requirePermission } from "./folders/transferPlace";
import { agreeToRisks } from "./plan/confirmLoss";
import { failedRow } from "./plan/problemText";
import { tellEnd } from "./plan/tellEnd";
import type { TransferServices } from "./transferServices";
import { undoOperation } from "./undo";

/**
 * The command. With `paths` in the argument of our own code, or `all`, the newest of each of those deleted files is
 * restored and nothing is asked.
 */
export async function restoreDeleted(
  argument: unknown,
  services: TransferServices,
): Promise<{ readonly restored: readonly string[] }> {
  requireTrust();
  await services.accounts.load();
  const title = vscode.l10n.t("Restore files of which app?");
  const app = await chooseMount(argument, title, services.chooseApp);
  const account = services.accounts.get(app.accountId);
  if (account) requirePermission({ account, ...app }, "canEdit");
  const kept = (await services.kept.list(app)).filter(({ side }) => side === "app");
  const { all, paths } = readArgument({ all: field.consent, paths: field.texts }, argument);
  if (!mayGoUnasked(argument)) return await restore(app, await pickKept(kept, services), services);
  if (all) return await restore(app, newestDeleted(kept), services);
  if (paths) {
    const wanted = new Set(paths.map(normalizeAppPath));
    const files = newestDeleted(kept).filter(({ path }) => wanted.has(path));
    return await restore(app, files, services);
  }
  return await restore(app, await pickKept(kept, services), services);
}

function newestDeleted(newestFirst: readonly KeptFile[]): KeptFile[] {
  const newest = new Map<string, KeptFile>();
  for (const file of newestFirst)
    if (file.why === "deleted" && !newest.has(file.path)) newest.set(file.path, file);
  return [...newest.values()];
}

async function pickKept(
  kept: readonly KeptFile[],
  { clock }: TransferServices,
): Promise<readonly KeptFile[]> {
  if (kept.length === 0) {
    void showInformationMessage(
      vscode.l10n.t("No files of this app were deleted or overwritten from this machine in the last day."),
    );
    throw new CancelledError();
  }
  const picked = await showQuickPickMany(
    kept.map((file) => {
      const ago = formatDuration((clock.now() - file.lostAt) / 1000);
      const what =
        file.why === "deleted"
          ? vscode.l10n.t("deleted {0} ago", ago)
          : vscode.l10n.t("overwritten {0} ago", ago);
      return {
        iconPath: new vscode.ThemeIcon(file.why === "deleted" ? "trash" : "history"),
        label: nameOf(file.path),
        description: [parentOf(file.path), what, formatBytes(file.sizeBytes)].join(" · "),
        file,
      };
    }),
    {
      matchOnDescription: true,
      title: vscode.l10n.t("Restore Deleted or Overwritten Files"),
      placeHolder: vscode.l10n.t("If a file with the same name exists now, it is added to this list"),
    },
  );
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map(({ file }) => file);
}

async function restore(
  app: MountChoice,
  chosen: readonly KeptFile[],
  services: TransferServices,
): Promise<{ readonly restored: readonly string[] }> {
  const { accountId, appId, appName } = app;
  const title = vscode.l10n.t("Restoring files of {0}", appName);
  const plan = await withProgress(title, ({ signal }) =>
    planRestore(withoutOlder(chosen), {
      app: services.files.get(app),
      folder: undefined,
      readContent: (content) => services.kept.readContent(content),
      signal,
    }),
  );
  const rows = plan.rows.filter(isPossible);
  await agreeToRisks(rows);
  const result = await withProgress(title, (progress) => {
    const header = { kind: "restore", accountId, appId, appName } as const;
    const transfer = { header, rows, folder: undefined, memory: undefined, archive: undefined };
    return doTransfer(transfer, services, progress);
  });
  const restored = donePaths(result.ends, () => true);
  const words = wordsFor(app, services);
  const blocked = plan.rows.filter((row) => !isPossible(row)).map((row) => failedRow(row, words));
  const failed = [...blocked, ...result.failed];
  const { operationId } = result;
  if (failed.length > 0) {
    void tellEnd({
      said: [vscode.l10n.t("Restored {0} of {1} files.", restored.length, chosen.length)],
      failed,
      undo: operationId && restored.length > 0 ? () => undoOperation(operationId, services) : undefined,
    });
  }
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
