// Says when files that the Explorer already shows as deleted could not be deleted after all: they are shown again.
import * as vscode from "vscode";
import { nameOf } from "../../../core/paths/appPath";
import { appUri } from "../../../editor/appUris";
import { sentenceFor } from "../../../editor/errorSentences";
import { showErrorMessage } from "../../../editor/shown/messages";
import { toFileSystemError } from "../mount/fileErrors";
import type { Mounts } from "../mount/mounts";

/** Tells until it is disposed of. */
export function deletionFailedNotice(mounts: Mounts): { dispose(): void } {
  return mounts.onDidFailToDelete(({ key, left }) => {
    const [first] = left;
    if (!first) return;
    const uri = appUri({ ...key, path: first.path });
    const because = sentenceFor(toFileSystemError(first.error, uri));
    const show = vscode.l10n.t("Show in Explorer");
    const text =
      left.length === 1
        ? vscode.l10n.t("“{0}” could not be deleted and is shown again. {1}", nameOf(first.path), because)
        : vscode.l10n.t(
            "{0} files could not be deleted and are shown again, including “{1}”. {2}",
            left.length,
            nameOf(first.path),
            because,
          );
    void showErrorMessage(text, show).then(async (answer) => {
      if (answer === show) await vscode.commands.executeCommand("revealInExplorer", uri);
    });
  });
}
