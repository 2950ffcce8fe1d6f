/**
 * Runs `work` for every item in order, at most `limit` at a time. After the first failure, or once the signal aborts,
 * nothing more starts; rejects when running work has ended.
 */
export async function forEachParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = new WorkQueue<number>(limit, async (index) => {
    signal?.throwIfAborted();
    await work(items[index] as T, index);
  });
  for (const index of items.keys()) queue.add(index);
  await queue.finished();
}

/** Runs `work` for every added item in order, at most `limit` at a time. */
export class WorkQueue<T> {
  private readonly items: T[] = [];
  private next = 0;
  private inFlight = 0;
  private failure: { readonly error: unknown } | undefined;
  private readonly idleListeners: (() => void)[] = [];

  constructor(
    private readonly limit: number,
    private readonly work: (item: T) => Promise<void>,
  ) {}

  /** Does nothing after a failure. */
  add(item: T): void {
    if (this.failure) return;
    this.items.push(item);
    this.pump();
  }

  /** Drops items that have not started. */
  clear(): void {
    this.next = this.items.length;
  }

  /** Resolves when no item waits or runs; rejects with the first failure once no item runs. */
  async finished(): Promise<void> {
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
    if (this.failure) throw this.failure.error;
  }

  private pump(): void {
    while (this.inFlight < this.limit && this.next < this.items.length) {
      this.inFlight++;
      void this.run(this.items[this.next++] as T);
    }
  }

  private async run(item: T): Promise<void> {
    try {
      await this.work(item);
    } catch (error) {
      this.failure ??= { error };
      this.clear();
    }
    this.inFlight--;
    this.pump();
    if (this.inFlight === 0) for (const listener of this.idleListeners.splice(0)) listener();
  }
}
