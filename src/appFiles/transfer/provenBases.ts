// What a plan has seen of the app's files, as far as that is only a version: one that proves nothing is looked at once
// more, and then its content, before anything is replaced or deleted because of it.

import type { Clock } from "../../core/async/clock";
import { forEachParallel } from "../../core/async/parallel";
import { nameOf, parentOf } from "../../core/paths/appPath";
import type { Base } from "../change/base";
import { listedWithinMs } from "../change/changeParts";
import { isSameEntry } from "../read/serviceTime";
import type { TransferApp } from "./plan/transferApp";
import { baseOf, canBeKept, type TransferRow } from "./plan/transferPlan";

interface ProofParts {
  readonly app: TransferApp;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type VersionBase = Extract<Base, { kind: "version" }>;

interface OpenRow {
  readonly row: TransferRow;
  readonly base: VersionBase;
}

/** Times of files may be whole seconds. */
const tickMs = 1_100;
const readsAtOnce = 8;

export function isUnproven(base: Base, app: Pick<TransferApp, "isCertain">): base is VersionBase {
  if (base.kind !== "version" || base.hash !== undefined) return false;
  return !app.isCertain(base.entry, base.provenAt ?? base.askedAt);
}

/**
 * Sets the bases that prove more than those of the rows. Resolves with the rows that are listed as they were, and of which
 * nobody can tell whether they still are the same. What cannot be looked at stays as it is, and its change is refused.
 */
export async function proveBases(
  rows: readonly TransferRow[],
  { app, clock, signal }: ProofParts,
  bases: Map<TransferRow, Base>,
): Promise<TransferRow[]> {
  const openRows = (): OpenRow[] =>
    rows.flatMap((row) => {
      const base = bases.get(row) ?? baseOf(row);
      return isUnproven(base, app) ? [{ row, base }] : [];
    });
  const look = async (
    open: readonly OpenRow[],
    onSame: (one: OpenRow, askedAt: number) => void,
  ): Promise<void> => {
    const since = clock.monotonicMs();
    await forEachParallel(open, readsAtOnce, async (one) => {
      const { path } = one.row;
      // One listing for all rows of a folder.
      const maxAgeMs = Math.max(1, clock.monotonicMs() - since);
      const listing = await app.list(parentOf(path), { maxAgeMs }).catch(() => undefined);
      const isSame = isSameEntry(listing?.entries.get(nameOf(path)), one.base.entry);
      if (listing && isSame) onSame(one, listing.askedAt);
    });
  };
  for (const waitMs of [0, tickMs]) {
    const open = openRows();
    if (open.length > 0 && waitMs > 0) await clock.sleep(waitMs, signal);
    await look(open, ({ row, base }, provenAt) => bases.set(row, { ...base, provenAt }));
  }
  const open = openRows();
  const hashes = new Map<TransferRow, string>();
  await forEachParallel(open, readsAtOnce, async ({ row, base }) => {
    if (!canBeKept(row)) return;
    const reading = app.readContent(row.path, base.entry, { signal, priority: "normal" });
    const content = await reading.catch(() => undefined);
    if (content) hashes.set(row, content.hash);
  });
  const unproven: TransferRow[] = [];
  // What was read is what the plan has seen only where a listing that had time to show another version does not.
  if (hashes.size > 0) await clock.sleep(listedWithinMs, signal);
  await look(open, ({ row, base }) => {
    const hash = hashes.get(row);
    if (hash !== undefined) bases.set(row, { ...base, hash });
    else if (!canBeKept(row)) unproven.push(row);
  });
  return unproven;
}
