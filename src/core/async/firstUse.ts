// Something that is made when it is first used, such as a part of the extension that loads only then.

export class FirstUse<T> {
  private making: Promise<T> | undefined;

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

  /** Does something with it when it is made, or is being made; whether that fails is nobody's concern. */
  ifUsed(work: (made: T) => void): void {
    this.making?.then(work, () => undefined);
  }

  private async makeNow(): Promise<T> {
    try {
      return await this.make();
    } catch (error) {
      this.making = undefined;
      throw error;
    }
  }
}
