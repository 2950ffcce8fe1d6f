// The question before an upload or download: replace existing files, and may it take long.
import * as vscode from "vscode";
import { isPossible, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import { ask, type QuestionLine } from "../../../editor/safeUi/questions";

export type ExistingChoice = "ask" | "skip" | "replace";

export function existingLine(choice: ExistingChoice): string {
  return choice === "replace"
    ? vscode.l10n.t("Existing files will be replaced.")
    : vscode.l10n.t("Existing files will be kept.");
}

interface ExistingQuestion {
  readonly rows: readonly TransferRow[];
  /** The target, as a sentence names it. */
  readonly place: string;
  readonly estimate?: string | undefined;
  /** Asked when nothing is replaced but `estimate` is given. */
  readonly begin?: { readonly question: string; readonly button: string } | undefined;
}

/** The rows to transfer. Rejects with CancelledError when the user cancels. */
export async function askAboutExisting(
  { rows, place, estimate, begin }: ExistingQuestion,
  choice: ExistingChoice,
): Promise<readonly TransferRow[]> {
  const items = rows.filter(isPossible);
  const existing = items.filter(({ kind }) => kind === "changed");
  const others = items.filter(({ kind }) => kind !== "changed");
  if (choice === "replace") return items;
  if (choice === "skip") return others;
  if (existing.length === 0) {
    if (estimate === undefined || !begin) return items;
    const answer = await ask(begin.question, [estimate], [begin.button], "information");
    if (answer === undefined) throw new CancelledError();
    return items;
  }
  const [first] = existing;
  const replace =
    existing.length === 1
      ? vscode.l10n.t("Replace 1 File")
      : vscode.l10n.t("Replace {0} Files", existing.length);
  const skip = vscode.l10n.t("Skip");
  const answer = await ask(
    existing.length === 1 && first
      ? vscode.l10n.t("{0} already exists in {1}.", first.path, place)
      : vscode.l10n.t("{0} of {1} files already exist in {2}.", existing.length, items.length, place),
    detailOf(existing, estimate),
    [replace, skip],
  );
  if (answer === undefined) throw new CancelledError();
  return answer === replace ? items : others;
}

function detailOf(existing: readonly TransferRow[], estimate: string | undefined): QuestionLine[] {
  return [
    ...(existing.length > 1 ? [{ names: existing.map(({ path }) => path) }, ""] : []),
    vscode.l10n.t("Replacing overwrites their current content. Skipping keeps them."),
    ...(estimate === undefined ? [] : [estimate]),
  ];
}
