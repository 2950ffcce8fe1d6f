// Asked when what is ticked would take away what only one side has: a click on "all" must not cost anybody's work.
import { canBeKept, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import { askAlike, askLoss } from "../../../editor/shown/lossQuestions";
import { confirm } from "../../../editor/shown/questions";

/** Rejects with CancelledError when the user does not want that. */
export async function confirmLoss(question: string, paths: readonly string[], button: string): Promise<void> {
  if (paths.length === 0) return;
  await confirm(question, [{ names: paths }], button);
}

/** Asked about what no plan chooses by itself. Rejects as `confirmLoss`. */
export async function agreeToRisks(rows: readonly TransferRow[]): Promise<void> {
  const lost = rows.filter((row) => !canBeKept(row)).map(({ path }) => ({ path, why: "tooLarge" as const }));
  const alike = rows.flatMap(({ path, reason }) =>
    reason?.kind === "alikeInApp" ? [{ path, alike: reason.alike }] : [],
  );
  if (!(await askLoss(lost)) || !(await askAlike(alike))) throw new CancelledError();
}
