// What is said when files have been moved: one message, and on demand a list of those that were not.
import * as vscode from "vscode";
import { nameOf } from "../../../core/paths/appPath";
import { isCancellation, showError } from "../../../editor/showError";
import { showQuickPick } from "../../../editor/shown/inputs";
import { showInformationMessage, showWarningMessage } from "../../../editor/shown/messages";
import type { LeftFile } from "./problemText";

interface Offer {
  readonly button: string;
  readonly run: () => Thenable<unknown>;
}

/** What there is to say. */
export interface End {
  /** What was done, in sentences. */
  readonly said: readonly string[];
  readonly failed: readonly LeftFile[];
  /** What one does next. */
  readonly next?: Offer | undefined;
  /** Undoes all that was done; absent where nothing was. */
  readonly undo?: (() => Promise<unknown>) | undefined;
  /** Tries again those for which that can help. */
  readonly retry?: (() => Promise<unknown>) | undefined;
  /** Where a file that failed can be looked at. */
  readonly open?: ((path: string) => vscode.Uri) | undefined;
}

/** Tells it; resolves when the user has answered, which may be never. */
export async function tellEnd(end: End): Promise<void> {
  const { said, failed, next, undo, retry } = end;
  const offers: Offer[] = [
    ...(failed.length > 0 ? [{ button: vscode.l10n.t("Show"), run: () => showFailures(end) }] : []),
    ...(retry ? [{ button: vscode.l10n.t("Retry"), run: retry }] : []),
    ...(next ? [next] : []),
    ...(undo && !retry ? [{ button: vscode.l10n.t("Undo"), run: undo }] : []),
  ];
  const text = [...said, ...failedSentence(failed)].join(" ");
  const buttons = offers.map(({ button }) => button);
  const answer =
    failed.length > 0
      ? await showWarningMessage(text, ...buttons)
      : await showInformationMessage(text, ...buttons);
  try {
    await offers.find(({ button }) => button === answer)?.run();
  } catch (error) {
    if (!isCancellation(error)) await showError(error);
  }
}

function failedSentence(failed: readonly LeftFile[]): string[] {
  const [first] = failed;
  if (!first) return [];
  const reason = /[.!?]$/.test(first.reason) ? first.reason : `${first.reason}.`;
  const name = nameOf(first.path) || first.path;
  return [
    failed.length === 1
      ? vscode.l10n.t("{0} failed: {1}", name, reason)
      : vscode.l10n.t("{0} files failed. {1}: {2}", failed.length, name, reason),
  ];
}

async function showFailures({ failed, open }: End): Promise<void> {
  const picked = await showQuickPick(
    failed.map(({ path, reason }) => ({ label: path, detail: reason })),
    {
      title: vscode.l10n.t("Files that weren't transferred"),
      placeHolder: vscode.l10n.t("Type to search by name"),
      matchOnDetail: true,
    },
  );
  if (picked && open) await vscode.commands.executeCommand("vscode.open", open(picked.label));
}
