// What is said when a push or a pull is over: one message, and on demand a list of those that failed.
import * as vscode from "vscode";
import { nameOf } from "../../core/appPath";
import { isCancellation, showError } from "../../editor/showError";
import type { LeftFile } from "./pushText";

export interface SyncEnd {
  /** What was done, in sentences. */
  readonly said: readonly string[];
  readonly failed: readonly LeftFile[];
  /** What one does next. */
  readonly next?: { readonly button: string; readonly run: () => Promise<unknown> } | undefined;
  /** Where a file that failed can be looked at. */
  readonly open: (path: string) => vscode.Uri;
}

/** Tells it; resolves when the user has answered, which may be never. */
export async function tellSyncEnd({ said, failed, next, open }: SyncEnd): Promise<void> {
  const show = vscode.l10n.t("Show");
  const [first] = failed;
  const failure = !first
    ? []
    : failed.length === 1
      ? [vscode.l10n.t("{0} was left: {1}", nameOf(first.path), first.reason)]
      : [
          vscode.l10n.t(
            "{0} failed, the first of them {1}: {2}",
            failed.length,
            nameOf(first.path),
            first.reason,
          ),
        ];
  const text = [...said, ...failure].join(" ");
  const buttons = [...(first ? [show] : []), ...(next ? [next.button] : [])];
  const answer = first
    ? await vscode.window.showWarningMessage(text, ...buttons)
    : await vscode.window.showInformationMessage(text, ...buttons);
  if (answer === undefined) return;
  try {
    if (answer === show) await showFailures(failed, open);
    else await next?.run();
  } catch (error) {
    if (!isCancellation(error)) await showError(error);
  }
}

async function showFailures(failed: readonly LeftFile[], open: SyncEnd["open"]): Promise<void> {
  const picked = await vscode.window.showQuickPick(
    failed.map(({ path, reason }) => ({ label: path, detail: reason })),
    { title: vscode.l10n.t("Files that stayed as they were"), matchOnDetail: true },
  );
  if (picked) await vscode.commands.executeCommand("vscode.open", open(picked.label));
}
