// VS Code's Memento in memory; values are JSON.
export class MemoryState {
  readonly values = new Map<string, string>();
  updates = 0;

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  get(key: string): undefined;
  get<T>(key: string, fallback: T): T;
  get(key: string, fallback?: unknown): unknown {
    const text = this.values.get(key);
    return text === undefined ? fallback : JSON.parse(text);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.updates++;
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, JSON.stringify(value));
  }
}
