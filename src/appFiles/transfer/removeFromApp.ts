// Deletes files of the app by one request; what cannot be kept goes only where the plan has said so.
import { isFileProblem } from "../../core/errors/fileProblem";
import type { ChangeLog } from "../backups/changeLog";
import type { Base } from "../change/base";
import type { CannotKeep } from "../change/change";
import type { TransferApp } from "./plan/transferApp";
import { canBeKept, type TransferRow } from "./plan/transferPlan";

interface Removed {
  readonly gone: readonly TransferRow[];
  readonly left: readonly { readonly row: TransferRow; readonly error: unknown }[];
}

interface RemoveContext {
  readonly app: TransferApp;
  readonly log: ChangeLog;
  readonly baseOf: (row: TransferRow) => Base;
  readonly signal: AbortSignal;
}

/** Each row is judged by what a listing shows afterwards. */
export async function removeFromApp(rows: readonly TransferRow[], context: RemoveContext): Promise<Removed> {
  const first = await removeKept(rows.filter(canBeKept), context);
  // Chosen by a person to whom the plan said that they cannot be brought back.
  const large = rows.filter((row) => !canBeKept(row));
  if (large.length === 0) return first;
  // What the first request has deleted is gone, whatever becomes of these.
  const second = await request(large, context, true).catch((error: unknown) => ({
    gone: [],
    left: large.map((row) => ({ row, error })),
  }));
  return { gone: [...first.gone, ...second.gone], left: [...first.left, ...second.left] };
}

/** A file that cannot be kept stays and does not hold up the others. */
async function removeKept(rows: readonly TransferRow[], context: RemoveContext): Promise<Removed> {
  if (rows.length === 0) return { gone: [], left: [] };
  try {
    return await request(rows, context, undefined);
  } catch (error) {
    if (!isFileProblem(error, "cannotKeep")) throw error;
    const lost = new Set((error as CannotKeep).files.map(({ path }) => path));
    const others = rows.filter(({ path }) => !lost.has(path));
    if (others.length === rows.length) throw error;
    const rest = await removeKept(others, context);
    const left = rows.filter(({ path }) => lost.has(path)).map((row) => ({ row, error }));
    return { gone: rest.gone, left: [...rest.left, ...left] };
  }
}

async function request(
  rows: readonly TransferRow[],
  { app, log, baseOf, signal }: RemoveContext,
  lossAgreed: true | undefined,
): Promise<Removed> {
  const byPath = new Map(rows.map((row) => [row.path, row]));
  const targets = rows.map((row) => ({ path: row.path, base: baseOf(row) }));
  const { gone, left } = await app
    .remove(targets, { log, signal, priority: "normal", lossAgreed })
    .catch((error: unknown) => {
      // One alone is refused by rejecting.
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
