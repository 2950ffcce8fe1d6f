// Looks at every file of both sides, a few at a time, for a push or a pull: what differs, and what turned out the same.
import { forEachParallel } from "./parallel";
import type { SyncedFile } from "./pushManifest";
import type { FilePair } from "./syncedFiles";

const readAtOnce = 16;

export interface JudgedPairs<Row> {
  /** In the order of the pairs. */
  readonly rows: Row[];
  readonly unchanged: number;
  /** Found to be the same without having been remembered so. */
  readonly newlySynced: Map<string, SyncedFile>;
}

/** `judge` says how a pair differs, or as what it is the same, or nothing. Rejects as it does, or with the signal's reason. */
export async function judgePairs<Row extends { readonly kind: string }>(
  pairs: readonly FilePair[],
  judge: (pair: FilePair) => Promise<Row | SyncedFile | undefined>,
  signal: AbortSignal | undefined,
): Promise<JudgedPairs<Row>> {
  const judged: (Row | SyncedFile | undefined)[] = pairs.map(() => undefined);
  await forEachParallel(
    pairs,
    readAtOnce,
    async (pair, index) => {
      judged[index] = await judge(pair);
    },
    signal,
  );
  const rows: Row[] = [];
  const newlySynced = new Map<string, SyncedFile>();
  let unchanged = 0;
  for (const [index, found] of judged.entries()) {
    const pair = pairs[index];
    if (!found || !pair) continue;
    if ("kind" in found) {
      rows.push(found);
      continue;
    }
    unchanged++;
    if (found !== pair.synced) newlySynced.set(pair.path, found);
  }
  return { rows, unchanged, newlySynced };
}
