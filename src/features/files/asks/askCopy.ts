// The question before a folder is copied or moved file by file, and the progress while that goes on.
import * as vscode from "vscode";
import type { CopyDialog, CopyEstimate } from "../../../appFiles/moves";
import { nameOf } from "../../../core/paths/appPath";
import { formatBytes, formatDuration } from "../../../core/text/format";
import { withProgress } from "../../../editor/progress";
import { agrees } from "../../../editor/shown/questions";

/** How the user is asked and told in VS Code. */
export const copyDialog: CopyDialog = {
  async confirm(estimate) {
    const go = estimate.isMove ? vscode.l10n.t("Rename") : vscode.l10n.t("Copy");
    return await agrees(
      titleOf(estimate),
      [
        vscode.l10n.t(
          "The service can't rename or copy, so {0} files ({1}) are copied one by one, which takes about {2}. You can cancel. The original is kept until every copy is verified.",
          estimate.fileCount,
          formatBytes(estimate.totalBytes),
          formatDuration(Math.ceil(estimate.durationMs / 1000)),
        ),
      ],
      go,
    );
  },

  async withProgress(estimate, work) {
    if (estimate.fileCount === 1)
      return await work({ signal: new AbortController().signal, report: () => undefined });
    return await withProgress(progressTitle(estimate), ({ signal, report }) =>
      work({
        signal,
        report: ({ files, of, path }) => {
          const leftMs = (estimate.durationMs / of) * (of - files);
          const left = formatDuration(Math.ceil(leftMs / 1000));
          report(
            vscode.l10n.t("{0} of {1}: {2} (about {3} left)", files + 1, of, nameOf(path), left),
            files / of,
          );
        },
      }),
    );
  },
};

function titleOf({ from, to, isMove }: CopyEstimate): string {
  return isMove
    ? vscode.l10n.t("Rename the folder {0} to {1}?", nameOf(from), to)
    : vscode.l10n.t("Copy the folder {0} to {1}?", nameOf(from), to);
}

function progressTitle({ from, isMove }: CopyEstimate): string {
  return isMove ? vscode.l10n.t("Renaming {0}", nameOf(from)) : vscode.l10n.t("Copying {0}", nameOf(from));
}
