// Undo of an operation of the last day, plan first: what it overwrote and deleted comes back, what it made goes.

import * as vscode from "vscode";
import type { ContentFile, Operation, OperationHeader } from "../../../appFiles/backups/operation";
import { undoPlan } from "../../../appFiles/backups/undoPlan";
import { planUndo } from "../../../appFiles/transfer/plan/planUndo";
import type { SyncMemory } from "../../../appFiles/transfer/plan/syncMemory";
import type { TransferPlan, TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { servicePace } from "../../../appFiles/transfer/runProgress";
import { CancelledError } from "../../../core/errors/cancelledError";
import { nameOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { appUri } from "../../../editor/appUris";
import { runCommand } from "../../../editor/commands/commands";
import { requireTrust } from "../../../editor/commands/consent";
import { localDisk } from "../../../editor/localDisk";
import { withProgress } from "../../../editor/progress";
import { showInformationMessage } from "../../../editor/shown/messages";
import { confirmLoss } from "../ask/confirmLoss";
import { operationTitle, undoTitle } from "../ask/operationText";
import { pickPlan } from "../ask/planPicker";
import { choiceText, leftRow, planGroups } from "../ask/planText";
import { failedRow, type LeftFile } from "../ask/problemText";
import { loadMemory } from "../place/memoryFile";
import { requireChangeable } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { donePaths, doTransfer, type TransferEnd, wordsFor } from "../run/doTransfer";
import { tellEnd } from "../run/tellEnd";

/** What became of each file; local ones are named by their path in the folder. */
export interface UndoOutcome {
  readonly undone: readonly string[];
  /** Changed since, or not kept. */
  readonly left: readonly LeftFile[];
  readonly failed: readonly LeftFile[];
  readonly cancelled: readonly string[];
  readonly operationId?: string;
}

/** Undoes one, plan first. */
export async function undoOperation(operationId: string, services: TransferServices): Promise<UndoOutcome> {
  requireTrust();
  return await undoIt(await operationOf(operationId, services), false, services);
}

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
  const { accountId, appId, title } = header;
  const steps = undoPlan(operation);
  const inApp = steps.steps.filter(({ side }) => side === "app");
  if (inApp.length > 0 || steps.cannot.some(({ side }) => side === "app")) {
    const puts = inApp.some(({ wanted }) => wanted.kind === "content");
    const removes = inApp.some(({ wanted }) => wanted.kind === "absent");
    await requireChangeable(header, { puts, removes }, services, isQuiet);
  }
  const uri = title?.folder === undefined ? undefined : vscode.Uri.parse(title.folder, true);
  const folder = uri && localDisk(uri);
  const plan = await withProgress(
    vscode.l10n.t("Checking what has changed since then"),
    async ({ signal, report }) => {
      report(operationTitle(header));
      if (steps.steps.some(({ side }) => side === "local")) await requireFolder(folder, uri);
      const app = services.files.get({ accountId, appId });
      const readContent = (content: ContentFile) => services.kept.readContent(content);
      return await planUndo(steps, { app, folder, readContent, signal });
    },
  );
  const chosen = isQuiet ? plan.rows.filter(({ isChosen }) => isChosen) : await choose(operation, plan);
  const memory = uri && (await loadMemory({ folder: uri, accountId, appId }, services));
  const result = await run(operation, { chosen, folder, memory }, services);
  const outcome = outcomeOf(operation, plan, { chosen, result });
  void tell(operation, chosen, outcome, services);
  return outcome;
}

/** In a folder that cannot be read all would count as deleted, and files would be written to a folder that has moved. */
async function requireFolder(
  folder: ReturnType<typeof localDisk> | undefined,
  uri: vscode.Uri | undefined,
): Promise<void> {
  try {
    await folder?.list("");
  } catch (error) {
    throw new Error(
      vscode.l10n.t(
        "Couldn't read the folder {0}. Nothing was undone. Make sure that it's there and can be read, then try again.",
        uri?.fsPath ?? "",
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
  const { accountId, appId, appName = appId } = operation.header;
  return await pickPlan<TransferRow>({
    title: undoTitle(operation),
    placeholder: (rows) => choiceText(rows, plan.unchanged, servicePace.uploadEveryMs),
    groups: planGroups(plan.rows, "undo"),
    compare: async ({ path, remote }) => {
      if (remote) await vscode.commands.executeCommand("vscode.open", appUri({ accountId, appId, path }));
    },
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

async function run(
  { header }: Operation,
  {
    chosen,
    folder,
    memory,
  }: {
    chosen: readonly TransferRow[];
    folder: ReturnType<typeof localDisk> | undefined;
    memory: SyncMemory | undefined;
  },
  services: TransferServices,
): Promise<TransferEnd> {
  const { accountId, appId, appName, title } = header;
  const folderTitle = title?.folder === undefined ? {} : { folder: title.folder };
  const undoing: OperationHeader = {
    kind: "undo",
    accountId,
    appId,
    appName,
    title: { from: header.kind, ...folderTitle },
  };
  const transfer = { header: undoing, rows: chosen, folder, memory, archive: undefined };
  return await withProgress(vscode.l10n.t("Undoing: {0}", operationTitle(header)), (progress) =>
    doTransfer(transfer, services, progress),
  );
}

function outcomeOf(
  { header }: Operation,
  plan: TransferPlan,
  { chosen, result }: { readonly chosen: readonly TransferRow[]; readonly result: TransferEnd },
): UndoOutcome {
  const taken = new Set(chosen);
  const words = wordsFor(header);
  const { operationId } = result;
  return {
    undone: donePaths(result.ends, () => true),
    left: plan.rows
      .filter((row) => !taken.has(row))
      .map((row) => (row.kind === "blocked" ? failedRow(row, words) : leftRow(row, "undo"))),
    failed: result.failed,
    cancelled: result.cancelled,
    ...(operationId === undefined ? {} : { operationId }),
  };
}

async function tell(
  { header }: Operation,
  chosen: readonly TransferRow[],
  { undone, left, failed, cancelled }: UndoOutcome,
  services: TransferServices,
): Promise<void> {
  const { accountId, appId } = header;
  if (undone.length + failed.length + cancelled.length === 0) return;
  const appName = services.accounts.get(accountId)?.apps.find(appId)?.name ?? header.appName ?? appId;
  const isInApp = chosen.some(({ direction }) => direction === "toApp");
  const where = isInApp ? appName : folderNameIn(header);
  const said = [
    undone.length === 1
      ? vscode.l10n.t("Restored 1 file in {0}.", where)
      : vscode.l10n.t("Restored {0} files in {1}.", formatCount(undone.length), where),
  ];
  if (cancelled.length > 0)
    said.push(vscode.l10n.t("Canceled: {0} not undone.", formatCount(cancelled.length)));
  await tellEnd({
    ...{ said, skipped: left, failed },
    next:
      isInApp && undone.length > 0 && header.kind === "push"
        ? {
            button: vscode.l10n.t("Restart {0}", appName),
            run: async () => await runCommand("app.restart", { accountId, appId }),
          }
        : undefined,
    open: (path) => appUri({ accountId, appId, path }),
  });
}
