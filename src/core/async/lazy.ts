/** A value that is created on first use, such as a part of the extension that loads only then. */
export class Lazy<T> {
  private making: Promise<T> | undefined;
  private made: { readonly value: T } | undefined;
  private waiting: ((made: T) => void)[] = [];

  constructor(private readonly make: () => Promise<T>) {}

  /** The value was created, or is being created. */
  get isUsed(): boolean {
    return this.making !== undefined;
  }

  /** Callers share one value. Rejects as creating it does; the next call then creates it again. */
  get(): Promise<T> {
    this.making ??= this.makeNow();
    return this.making;
  }

  /** Calls `work` once the value exists, before `get` resolves; never creates it. */
  whenMade(work: (made: T) => void): void {
    if (this.made) work(this.made.value);
    else this.waiting.push(work);
  }

  /** If the value was requested before, calls `work` once it exists; ignores a failure of creating it. */
  ifUsed(work: (made: T) => void): void {
    this.making?.then(work, () => undefined);
  }

  private async makeNow(): Promise<T> {
    try {
      const value = await this.make();
      this.made = { value };
      for (const work of this.waiting.splice(0)) work(value);
      return value;
    } catch (error) {
      this.making = undefined;
      throw error;
    }
  }
}
