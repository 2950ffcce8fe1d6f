// Finishes a move, a copy or a deletion that a closed window cut off, in its own log: undone later, it is undone as one.
import * as vscode from "vscode";
import type { Operation } from "../../appFiles/backups/operation";
import { finishCopy, finishRemoval } from "../../appFiles/finishCutOff";
import type { CopyDialog } from "../../appFiles/moves";
import { nameOf } from "../../core/paths/appPath";
import { requireTrust } from "../../editor/arguments/consent";
import { withProgress } from "../../editor/progress";
import { requireChangeable } from "./folders/transferPlace";
import type { TransferServices } from "./transferServices";

/** Rejects with what is in the way; then it can still be undone. */
export async function finishOperation(operation: Operation, services: TransferServices): Promise<void> {
  requireTrust();
  const { accountId, appId, kind } = operation.header;
  await services.accounts.load();
  const changes = { puts: kind !== "delete", removes: kind !== "copy" };
  await requireChangeable({ accountId, appId }, changes, services);
  const log = await services.kept.reopen(operation.id);
  if (!log)
    throw new Error(vscode.l10n.t("This operation can no longer be undone. Its files are kept for one day."));
  const app = services.files.get({ accountId, appId });
  if (kind === "delete") await finishRemoval(app, operation, log);
  else await finishCopy(app, operation, { log, dialog });
}

/** It was agreed to before. */
const dialog: CopyDialog = {
  confirm: async () => true,
  withProgress: async ({ from, isMove }, work) =>
    await withProgress(
      isMove ? vscode.l10n.t("Renaming {0}", nameOf(from)) : vscode.l10n.t("Copying {0}", nameOf(from)),
      ({ signal, report }) =>
        work({
          signal,
          report: ({ files, of, path }) => report(`${files + 1}/${of} ${nameOf(path)}`, files / of),
        }),
    ),
};
