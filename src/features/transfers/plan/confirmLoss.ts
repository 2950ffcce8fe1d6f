// Asked when what is ticked would take away what only one side has: a click on "all" must not cost anybody's work.
import { canBeKept, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import { askLoss } from "../../../editor/shown/lossQuestions";
import { confirm } from "../../../editor/shown/questions";

/** Rejects with CancelledError when the user does not want that. */
export async function confirmLoss(question: string, paths: readonly string[], button: string): Promise<void> {
  if (paths.length === 0) return;
  await confirm(question, [{ names: paths }], button);
}

/** What the rows replace and is too large to be kept is gone for good. Rejects as `confirmLoss`. */
export async function confirmUnkept(rows: readonly TransferRow[]): Promise<void> {
  const lost = rows.filter((row) => !canBeKept(row));
  if (!(await askLoss(lost.map(({ path }) => ({ path, why: "tooLarge" }))))) throw new CancelledError();
}
