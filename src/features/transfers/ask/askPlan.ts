// The plan of a push or a pull, with the questions about the selected rows.
import type { RowKind, TransferPlan, TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import type { TransferPlace } from "../place/transferPlace";
import { agreeToActing } from "./agreeToActing";
import { confirmLoss, type LossWords } from "./confirmLoss";
import { type PlanQuestion, pickPlan } from "./planPicker";
import { showAllDifferences, showDifference } from "./showDifference";

/** The question in the words of the command. */
export interface PlanWords extends Omit<PlanQuestion, "compare" | "compareAll"> {
  /** Rows that take from the target what only it has, and the question about them. */
  readonly loses: ReadonlySet<RowKind>;
  readonly loss: LossWords;
}

export async function askPlan(
  place: TransferPlace,
  plan: TransferPlan,
  { loses, loss, agree, ...question }: PlanWords,
): Promise<readonly TransferRow[]> {
  return await pickPlan(place, plan, {
    ...question,
    compare: (row) => showDifference(place, row),
    compareAll: (rows) => showAllDifferences(place, rows),
    agree: async (rows) => {
      const lost = rows.filter(({ kind }) => loses.has(kind));
      await confirmLoss(lost, loss);
      await agreeToActing(rows, { appName: place.appName, target: place.folder });
      await agree?.(rows);
    },
  });
}
