// Asked when what is ticked would take away what only one side has: a click on "all" must not cost anybody's work.

import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { formatCount } from "../../../core/text/format";
import { showWarningMessage } from "../../../editor/shown/messages";

const namesShown = 8;

/** Rejects with CancelledError when the user does not want that. */
export async function confirmLoss(question: string, paths: readonly string[], button: string): Promise<void> {
  if (paths.length === 0) return;
  const names = paths.slice(0, namesShown);
  const more = paths.length - names.length;
  const detail = [...names, ...(more > 0 ? [vscode.l10n.t("and {0} more", formatCount(more))] : [])];
  const answer = await showWarningMessage(question, { modal: true, detail: detail.join("\n") }, button);
  if (answer !== button) throw new CancelledError();
}
