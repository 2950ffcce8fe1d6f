// What a plan has seen of the app's files, as far as that is only a version: one of the very tick in which it was listed
// proves nothing, so that it is looked at once more before anything is replaced or deleted because of it.

import type { Clock } from "../../core/async/clock";
import { forEachParallel } from "../../core/async/parallel";
import { nameOf, parentOf } from "../../core/paths/appPath";
import type { Base } from "../base";
import { isSameEntry } from "../serviceTime";
import { baseOf, type TransferRow } from "./plan/transferPlan";
import type { TransferApp } from "./transferApp";

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
  let open = rows.filter((row) => {
    const base = baseOf(row);
    return base.kind === "version" && !app.isCertain(base.entry, base.askedAt);
  });
  for (const waitMs of [0, tickMs]) {
    if (open.length === 0) break;
    if (waitMs > 0) await clock.sleep(waitMs);
    const folders = [...new Set(open.map(({ path }) => parentOf(path)))];
    await forEachParallel(folders, readsAtOnce, async (folder) => {
      const listing = await app.list(folder, { maxAgeMs: 0 }).catch(() => undefined);
      for (const row of open) {
        const entry = parentOf(row.path) === folder ? listing?.entries.get(nameOf(row.path)) : undefined;
        if (!listing || !entry || !isSameEntry(entry, row.remote)) continue;
        const { askedAt: provenAt } = listing;
        if (app.isCertain(entry, provenAt))
          proven.set(row, { kind: "version", entry, askedAt: row.askedAt, provenAt });
      }
    });
    open = open.filter((row) => !proven.has(row));
  }
  return (row) => proven.get(row) ?? baseOf(row);
}
