// Says when a file that was to be replaced is gone without its replacement, and brings it back by one click.
import * as vscode from "vscode";
import { nameOf } from "../../../core/paths/appPath";
import { runCommand } from "../../../editor/commands/commands";
import { tell } from "../../../editor/shown/messages";
import type { Mounts } from "../mount/mounts";

/** Tells until it is disposed of. */
export function replaceFailedNotice(mounts: Mounts): { dispose(): void } {
  return mounts.onDidFailToReplace(({ accountId, appId, path }) => {
    const text = vscode.l10n.t(
      "{0} was deleted so that it could be replaced, but the new file couldn't be uploaded. The previous version is kept on this machine.",
      nameOf(path),
    );
    void tell("warning", text, {
      [vscode.l10n.t("Restore Previous Version")]: () =>
        runCommand("files.restoreDeleted", { accountId, appId, paths: [path] }),
    });
  });
}
