const sliceMs = 10;
/** Sorting this many items takes much less time than a slice. */
const sortedAtOnce = 1_000;

/** Splits long work on this thread into slices of 10 ms, between which other work runs. */
export class Slices {
  private endsAt: number;

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {
    this.endsAt = monotonicMs() + sliceMs;
  }

  get isUsedUp(): boolean {
    return this.monotonicMs() >= this.endsAt;
  }

  /** Await it before each step; several callers may. Resolves at once while the slice lasts, else after other work. */
  async next(): Promise<void> {
    while (this.isUsedUp) {
      const { endsAt } = this;
      await new Promise<void>((resolve) => setImmediate(resolve));
      // The first caller that resumes begins a slice, and the others share it.
      if (this.endsAt === endsAt) this.endsAt = this.monotonicMs() + sliceMs;
    }
  }
}

export async function forEachInSlices<T>(
  items: Iterable<T>,
  work: (item: T) => void,
  slices = new Slices(),
): Promise<void> {
  for (const item of items) {
    if (slices.isUsedUp) await slices.next();
    work(item);
  }
}

/** Sorts like `toSorted`. */
export async function sortedInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  slices = new Slices(),
): Promise<T[]> {
  if (items.length <= sortedAtOnce) {
    await slices.next();
    return items.toSorted(compare);
  }
  const middle = Math.floor(items.length / 2);
  const first = await sortedInSlices(items.slice(0, middle), compare, slices);
  const second = await sortedInSlices(items.slice(middle), compare, slices);
  const merged: T[] = [];
  let next = 0;
  await forEachInSlices(
    first,
    (item) => {
      while (next < second.length && compare(second[next] as T, item) < 0) merged.push(second[next++] as T);
      merged.push(item);
    },
    slices,
  );
  return merged.concat(second.slice(next));
}
