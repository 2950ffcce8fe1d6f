// The watched apps in the status bar: an item each, or one for all of them when they are many.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { AppWatch } from "../../accounts/appWatch";
import { formatCount } from "../../core/text/format";
import { appState } from "../../editor/appState";
import { sentenceFor } from "../../editor/errorSentences";
import type { AppChoice } from "../../editor/pickApp";
import { createStatusBarItem, withIcon } from "../../editor/shown/statusItem";
import { metricsText } from "./metricsText";
import { appsTooltip, appTooltip } from "./metricsTooltips";
import type { WatchedApps } from "./watchedApps";

/** More apps than this share one item: the status bar is everybody's. */
const mostItems = 3;

export interface WatchedItemsOptions {
  readonly accounts: Pick<Accounts, "get">;
  readonly watch: Pick<AppWatch, "stateOf" | "historyOf" | "onDidChange">;
  readonly watched: Pick<WatchedApps, "all" | "onDidChange">;
}

export class WatchedItems implements vscode.Disposable {
  private readonly items: vscode.StatusBarItem[] = [];
  private readonly listeners: readonly { dispose(): void }[];

  constructor(private readonly options: WatchedItemsOptions) {
    const { watch, watched } = options;
    this.listeners = [watch.onDidChange(() => this.show()), watched.onDidChange(() => this.show())];
    this.show();
  }

  /** The watched apps whose account is signed in. */
  get shown(): readonly AppChoice[] {
    return this.options.watched.all.filter(({ accountId }) => this.options.accounts.get(accountId));
  }

  dispose(): void {
    for (const disposable of [...this.listeners, ...this.items]) disposable.dispose();
  }

  private show(): void {
    const { shown } = this;
    const isCombined = shown.length > mostItems;
    const count = isCombined ? 1 : shown.length;
    for (const unused of this.items.splice(count)) unused.dispose();
    for (let index = 0; index < count; index++) {
      const item = this.itemAt(index);
      const choice = shown[index];
      if (isCombined) this.renderAll(item, shown);
      else if (choice) this.renderOne(item, choice);
      item.show();
    }
  }

  private itemAt(index: number): vscode.StatusBarItem {
    const known = this.items[index];
    if (known) return known;
    const id = index === 0 ? "hostedApps.metrics" : `hostedApps.metrics.${index + 1}`;
    const item = createStatusBarItem(id, vscode.StatusBarAlignment.Left, -index);
    this.items[index] = item;
    return item;
  }

  private renderOne(item: vscode.StatusBarItem, choice: AppChoice): void {
    const state = this.options.watch.stateOf(choice);
    const failure = state.failure === undefined ? undefined : sentenceFor(state.failure);
    const found = metricsText(choice.name, state, this.options.watch.historyOf(choice));
    const name = state.app?.name ?? choice.name;
    item.name = vscode.l10n.t("Hosted Apps: {0}", name);
    item.text = withIcon(failure ? "cloud-offline" : found.icon, found.text);
    item.backgroundColor = backgroundOf(found.level);
    item.command = {
      command: "hostedApps.app.showActions",
      title: vscode.l10n.t("Show Actions"),
      arguments: [{ accountId: choice.accountId, appId: choice.appId }],
    };
    item.accessibilityInformation = {
      label: [found.spoken, failure].filter(Boolean).join(". "),
      role: "button",
    };
    item.tooltip = appTooltip({ name, rows: found.rows, failure });
  }

  private renderAll(item: vscode.StatusBarItem, shown: readonly AppChoice[]): void {
    const apps = shown.map((choice) => {
      const state = this.options.watch.stateOf(choice);
      const now = state.app && appState(state.app, state.conditions);
      return {
        name: state.app?.name ?? choice.name,
        app: state.app,
        state: now?.word ?? vscode.l10n.t("unknown"),
        isInTrouble: now?.tone === "bad",
        isNearLimit: state.conditions.has("memory"),
      };
    });
    const inTrouble = apps.filter(({ isInTrouble }) => isInTrouble);
    const nearLimit = apps.filter(({ isNearLimit }) => isNearLimit);
    const count = vscode.l10n.t("{0} apps", formatCount(apps.length));
    const troubles = [
      inTrouble.length > 0 ? vscode.l10n.t("{0} offline", inTrouble.length) : "",
      nearLimit.length > 0 ? vscode.l10n.t("{0} near the memory limit", nearLimit.length) : "",
    ].filter(Boolean);
    item.name = vscode.l10n.t("Hosted Apps: Watched Apps");
    item.text = withIcon(troubles.length > 0 ? "warning" : "server", [count, ...troubles].join("  "));
    item.backgroundColor = backgroundOf(
      inTrouble.length > 0 ? "error" : nearLimit.length > 0 ? "warning" : "normal",
    );
    item.command = "hostedApps.apps.showWatched";
    item.accessibilityInformation = {
      label: [vscode.l10n.t("Watched: {0}", count), ...troubles].join(", "),
      role: "button",
    };
    item.tooltip = appsTooltip(apps);
  }
}

function backgroundOf(level: "normal" | "warning" | "error"): vscode.ThemeColor | undefined {
  return level === "normal" ? undefined : new vscode.ThemeColor(`statusBarItem.${level}Background`);
}
