// Deletes files of the app in one request; files without a backup only where the plan said so.
import { isFileProblem } from "../../core/errors/fileProblem";
import type { ChangeLog } from "../backups/changeLog";
import type { BaseVersion } from "../change/base";
import type { CannotBackUp } from "../change/change";
import type { TransferApp } from "./plan/transferApp";
import { canBeBackedUp, type TransferRow } from "./plan/transferPlan";

interface Removed {
  readonly gone: readonly TransferRow[];
  readonly left: readonly { readonly row: TransferRow; readonly error: unknown }[];
}

interface RemoveContext {
  readonly app: TransferApp;
  readonly log: ChangeLog;
  readonly baseOf: (row: TransferRow) => BaseVersion;
  readonly signal: AbortSignal;
  readonly onSend: () => void;
}

/** A listing decides each row afterwards. */
export async function removeFromApp(rows: readonly TransferRow[], context: RemoveContext): Promise<Removed> {
  const first = await removeBackedUp(rows.filter(canBeBackedUp), context);
  // The user selected these knowing that they cannot be restored.
  const large = rows.filter((row) => !canBeBackedUp(row));
  if (large.length === 0) return first;
  // The first request's deletions stand, whatever becomes of the second.
  const second = await request(large, context, true).catch((error: unknown) => ({
    gone: [],
    left: large.map((row) => ({ row, error })),
  }));
  return { gone: [...first.gone, ...second.gone], left: [...first.left, ...second.left] };
}

async function removeBackedUp(rows: readonly TransferRow[], context: RemoveContext): Promise<Removed> {
  if (rows.length === 0) return { gone: [], left: [] };
  try {
    return await request(rows, context, undefined);
  } catch (error) {
    if (!isFileProblem(error, "cannotBackUp")) throw error;
    const lost = new Set((error as CannotBackUp).files.map(({ path }) => path));
    const others = rows.filter(({ path }) => !lost.has(path));
    if (others.length === rows.length) throw error;
    const rest = await removeBackedUp(others, context);
    const left = rows.filter(({ path }) => lost.has(path)).map((row) => ({ row, error }));
    return { gone: rest.gone, left: [...rest.left, ...left] };
  }
}

async function request(
  rows: readonly TransferRow[],
  { app, log, baseOf, signal, onSend }: RemoveContext,
  lossAgreed: true | undefined,
): Promise<Removed> {
  const byPath = new Map(rows.map((row) => [row.path, row]));
  const targets = rows.map((row) => ({ path: row.path, base: baseOf(row) }));
  const { gone, left } = await app
    .remove(targets, { log, signal, priority: "normal", lossAgreed, onSend })
    .catch((error: unknown) => {
      // A single target is refused by a rejection.
      if (!isFileProblem(error, "changedOnService")) throw error;
      return { gone: [], left: rows.map(({ path }) => ({ path, error })) };
    });
  return {
    gone: gone.flatMap((path) => byPath.get(path) ?? []),
    left: left.flatMap(({ path, error }) => {
      const row = byPath.get(path);
      return row ? [{ row, error }] : [];
    }),
  };
}
