// Something that is made when it is first used, such as a part of the extension that loads only then.

export class FirstUse<T> {
  private making: Promise<T> | undefined;
  private made: { readonly value: T } | undefined;
  private waiting: ((made: T) => void)[] = [];

  constructor(private readonly make: () => Promise<T>) {}

  /** Whether it is made, or is being made. */
  get isUsed(): boolean {
    return this.making !== undefined;
  }

  /** The same for everybody. Rejects as making it does; it is made again then when it is next asked for. */
  get(): Promise<T> {
    this.making ??= this.makeNow();
    return this.making;
  }

  /** Does something with it once it is made, before `get` resolves; never makes it. */
  whenMade(work: (made: T) => void): void {
    if (this.made) work(this.made.value);
    else this.waiting.push(work);
  }

  /** Does something with it when it is made, or is being made; whether that fails is nobody's concern. */
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
