// What a plan has seen of the app's files, as far as that is only a version: one of the very tick in which it was listed
// proves nothing, so that it is looked at once more before anything is replaced or deleted because of it.

import type { Clock } from "../../core/async/clock";
import { forEachParallel } from "../../core/async/parallel";
import { nameOf, parentOf } from "../../core/paths/appPath";
import type { Base } from "../change/base";
import { isSameEntry } from "../read/serviceTime";
import type { TransferApp } from "./plan/transferApp";
import { baseOf, type TransferRow } from "./plan/transferPlan";

/** Times of files may be whole seconds. */
const tickMs = 1_100;
const readsAtOnce = 8;

/** The base of each row. One that cannot be looked at again stays as it is, and its change is refused. */
export async function provenBases(
  rows: readonly TransferRow[],
  app: TransferApp,
  clock: Clock,
): Promise<(row: TransferRow) => Base> {
  const proven = new Map<TransferRow, Base>();
  for (const waitMs of [0, tickMs]) {
    const open = rows.flatMap((row) => {
      const base = proven.get(row) ?? baseOf(row);
      const isOpen = base.kind === "version" && !app.isCertain(base.entry, base.provenAt ?? base.askedAt);
      return isOpen ? [{ row, base }] : [];
    });
    if (open.length > 0 && waitMs > 0) await clock.sleep(waitMs);
    const since = clock.monotonicMs();
    await forEachParallel(open, readsAtOnce, async ({ row, base }) => {
      // One listing for all rows of a folder.
      const maxAgeMs = Math.max(1, clock.monotonicMs() - since);
      const listing = await app.list(parentOf(row.path), { maxAgeMs }).catch(() => undefined);
      const { askedAt: provenAt = 0, entries } = listing ?? {};
      if (isSameEntry(entries?.get(nameOf(row.path)), base.entry)) proven.set(row, { ...base, provenAt });
    });
  }
  return (row) => proven.get(row) ?? baseOf(row);
}
