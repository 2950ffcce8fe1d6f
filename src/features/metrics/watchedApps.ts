// Which apps the status bar shows, remembered for this workspace.
import { Emitter } from "../../core/async/emitter";
import { field, readAs } from "../../core/outside/reading";
import type { AppChoice } from "../../editor/pickApp";
import type { StateMemory } from "../../editor/state/stateMemory";
import { olderStateKey, stateKey } from "./watchedState";

const choice = field.object({ accountId: field.text, appId: field.text, name: field.text });
const choices = field.readable(choice);

function watchedIn(state: StateMemory): readonly AppChoice[] {
  const older = readAs(choice, state.get(olderStateKey));
  return readAs(choices, state.get(stateKey)) ?? (older ? [older] : []);
}

export class WatchedApps {
  private readonly changes = new Emitter<void>();

  readonly onDidChange = this.changes.event;

  constructor(private readonly state: StateMemory) {}

  get all(): readonly AppChoice[] {
    return watchedIn(this.state);
  }

  has({ accountId, appId }: Omit<AppChoice, "name">): boolean {
    return this.all.some((choice) => choice.accountId === accountId && choice.appId === appId);
  }

  async add(choice: AppChoice): Promise<void> {
    const { accountId, appId, name } = choice;
    if (!this.has(choice)) await this.set([...this.all, { accountId, appId, name }]);
  }

  async remove({ accountId, appId }: Omit<AppChoice, "name">): Promise<void> {
    await this.set(this.all.filter((choice) => choice.accountId !== accountId || choice.appId !== appId));
  }

  private async set(choices: readonly AppChoice[]): Promise<void> {
    await this.state.update(stateKey, choices);
    await this.state.update(olderStateKey, undefined);
    this.changes.fire();
  }
}
