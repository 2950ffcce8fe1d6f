// VS Code's secret storage, shared by windows, which hear of every change, their own included.
import { Emitter } from "../../src/core/async/emitter";

export class Secrets {
  private readonly changes = new Emitter<{ key: string }>();
  readonly values = new Map<string, string>();
  readonly onDidChange = this.changes.event;
  /** Called before each operation: throws the keyring's failures, awaits its delays. */
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
