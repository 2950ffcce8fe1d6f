// Something that is made when it is first used, such as a part of the extension that loads only then.

export class FirstUse<T> {
  private making: Promise<T> | undefined;
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

  /** Does something with it as soon as it is made, before whoever asked for it goes on; never makes it. */
  whenMade(work: (made: T) => void): void {
    this.waiting.push(work);
  }

  /** Does something with it when it is made, or is being made; whether that fails is nobody's concern. */
  ifUsed(work: (made: T) => void): void {
    this.making?.then(work, () => undefined);
  }

  private async makeNow(): Promise<T> {
    try {
      const made = await this.make();
      for (const work of this.waiting.splice(0)) work(made);
      return made;
    } catch (error) {
      this.making = undefined;
      throw error;
    }
  }
}
