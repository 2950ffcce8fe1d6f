// Shows the plan of a push or a pull and asks what of it is to be done.

import type { RowKind, TransferPlan, TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { servicePace } from "../../../appFiles/transfer/runProgress";
import type { TransferPlace } from "../place/transferPlace";
import { agreeToActing } from "./agreeToActing";
import { confirmLoss, type LossWords } from "./confirmLoss";
import { pickPlan } from "./planPicker";
import { choiceText, planGroups } from "./planText";
import { showAllDifferences, showDifference } from "./showDifference";

/** The question in the words of the command. */
export interface PlanWords {
  readonly kind: "push" | "pull";
  readonly title: string;
  readonly notes?: readonly string[] | undefined;
  /** Rows that take from the target what only it has, and the question before. */
  readonly loses: ReadonlySet<RowKind>;
  readonly loss: LossWords;
  /** Asked last about what is ticked. Rejects with CancelledError where the user wants to choose again. */
  readonly agree?: ((rows: readonly TransferRow[]) => Promise<void>) | undefined;
}

/** The rows that are ticked. Rejects with CancelledError when the user leaves. */
export async function askPlan(
  place: TransferPlace,
  plan: TransferPlan,
  { kind, title, notes, loses, loss, agree }: PlanWords,
): Promise<readonly TransferRow[]> {
  return await pickPlan<TransferRow>({
    ...{ title, notes },
    placeholder: (rows) => choiceText(rows, plan.unchanged, servicePace.uploadEveryMs),
    groups: planGroups(plan.rows, kind),
    compare: (row) => showDifference(place, row),
    compareAll: (rows) => showAllDifferences(place, rows),
    agree: async (rows) => {
      await confirmLoss(
        rows.filter(({ kind }) => loses.has(kind)),
        loss,
      );
      await agreeToActing(rows, { appName: place.appName, target: place.folder });
      await agree?.(rows);
    },
  });
}
