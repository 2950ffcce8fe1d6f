// Shows that files are being kept before they are deleted, when that takes a while, and lets the user cancel.
import * as vscode from "vscode";
import type { RemoveOptions } from "../../../appFiles/change/remove";
import { nameOf } from "../../../core/paths/appPath";
import { withProgress } from "../../../editor/progress";

/** Runs the deletion with a notification that can be cancelled until the request is sent. */
export async function withKeepProgress<T>(
  [first = "", ...more]: readonly string[],
  work: (options: RemoveOptions) => Promise<T>,
): Promise<T> {
  const title =
    more.length === 0
      ? vscode.l10n.t("Deleting {0}", nameOf(first))
      : vscode.l10n.t("Deleting {0} items", more.length + 1);
  return await withProgress(title, ({ signal, report }) =>
    work({
      signal,
      onKept: (kept, of) => {
        if (of > 1) report(vscode.l10n.t("Saving a copy: {0} of {1}", kept, of), kept / of);
      },
    }),
  );
}
