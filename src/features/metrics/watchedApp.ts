// Which app the status bar shows, remembered for this workspace.
import type { Memento } from "vscode";
import { Emitter } from "../../core/emitter";
import type { AppChoice } from "../../editor/pickApp";

const stateKey = "watchedApp";

export class WatchedApp {
  private readonly changes = new Emitter<void>();

  readonly onDidChange = this.changes.event;

  constructor(private readonly state: Memento) {}

  get current(): AppChoice | undefined {
    return this.state.get<AppChoice>(stateKey);
  }

  async set(choice: AppChoice | undefined): Promise<void> {
    await this.state.update(stateKey, choice);
    this.changes.fire();
  }
}
