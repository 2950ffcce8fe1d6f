// Says when files that the Explorer already shows as deleted could not be deleted after all: they are shown again.
import * as vscode from "vscode";
import { isFileProblem } from "../../../core/errors/fileProblem";
import { nameOf } from "../../../core/paths/appPath";
import { appUri } from "../../../editor/appUris";
import { runCommand } from "../../../editor/commands/commands";
import { deletionSentence } from "../../../editor/fileErrors";
import { showErrorMessage } from "../../../editor/shown/messages";
import type { Mounts } from "../mount/mounts";

/** Tells until it is disposed of. */
export function deletionFailedNotice(mounts: Mounts): { dispose(): void } {
  return mounts.onDidFailToDelete(({ key, left, gone }) => {
    const partly = left.find(({ error }) => isFileProblem(error, "partlyDeleted"));
    const first = partly ?? left[0];
    if (!first) return;
    const uri = appUri({ ...key, path: first.path });
    const because = deletionSentence(first.error, uri, gone);
    const show = vscode.l10n.t("Show in Explorer");
    const text =
      left.length === 1
        ? vscode.l10n.t("Couldn't delete \"{0}\". It's shown again. {1}", nameOf(first.path), because)
        : vscode.l10n.t(
            "Couldn't delete {0} files, including \"{1}\". They're shown again. {2}",
            left.length,
            nameOf(first.path),
            because,
          );
    const undo = vscode.l10n.t("Undo or Restore");
    const buttons = [show, ...(partly || gone.length > 0 ? [undo] : [])];
    void showErrorMessage(text, ...buttons).then(async (answer) => {
      if (answer === undo) await runCommand("files.undo", key);
      if (answer === show) await vscode.commands.executeCommand("revealInExplorer", uri);
    });
  });
}
