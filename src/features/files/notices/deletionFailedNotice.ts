// Says when files that the Explorer already shows as deleted could not be deleted after all: they are shown again.
import * as vscode from "vscode";
import { isFileProblem } from "../../../core/errors/fileProblem";
import { nameOf } from "../../../core/paths/appPath";
import { appUri } from "../../../editor/appUris";
import { runCommand } from "../../../editor/commands/commands";
import { deletionSentence } from "../../../editor/fileErrors";
import { tell } from "../../../editor/shown/messages";
import type { Mounts } from "../mount/mounts";

/** Tells until it is disposed of. */
export function deletionFailedNotice(mounts: Mounts): { dispose(): void } {
  return mounts.onDidFailToDelete(({ key, left, gone }) => {
    const partly = left.find(({ error }) => isFileProblem(error, "partlyDeleted"));
    const first = partly ?? left[0];
    if (!first) return;
    const uri = appUri({ ...key, path: first.path });
    const because = deletionSentence(first.error, uri, gone);
    const text =
      left.length === 1
        ? vscode.l10n.t("Couldn't delete \"{0}\". It's shown again. {1}", nameOf(first.path), because)
        : vscode.l10n.t(
            "Couldn't delete {0} files, including \"{1}\". They're shown again. {2}",
            left.length,
            nameOf(first.path),
            because,
          );
    const isUndoable = partly || gone.length > 0;
    void tell("error", text, {
      [vscode.l10n.t("Show in Explorer")]: () => vscode.commands.executeCommand("revealInExplorer", uri),
      ...(isUndoable && { [vscode.l10n.t("Undo or Restore")]: () => runCommand("files.undo", key) }),
    });
  });
}
