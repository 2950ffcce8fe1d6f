// The question before a pull or download writes files that act in an editor.
import * as vscode from "vscode";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { actsInEditor } from "../../../core/paths/editorFiles";
import { confirm, mostMustShow } from "../../../editor/safeUi/questions";

/** Names all such files that fit. Rejects with CancelledError when the user cancels. */
export async function agreeToActing(
  rows: readonly TransferRow[],
  { appName, target }: { readonly appName: string; readonly target: vscode.Uri },
): Promise<void> {
  // Short Windows names in the folder's own path, such as RUNNER~1, are harmless.
  const above = target.path.replaceAll(/\/[^/]*~\d[^/]*/g, "");
  const names = rows
    .filter(({ direction, kind }) => direction === "toLocal" && kind !== "deleted")
    .map(({ localPath }) => localPath)
    .filter((localPath) => actsInEditor(`${above}/${localPath}`));
  if (names.length === 0) return;
  await confirm(
    vscode.l10n.t("Write files from {0} that change how an editor works?", appName),
    [
      vscode.l10n.t("Into {0}", target.fsPath),
      vscode.l10n.t(
        "Where their folder is opened, these files change how an editor works or what its agents do. They may contain tasks that run programs on this machine. Write them only if you trust the people who wrote them.",
      ),
      { names, mustShow: Math.min(names.length, mostMustShow) },
    ],
    vscode.l10n.t("Write"),
  );
}
