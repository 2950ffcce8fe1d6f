// What is said when many files have been transferred: one message, and on demand a list of those that failed.
import * as vscode from "vscode";
import { nameOf } from "../../../core/appPath";
import { isCancellation, showError } from "../../../editor/showError";
import type { FailedTransfer } from "./problemSentence";

/** What there is to say. */
export interface End {
  /** What was done, in sentences. */
  readonly said: readonly string[];
  readonly failed: readonly FailedTransfer[];
  /** Tries again those for which that can help. */
  readonly retry?: (() => Promise<unknown>) | undefined;
  /** One more thing that one does next. */
  readonly next?: { readonly button: string; readonly run: () => Thenable<unknown> } | undefined;
}

/** Tells it; resolves when the user has answered, which may be never. */
export async function tellEnd({ said, failed, retry, next }: End): Promise<void> {
  const show = vscode.l10n.t("Show");
  const again = vscode.l10n.t("Retry");
  const text = [...said, ...failedSentence(failed)].join(" ");
  const buttons = [
    ...(failed.length > 0 ? [show] : []),
    ...(retry ? [again] : []),
    ...(next ? [next.button] : []),
  ];
  const answer =
    failed.length > 0
      ? await vscode.window.showWarningMessage(text, ...buttons)
      : await vscode.window.showInformationMessage(text, ...buttons);
  if (answer === undefined) return;
  try {
    if (answer === show) await showFailures(failed);
    else if (answer === again) await retry?.();
    else await next?.run();
  } catch (error) {
    if (!isCancellation(error)) await showError(error);
  }
}

function failedSentence(failed: readonly FailedTransfer[]): string[] {
  const [first] = failed;
  if (!first) return [];
  return [
    failed.length === 1
      ? vscode.l10n.t("{0} failed: {1}", nameOf(first.path), first.reason)
      : vscode.l10n.t(
          "{0} failed, the first of them {1}: {2}",
          failed.length,
          nameOf(first.path),
          first.reason,
        ),
  ];
}

async function showFailures(failed: readonly FailedTransfer[]): Promise<void> {
  await vscode.window.showQuickPick(
    failed.map(({ path, reason }) => ({ label: path, detail: reason })),
    {
      title: vscode.l10n.t("Files that were not transferred"),
      placeHolder: vscode.l10n.t("Each with its reason; type to look for a name"),
      matchOnDetail: true,
    },
  );
}
