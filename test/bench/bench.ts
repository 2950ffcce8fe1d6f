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

/** Milliseconds of the quickest of some runs: the one least disturbed by the rest of the machine. */
export async function quickestMs(runs: number, work: () => Promise<unknown>): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    quickest = Math.min(quickest, performance.now() - start);
  }
  return quickest;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
