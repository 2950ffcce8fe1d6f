// How a row of a transfer ends.
import { CancelledError } from "../../core/errors/cancelledError";
import { isFileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { TransferRow } from "./plan/transferPlan";
import { RowProblem, type TransferProblem } from "./transferProblem";

/** What became of a row; "notKnown": it may have been done or not, and the service cannot be asked now. */
export type RowEnd =
  | { readonly row: TransferRow; readonly end: "done" | "cancelled" }
  | { readonly row: TransferRow; readonly end: "failed" | "notKnown"; readonly problem: TransferProblem };

/** The end of a row whose work was rejected. */
export function endOfError(row: TransferRow, error: unknown, signal: AbortSignal): RowEnd {
  if (isCancelled(error, signal)) return { row, end: "cancelled" };
  const isUnknown = (error as { readonly outcomeUnknown?: unknown } | undefined)?.outcomeUnknown === true;
  return { row, end: isUnknown ? "notKnown" : "failed", problem: problemOf(error) };
}

/** True when the work ended because the user wanted so. */
export function isCancelled(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && error === signal.reason) return true;
  if (error instanceof CancelledError) return true;
  // The platform's and VS Code's own are known by their names.
  return error instanceof Error && ["AbortError", "Canceled"].includes(error.name);
}

function problemOf(error: unknown): TransferProblem {
  if (error instanceof RowProblem) return error.problem;
  if (isFileProblem(error, "changedOnService")) return { kind: "changedInApp" };
  return isServiceError(error, "notFound") ? { kind: "notInApp" } : { kind: "error", error };
}
