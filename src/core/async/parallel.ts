// Work on many things, some of them at a time.

/**
 * Runs `work` for every item, at most `limit` at a time, in order. The first failure, or an aborted signal, lets
 * nothing more start, waits for what runs, and rejects.
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

/** Does `work` for every item that is added, at most `limit` at a time, in order. */
export class WorkQueue<T> {
  private readonly items: T[] = [];
  private next = 0;
  private underWay = 0;
  private failure: { readonly error: unknown } | undefined;
  private readonly idleListeners: (() => void)[] = [];

  constructor(
    private readonly limit: number,
    private readonly work: (item: T) => Promise<void>,
  ) {}

  /** After a failure nothing more is started. */
  add(item: T): void {
    if (this.failure) return;
    this.items.push(item);
    this.pump();
  }

  /** Drops what was not started yet. */
  clear(): void {
    this.next = this.items.length;
  }

  /** Resolves when nothing waits or runs; rejects with the first failure once nothing runs. */
  async finished(): Promise<void> {
    if (this.underWay > 0) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
    if (this.failure) throw this.failure.error;
  }

  private pump(): void {
    while (this.underWay < this.limit && this.next < this.items.length) {
      this.underWay++;
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
    this.underWay--;
    this.pump();
    if (this.underWay === 0) for (const listener of this.idleListeners.splice(0)) listener();
  }
}
