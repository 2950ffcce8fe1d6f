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

/**
 * Milliseconds of the quickest of some runs of each: the one least disturbed by the rest of the machine. They take
 * turns, each as often the first, so that a machine that is busy for a while is so for both; `prepare` runs before
 * each of ours, unmeasured.
 */
export async function quickestOfBoth(
  runs: number,
  ours: () => Promise<unknown>,
  raw: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<{ readonly oursMs: number; readonly rawMs: number }> {
  let oursMs = Number.POSITIVE_INFINITY;
  let rawMs = Number.POSITIVE_INFINITY;
  const runRaw = async (): Promise<void> => {
    rawMs = Math.min(rawMs, await durationMs(raw));
  };
  const runOurs = async (): Promise<void> => {
    await prepare();
    oursMs = Math.min(oursMs, await durationMs(ours));
  };
  for (let run = 0; run < runs; run++)
    for (const next of run % 2 === 0 ? [runRaw, runOurs] : [runOurs, runRaw]) await next();
  return { oursMs, rawMs };
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
