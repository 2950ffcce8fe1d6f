// Undo of an operation of the last day, plan first: what it overwrote and deleted comes back, what it made goes.

import * as vscode from "vscode";
import type { ContentFile, Operation, OperationHeader } from "../../../appFiles/backups/operation";
import { undoPlan } from "../../../appFiles/backups/undoPlan";
import { planUndo } from "../../../appFiles/transfer/plan/planUndo";
import type { TransferPlan, TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import { nameOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { localDisk } from "../../../editor/localDisk";
import { withProgress } from "../../../editor/progress";
import { showInformationMessage } from "../../../editor/safeUi/messages";
import { askRows } from "../ask/askPlan";
import { confirmLoss } from "../ask/confirmLoss";
import { operationTitle, undoTitle } from "../ask/operationText";
import { loadMemory } from "../place/memoryFile";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer, type OutcomeOf } from "../run/doTransfer";
import { restarting, tellOutcome } from "../run/tellEnd";

export type UndoOutcome = OutcomeOf<"undone">;

/** Rejects with a sentence when it is a day old. */
export async function operationOf(id: string, { kept }: TransferServices): Promise<Operation> {
  const found = (await kept.operations()).find((each) => each.id === id);
  if (found) return found;
  throw new Error(vscode.l10n.t("This operation can no longer be undone. Its files are kept for one day."));
}

export function canBeUndone(operation: Operation): boolean {
  if (operation.state === "running") return false;
  const { steps, cannot } = undoPlan(operation);
  return steps.length + cannot.length > 0;
}

/** Quiet: without the plan, and what changed since is left. */
export async function undoIt(
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
      const readContent = (content: ContentFile) => services.kept.readContent(content);
      return await planUndo(steps, { app, folder, readContent, signal });
    },
  );
  const rows = isQuiet ? plan.rows.filter(({ isChosen }) => isChosen) : await choose(operation, plan);
  const memory = uri && (await loadMemory({ folder: uri, accountId, appId }, services));
  const undoing: OperationHeader = {
    ...{ kind: "undo", accountId, appId, appName },
    title: { from, ...(title?.folder === undefined ? {} : { folder: title.folder }) },
  };
  const { outcome } = await withProgress(vscode.l10n.t("Undoing: {0}", operationTitle(header)), (progress) =>
    doTransfer({ header: undoing, plan, rows, folder, memory, hasFailed: () => false }, services, progress),
  );
  const { put, removed, ...others } = outcome;
  const undone = { ...others, removed, undone: [...put, ...removed].sort() };
  void tell(operation, rows, undone, services);
  return undone;
}

/** In a folder that cannot be read all would count as deleted, and files would be written to a folder that has moved. */
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

async function choose(operation: Operation, plan: TransferPlan): Promise<readonly TransferRow[]> {
  if (plan.rows.length === 0) {
    void showInformationMessage(vscode.l10n.t("Everything is already as it was before."));
    throw new CancelledError();
  }
  const { appId, appName = appId } = operation.header;
  return await askRows(operation.header, plan, {
    voice: "undo",
    title: undoTitle(operation),
    agree: async (chosen) => {
      const isInApp = chosen.some(({ direction }) => direction === "toApp");
      await confirmLoss(
        chosen.filter(({ kind }) => kind === "changedOnBoth"),
        {
          place: isInApp
            ? vscode.l10n.t("the app {0}", appName)
            : vscode.l10n.t("the folder {0}", folderNameIn(operation.header)),
          why: vscode.l10n.t("They have changed since then."),
        },
      );
    },
  });
}

function folderNameIn({ title }: OperationHeader): string {
  return nameOf(vscode.Uri.parse(title?.folder ?? "").path);
}

async function tell(
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
  const next = isInApp && undone.length > 0 && kind === "push" ? restarting(header, appName) : undefined;
  await tellOutcome({ ...outcome, put: undone }, words, { app: header, next, operationId: undefined });
}
