// Brings files of an app back that were overwritten or deleted within the last day.
import * as vscode from "vscode";
import type { KeptFile } from "../../../appFiles/backups/operation";
import { planRestore } from "../../../appFiles/transfer/plan/planUndo";
import { isPossible } from "../../../appFiles/transfer/plan/transferPlan";
import type { AppKey } from "../../../core/model/appKey";
import { normalizeAppPath } from "../../../core/paths/appPath";
import { appUri } from "../../../editor/appUris";
import { withProgress } from "../../../editor/progress";
import { agreeToRisks, filesText } from "../ask/confirmLoss";
import { leftRow } from "../ask/planText";
import { failedRow } from "../ask/problemText";
import { requireChangeable } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { donePaths, doTransfer, wordsFor } from "../run/doTransfer";
import { tellEnd } from "../run/tellEnd";
import { undoOperation } from "./undo";

/** Paths in the app. */
export interface RestoreOutcome {
  readonly restored: readonly string[];
}

/** The newest of each deleted file, of those at `paths` or of all. Nothing is asked; what would be lost for good is left. */
export async function restoreNewest(
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
export async function restore(
  { accountId, appId }: AppKey,
  chosen: readonly KeptFile[],
  services: TransferServices,
  isQuiet = false,
): Promise<RestoreOutcome> {
  const app = { accountId, appId };
  const account = await requireChangeable(app, { puts: true }, services, isQuiet);
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
  const result = await withProgress(title, (progress) => {
    const header = { kind: "restore", accountId, appId, appName } as const;
    const transfer = { header, rows, folder: undefined, memory: undefined, archive: undefined };
    return doTransfer(transfer, services, progress);
  });
  const restored = donePaths(result.ends, () => true);
  const words = wordsFor(app);
  const blocked = plan.rows
    .filter((row) => !rows.includes(row))
    .map((row) => (isPossible(row) ? leftRow(row, "push") : failedRow(row, words)));
  const failed = [...blocked, ...result.failed];
  const { operationId } = result;
  if (failed.length > 0) {
    void tellEnd({
      said: [vscode.l10n.t("Restored {0} of {1}.", restored.length, filesText(chosen.length))],
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
