// The question before selected rows destroy what only one side has: "select all" must not cost a teammate's work.
import { l10n } from "vscode";
import { canBeBackedUp, putBytesOf, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import { formatCount } from "../../../core/text/format";
import { agreeToArchive } from "../../../editor/project/agreements";
import { askAlike, askLoss } from "../../../editor/safeUi/lossQuestions";
import { confirm, type QuestionLine } from "../../../editor/safeUi/questions";

export interface LossWords {
  /** Such as "the app Shop". */
  readonly place: string;
  readonly why: string;
}

/** Rejects with CancelledError when the user cancels. */
export async function confirmLoss(rows: readonly TransferRow[], { place, why }: LossWords): Promise<void> {
  if (rows.length === 0) return;
  const isReplaced = (row: TransferRow): boolean => putBytesOf(row) !== undefined;
  const replaced = rows.filter(isReplaced);
  const deleted = rows.filter((row) => !isReplaced(row));
  const [question, button] =
    deleted.length === 0
      ? [l10n.t("Replace {0} in {1}?", filesText(rows.length), place), l10n.t("Replace")]
      : replaced.length === 0
        ? [l10n.t("Delete {0} in {1}?", filesText(rows.length), place), l10n.t("Delete")]
        : [
            l10n.t(
              "Replace {0} and delete {1} in {2}?",
              ...[filesText(replaced.length), filesText(deleted.length), place],
            ),
            l10n.t("Replace and Delete"),
          ];
  const lost = rows.filter((row) => !canBeBackedUp(row));
  await confirm(
    question,
    [
      why,
      ...listed(l10n.t("Replaced:"), replaced),
      ...listed(l10n.t("Deleted:"), deleted),
      ...(lost.length === 0
        ? ["", l10n.t("You can undo this for a day.")]
        : listed(l10n.t("Larger than 20 MB, so this can't be undone:"), lost)),
    ],
    button,
  );
}

/** Before an undo or a rollback. Rejects as `confirmLoss`. */
export async function confirmUndo(rows: readonly TransferRow[], place: string): Promise<void> {
  const isChanged = ({ kind }: TransferRow): boolean => kind === "changedOnBoth";
  const lost = rows.filter((row) => !isChanged(row) && !canBeBackedUp(row));
  await confirmLoss(rows.filter(isChanged), { place, why: l10n.t("They have changed since then.") });
  await confirmLoss(lost, { place, why: l10n.t("Everything else is kept on this machine for a day.") });
}

export function filesText(count: number): string {
  return count === 1 ? l10n.t("1 file") : l10n.t("{0} files", formatCount(count));
}

function listed(heading: string, rows: readonly TransferRow[]): QuestionLine[] {
  return rows.length === 0 ? [] : ["", heading, { names: rows.map(({ path }) => path) }];
}

/** For files that are sent as one archive. Rejects as `confirmLoss`. */
export async function agreeToSend(rows: readonly TransferRow[]): Promise<void> {
  const sent = rows.flatMap((row) => {
    const sizeBytes = row.direction === "toApp" ? putBytesOf(row) : undefined;
    return sizeBytes === undefined ? [] : [{ path: row.path, sizeBytes }];
  });
  if (sent.length > 1 && !(await agreeToArchive(sent))) throw new CancelledError();
}

/** For rows that no plan selects. Rejects as `confirmLoss`. */
export async function agreeToRisks(rows: readonly TransferRow[]): Promise<void> {
  const lost = rows
    .filter((row) => !canBeBackedUp(row))
    .map(({ path }) => ({ path, why: "tooLarge" as const }));
  const alike = rows.flatMap(({ path, reason }) =>
    reason?.kind === "alikeInApp" ? [{ path, alike: reason.alike }] : [],
  );
  if (!(await askLoss(lost)) || !(await askAlike(alike))) throw new CancelledError();
}
