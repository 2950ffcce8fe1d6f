// The apps in the status bar: those that the user chose, stored for the workspace, and the window's linked apps.
import { Emitter } from "../../core/async/emitter";
import { type AppKey, keyText } from "../../core/model/appKey";
import { field, readAs } from "../../core/parse";
import type { AppChoice } from "../../editor/pickApp";
import type { StateMemory } from "../../editor/state/stateMemory";
import type { LinkedApps } from "./linkedApps";
import { stateKey } from "./watchedState";

const choice = field.object({ accountId: field.text, appId: field.text, name: field.text });
const choices = field.readable(choice);

function watchedIn(state: StateMemory): readonly AppChoice[] {
  return readAs(choices, state.get(stateKey)) ?? [];
}

const dismissedKey = "unwatchedApps";

export class WatchedApps {
  private readonly changes = new Emitter<void>();

  readonly onDidChange = this.changes.event;

  constructor(
    private readonly state: StateMemory,
    private readonly linked?: Pick<LinkedApps, "all" | "onDidChange">,
  ) {
    linked?.onDidChange(() => this.changes.fire());
  }

  /** Chosen apps first. */
  get all(): readonly AppChoice[] {
    const chosen = watchedIn(this.state);
    const dismissed = this.dismissed;
    const isNew = (app: AppKey): boolean => !includes(chosen, app) && !includes(dismissed, app);
    return [...chosen, ...(this.linked?.all ?? []).filter(isNew)];
  }

  has(app: AppKey): boolean {
    return includes(this.all, app);
  }

  /** The name of the folder's deploy target that is this app. */
  targetOf(app: AppKey): string | undefined {
    return this.linked?.all.find((other) => keyText(other) === keyText(app))?.target;
  }

  /** Whether the user chose it. */
  isChosen(app: AppKey): boolean {
    return includes(watchedIn(this.state), app);
  }

  async add(choice: AppChoice): Promise<void> {
    const { accountId, appId, name } = choice;
    if (this.isChosen(choice)) return;
    if (includes(this.dismissed, choice)) await this.setDismissed(without(this.dismissed, choice));
    await this.set([...watchedIn(this.state), { accountId, appId, name }]);
  }

  async remove(app: AppKey): Promise<void> {
    const { accountId, appId } = app;
    if (this.linked && includes(this.linked.all, app))
      await this.setDismissed([...without(this.dismissed, app), { accountId, appId, name: "" }]);
    await this.set(without(watchedIn(this.state), app));
  }

  /** Forgets a deleted app; true when it was shown. */
  async forget(app: AppKey): Promise<boolean> {
    const wasShown = this.has(app);
    if (includes(this.dismissed, app)) await this.setDismissed(without(this.dismissed, app));
    if (this.isChosen(app)) await this.set(without(watchedIn(this.state), app));
    return wasShown;
  }

  /** Linked apps that the user removed from the status bar. */
  private get dismissed(): readonly AppChoice[] {
    return readAs(choices, this.state.get(dismissedKey)) ?? [];
  }

  private async setDismissed(apps: readonly AppChoice[]): Promise<void> {
    await this.state.update(dismissedKey, apps.length > 0 ? apps : undefined);
  }

  private async set(choices: readonly AppChoice[]): Promise<void> {
    await this.state.update(stateKey, choices);
    this.changes.fire();
  }
}

function includes(apps: readonly AppKey[], app: AppKey): boolean {
  return apps.some((other) => keyText(other) === keyText(app));
}

function without(apps: readonly AppChoice[], app: AppKey): AppChoice[] {
  return apps.filter((other) => keyText(other) !== keyText(app));
}
