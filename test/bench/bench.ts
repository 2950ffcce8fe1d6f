// One row of the bench: what was measured beside its reference, in the same run.

export interface BenchRow {
  readonly name: string;
  readonly measured: number;
  readonly reference: number;
  readonly ratio: number;
  readonly target: number;
  readonly ok: boolean;
}

/** A row whose ratio of measured to reference is to be at most `target`. */
export function rowOf(name: string, measured: number, reference: number, target: number): BenchRow {
  if (!(reference > 0)) throw new Error(`${name}: the reference has to be more than ${reference}`);
  const ratio = measured / reference;
  return {
    name,
    measured: rounded(measured),
    reference: rounded(reference),
    ratio: rounded(ratio),
    target,
    ok: ratio <= target,
  };
}

/** One line of JSON for each row, each an object of exactly the fields of BenchRow. */
export function jsonLines(rows: readonly BenchRow[]): string {
  return rows
    .map(({ name, measured, reference, ratio, target, ok }) =>
      JSON.stringify({ name, measured, reference, ratio, target, ok }),
    )
    .join("\n");
}

/** One run of ours and one of the raw equivalent beside it. */
export interface Durations {
  readonly oursMs: number;
  readonly rawMs: number;
}

/**
 * Milliseconds of ours and of the raw equivalent right beside it, of the pair of runs with the median ratio. They take
 * turns, each as often the first, so that a machine that is slow for a while is so for both; `prepare` runs before each
 * of ours, unmeasured.
 */
export async function typicalOfBoth(
  runs: number,
  ours: () => Promise<unknown>,
  raw: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<Durations> {
  const pairs: Durations[] = [];
  for (let run = 0; run < runs; run++) {
    const isRawFirst = run % 2 === 0;
    const rawFirstMs = isRawFirst ? await durationMs(raw) : 0;
    await prepare();
    const oursMs = await durationMs(ours);
    pairs.push({ oursMs, rawMs: isRawFirst ? rawFirstMs : await durationMs(raw) });
  }
  return medianOf(pairs);
}

/** Milliseconds of the quickest run of each, which is the least disturbed; `prepare` runs before each, unmeasured. */
export async function quickestOfBoth(
  runs: number,
  ours: () => Promise<unknown>,
  raw: () => Promise<unknown>,
  prepare: (isOurs: boolean) => Promise<unknown> = async () => undefined,
): Promise<Durations> {
  let [oursMs, rawMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < runs; run++) {
    await prepare(true);
    oursMs = Math.min(oursMs, await durationMs(ours));
    await prepare(false);
    rawMs = Math.min(rawMs, await durationMs(raw));
  }
  return { oursMs, rawMs };
}

/** The pair in the middle by its ratio, so that nothing that one run did decides. */
export function medianOf(pairs: readonly Durations[]): Durations {
  const sorted = [...pairs].sort((a, b) => a.oursMs / a.rawMs - b.oursMs / b.rawMs);
  const median = sorted[Math.floor((pairs.length - 1) / 2)];
  if (!median) throw new Error("nothing was run");
  return median;
}

/** Milliseconds that some work takes. */
export async function durationMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
