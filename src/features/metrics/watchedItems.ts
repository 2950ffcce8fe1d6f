// Watched apps in the status bar: an item for each, or one for all when there is no room.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { AppWatch, WatchedState } from "../../accounts/appWatch";
import type { Clock } from "../../core/async/clock";
import { isRestartAwaited } from "../../core/model/appStatus";
import { formatClock, formatCount } from "../../core/text/format";
import { appState } from "../../editor/appState";
import { withConsent } from "../../editor/commands/consent";
import { sentenceFor } from "../../editor/errorSentences";
import type { AppChoice } from "../../editor/pickApp";
import {
  createStatusBarItem,
  onDidChangeStatusBarRoom,
  statusBarRoomFor,
  withIcon,
} from "../../editor/safeUi/statusItem";
import { appsTooltip, appTooltip, metricsText } from "./metricsText";
import type { WatchedApps } from "./watchedApps";

const itemId = "hostedApps.metrics";
/** Metrics older than this many intervals are outdated. */
const staleIntervals = 3;

interface WatchedItemsOptions {
  readonly accounts: Pick<Accounts, "get">;
  readonly watch: Pick<AppWatch, "stateOf" | "historyOf" | "memoryOf" | "onDidChange">;
  readonly watched: Pick<WatchedApps, "all" | "onDidChange" | "isChosen" | "targetOf">;
  readonly clock: Pick<Clock, "now" | "after">;
  /** The interval at which metrics are read now. */
  readonly intervalMs: () => number;
}

export class WatchedItems implements vscode.Disposable {
  private readonly items: vscode.StatusBarItem[] = [];
  private readonly listeners: readonly { dispose(): void }[];
  private isShowing = false;
  private stopTimer = (): void => undefined;

  constructor(private readonly options: WatchedItemsOptions) {
    const { watch, watched } = options;
    this.listeners = [
      watch.onDidChange(() => this.show()),
      watched.onDidChange(() => this.show()),
      onDidChangeStatusBarRoom(() => this.show()),
    ];
    this.show();
  }

  /** Watched apps whose account is signed in. */
  get shown(): readonly AppChoice[] {
    return this.options.watched.all.filter(({ accountId }) => this.options.accounts.get(accountId));
  }

  dispose(): void {
    this.stopTimer();
    for (const disposable of [...this.listeners, ...this.items]) disposable.dispose();
  }

  /** Linked apps appear after their first metrics: the user did not choose them. */
  private get worthShowing(): readonly AppChoice[] {
    const { watch, watched } = this.options;
    return this.shown.filter((choice) => watched.isChosen(choice) || watch.stateOf(choice).app);
  }

  private show(): void {
    // Showing an item changes the room for the others, which calls this again.
    if (this.isShowing) return;
    this.isShowing = true;
    this.showAll(this.worthShowing);
    this.isShowing = false;
  }

  private showAll(shown: readonly AppChoice[]): void {
    const isCombined = shown.length > statusBarRoomFor(itemId);
    const count = isCombined ? 1 : shown.length;
    for (const unused of this.items.splice(count)) unused.dispose();
    for (let index = 0; index < count; index++) {
      const item = this.itemAt(index);
      const choice = shown[index];
      if (isCombined) this.renderAll(item, shown);
      else if (choice) this.renderOne(item, choice);
      item.show();
    }
    this.showAgainWhenStale(shown);
  }

  private showAgainWhenStale(shown: readonly AppChoice[]): void {
    const { clock, watch, intervalMs } = this.options;
    this.stopTimer();
    const ages = shown.flatMap((choice) => {
      const { seenAt } = watch.stateOf(choice);
      return seenAt === undefined ? [] : [clock.now() - seenAt];
    });
    const left = ages.map((age) => staleIntervals * intervalMs() - age).filter((ms) => ms >= 0);
    this.stopTimer =
      left.length > 0 ? clock.after(Math.min(...left) + 1, () => this.show()) : () => undefined;
  }

  /** "as of 2:03 PM", if the metrics are outdated. */
  private asOf({ seenAt }: Pick<WatchedState, "seenAt">): string | undefined {
    const { clock, intervalMs } = this.options;
    if (seenAt === undefined || clock.now() - seenAt <= staleIntervals * intervalMs()) return undefined;
    return vscode.l10n.t("as of {0}", formatClock(seenAt));
  }

  private itemAt(index: number): vscode.StatusBarItem {
    const known = this.items[index];
    if (known) return known;
    const id = index === 0 ? itemId : `${itemId}.${index + 1}`;
    const item = createStatusBarItem(id, vscode.StatusBarAlignment.Left, -index);
    this.items[index] = item;
    return item;
  }

  private renderOne(item: vscode.StatusBarItem, choice: AppChoice): void {
    const state = this.options.watch.stateOf(choice);
    const failure = state.failure === undefined ? undefined : sentenceFor(state.failure);
    const asOf = this.asOf(state);
    const target = this.options.watched.targetOf(choice);
    const found = metricsText(choice.name, state, this.options.watch.historyOf(choice), target);
    const name = state.app?.name ?? choice.name;
    item.name = vscode.l10n.t("Hosted Apps: {0}", name);
    item.text = withIcon(
      failure || asOf ? "cloud-offline" : found.icon,
      [found.text, asOf].filter(Boolean).join("  "),
    );
    item.backgroundColor = backgroundOf(found.level);
    item.command = {
      ...(found.needsRestart
        ? { command: "hostedApps.app.restart", title: vscode.l10n.t("Restart App") }
        : { command: "hostedApps.app.showDashboard", title: vscode.l10n.t("Open Dashboard") }),
      // VS Code passes on the same object, so that the consent can only come from a click.
      arguments: [withConsent({ accountId: choice.accountId, appId: choice.appId })],
    };
    item.accessibilityInformation = {
      label: [found.spoken, asOf, failure].filter(Boolean).join(". "),
      role: "button",
    };
    const { accountId, appId } = choice;
    const memory = this.options.watch.memoryOf(choice);
    item.tooltip = appTooltip({
      ...{ name, rows: found.rows, failure, needsRestart: found.needsRestart, memory },
      ...{ app: { accountId, appId }, hasTargets: target !== undefined },
    });
  }

  private renderAll(item: vscode.StatusBarItem, shown: readonly AppChoice[]): void {
    const apps = shown.map((choice) => {
      const state = this.options.watch.stateOf(choice);
      const now = state.app && appState(state.app, state.conditions);
      return {
        name: state.app?.name ?? choice.name,
        app: state.app,
        state: [now?.word ?? vscode.l10n.t("unknown"), this.asOf(state)].filter(Boolean).join(", "),
        isToRestart: state.app && isRestartAwaited(state.app),
        trouble:
          now?.tone === "bad" ? (state.conditions.has("crashLoop") ? "crashLoop" : now.word) : undefined,
        isNearLimit: state.conditions.has("memory"),
      };
    });
    const inTrouble = apps.flatMap(({ trouble }) => trouble ?? []);
    const [only, ...others] = apps.filter(({ trouble }) => trouble !== undefined);
    const nearLimit = apps.filter(({ isNearLimit }) => isNearLimit);
    const count = vscode.l10n.t("{0} apps", formatCount(apps.length));
    const troubles = [
      ...(only && others.length === 0
        ? [vscode.l10n.t("{0}: {1}", only.name, only.state)]
        : [...new Set(inTrouble)].map((word) =>
            troubleText(word, inTrouble.filter((own) => own === word).length),
          )),
      nearLimit.length > 0 ? vscode.l10n.t("{0} near the memory limit", nearLimit.length) : "",
    ].filter(Boolean);
    item.name = vscode.l10n.t("Hosted Apps: Watched Apps");
    const toRestart = apps.filter(({ isToRestart }) => isToRestart).map(({ name }) => name);
    const news = [...troubles, ...restartText(toRestart)];
    item.text = withIcon(troubles.length > 0 ? "warning" : "server", [count, ...news].join("  "));
    item.backgroundColor = backgroundOf(
      inTrouble.length > 0 ? "error" : nearLimit.length > 0 ? "warning" : "normal",
    );
    item.command = "hostedApps.apps.showWatched";
    item.accessibilityInformation = {
      label: [vscode.l10n.t("Watched: {0}", count), ...news].join(", "),
      role: "button",
    };
    item.tooltip = appsTooltip(apps);
  }
}

/** "2 offline", "1 crashed", "1 crashing". */
function troubleText(trouble: string, count: number): string {
  return trouble === "crashLoop" ? vscode.l10n.t("{0} crashing", count) : `${count} ${trouble}`;
}

function restartText([only, ...others]: readonly string[]): string[] {
  if (only === undefined) return [];
  return others.length === 0
    ? [vscode.l10n.t("{0}: {1}", only, vscode.l10n.t("restart needed"))]
    : [vscode.l10n.t("{0} need a restart", others.length + 1)];
}

function backgroundOf(level: "normal" | "warning" | "error"): vscode.ThemeColor | undefined {
  return level === "normal" ? undefined : new vscode.ThemeColor(`statusBarItem.${level}Background`);
}
