// The filter and the order of the Apps view, stored for the workspace.
import * as vscode from "vscode";
import { field, readFields } from "../../core/parse";
import { readArgument } from "../../editor/commands/commandArguments";
import { choose, createInputBox } from "../../editor/safeUi/inputs";
import type { StateMemory } from "../../editor/state/stateMemory";
import { type AppArrangement, type AppSort, appSorts, defaultArrangement } from "./appOrder";

const key = "apps.arrangement";
const fields = { filter: field.text, sort: field.oneOf(appSorts) };

export class Arrangement implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private now: AppArrangement;
  private isAsking = false;

  readonly onDidChange = this.changed.event;

  constructor(private readonly state: StateMemory) {
    const { filter, sort } = readFields(fields, state.get(key));
    this.now = { filter: filter ?? defaultArrangement.filter, sort: sort ?? defaultArrangement.sort };
  }

  get current(): AppArrangement {
    return this.now;
  }

  /** Filters while the user types; Escape restores the previous filter. Takes {filter} without a prompt. */
  async askFilter(argument: unknown): Promise<void> {
    const { filter } = readArgument(fields, argument);
    if (filter !== undefined) return await this.set({ filter });
    // A second box would hide the first, which then restored its filter.
    if (this.isAsking) return;
    const before = this.now.filter;
    const box = createInputBox();
    this.isAsking = true;
    box.title = vscode.l10n.t("Filter Apps");
    box.placeholder = vscode.l10n.t("Type a name, ID, runtime, or state");
    box.value = before;
    const typed = await new Promise<string | undefined>((resolve) => {
      box.onDidChangeValue((value) => this.show({ filter: value }));
      box.onDidAccept(() => resolve(box.value));
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
    box.dispose();
    this.isAsking = false;
    await this.set({ filter: typed ?? before });
  }

  async clearFilter(): Promise<void> {
    await this.set({ filter: "" });
  }

  /** Takes {sort} without a prompt. */
  async askSort(argument: unknown): Promise<void> {
    const { sort } = readArgument(fields, argument);
    await this.set({ sort: sort ?? (await pickSort(this.now.sort)) });
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async set(part: Partial<AppArrangement>): Promise<void> {
    this.show(part);
    await this.state.update(key, this.now);
  }

  private show(part: Partial<AppArrangement>): void {
    this.now = { ...this.now, ...part };
    this.changed.fire();
  }
}

async function pickSort(current: AppSort): Promise<AppSort> {
  const labels: Record<AppSort, string> = {
    name: vscode.l10n.t("By Name"),
    state: vscode.l10n.t("By State, Problems First"),
    cpu: vscode.l10n.t("By CPU, Highest First"),
    memory: vscode.l10n.t("By Memory, Highest First"),
    updated: vscode.l10n.t("By Last Update, Newest First"),
  };
  const picked = await choose(
    appSorts.map((sort) => ({
      label: labels[sort],
      sort,
      ...(sort === current && { description: vscode.l10n.t("current") }),
    })),
    { title: vscode.l10n.t("Sort Apps") },
  );
  return picked.sort;
}
