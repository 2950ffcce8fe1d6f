// Re-checks planned versions that prove nothing, by version and then by content, before their files change.

import type { Clock } from "../../core/async/clock";
import { forEachParallel } from "../../core/async/parallel";
import { nameOf, parentOf } from "../../core/paths/appPath";
import type { BaseVersion } from "../change/base";
import { listedWithinMs } from "../change/changeParts";
import { isSameEntry } from "../read/serviceTime";
import type { TransferApp } from "./plan/transferApp";
import { baseOf, canBeBackedUp, type TransferRow } from "./plan/transferPlan";

interface ProofParts {
  readonly app: TransferApp;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type ListedBase = Extract<BaseVersion, { kind: "version" }>;

interface OpenRow {
  readonly row: TransferRow;
  readonly base: ListedBase;
}

/** Modification times may be whole seconds. */
const tickMs = 1_100;
const readsAtOnce = 8;

export function isUnproven(base: BaseVersion, app: Pick<TransferApp, "isCertain">): base is ListedBase {
  if (base.kind !== "version" || base.hash !== undefined) return false;
  return !app.isCertain(base.entry, base.provenAt ?? base.askedAt);
}

/**
 * Adds bases that prove more than the rows'. Resolves with the unchanged rows that cannot be proved. Failed
 * checks leave their row, whose change is then refused.
 */
export async function proveBases(
  rows: readonly TransferRow[],
  { app, clock, signal }: ProofParts,
  bases: Map<TransferRow, BaseVersion>,
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
      // One listing per folder.
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
    if (!canBeBackedUp(row)) return;
    const reading = app.readContent(row.path, base.entry, { signal, priority: "normal" });
    const content = await reading.catch(() => undefined);
    if (content) hashes.set(row, content.hash);
  });
  const unproven: TransferRow[] = [];
  // The read content is the plan's only if a later listing still shows the version.
  if (hashes.size > 0) await clock.sleep(listedWithinMs, signal);
  await look(open, ({ row, base }) => {
    const hash = hashes.get(row);
    if (hash !== undefined) bases.set(row, { ...base, hash });
    else if (!canBeBackedUp(row)) unproven.push(row);
  });
  return unproven;
}
