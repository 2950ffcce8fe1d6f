// VS Code's secret storage, shared by windows: each hears of every change, its own included.
import { Emitter } from "../../src/core/async/emitter";

export class Secrets {
  private readonly changes = new Emitter<{ key: string }>();
  readonly values = new Map<string, string>();
  readonly onDidChange = this.changes.event;
  /** Called before each operation; what it throws is what the keyring fails with, and what it awaits is its pace. */
  before: (operation: "get" | "store" | "delete", key: string) => unknown = () => undefined;

  async get(key: string): Promise<string | undefined> {
    await this.before("get", key);
    return this.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.before("store", key);
    this.values.set(key, value);
    this.changes.fire({ key });
  }

  async delete(key: string): Promise<void> {
    await this.before("delete", key);
    this.values.delete(key);
    this.changes.fire({ key });
  }
}
