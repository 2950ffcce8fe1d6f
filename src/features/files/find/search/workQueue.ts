// Work on things that arrive while others are being worked on, some of them at a time.

/** Does `work` for every item that is added, at most `limit` at a time, in order. */
export class WorkQueue<T> {
  private readonly waiting: T[] = [];
  private readonly idleListeners: (() => void)[] = [];
  private failure: { readonly error: unknown } | undefined;
  private underWay = 0;

  constructor(
    private readonly limit: number,
    private readonly work: (item: T) => Promise<void>,
  ) {}

  /** After a failure nothing more is started. */
  add(item: T): void {
    if (this.failure) return;
    this.waiting.push(item);
    this.pump();
  }

  /** Drops what was not started yet. */
  clear(): void {
    this.waiting.length = 0;
  }

  /** Resolves when nothing waits or runs; rejects with the first failure once nothing runs. */
  async finished(): Promise<void> {
    while (this.underWay > 0) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
    if (this.failure) throw this.failure.error;
  }

  private pump(): void {
    while (this.underWay < this.limit && this.waiting.length > 0) {
      const [item] = this.waiting.splice(0, 1) as [T];
      this.underWay++;
      void this.run(item);
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
