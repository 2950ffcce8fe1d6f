// The watched app in the status bar. It is read by itself, at its own interval, only while the window is focused.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../api/accounts";
import type { Clock } from "../../core/clock";
import { escapeIcons } from "../../core/icons";
import type { Logger } from "../../core/logger";
import type { App } from "../../core/model";
import { Poller } from "../../core/poller";
import { isServiceError } from "../../core/serviceError";
import type { CommandHandlers } from "../../editor/commands";
import { setContext } from "../../editor/contextKeys";
import { sentenceFor } from "../../editor/errorSentences";
import type { AppChoice } from "../../editor/pickApp";
import { settings } from "../../editor/settings";
import { metricsText } from "./metricsText";
import { WatchedApp } from "./watchedApp";

export interface MetricsStatusBarOptions {
  readonly accounts: Accounts;
  readonly state: vscode.Memento;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly chooseApp: (argument: unknown, title: string) => Promise<AppChoice>;
}

export class MetricsStatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "hostedApps.metrics",
    vscode.StatusBarAlignment.Left,
    0,
  );
  private readonly watched: WatchedApp;
  private readonly poller: Poller;
  private readonly subscriptions: { dispose(): void }[];
  private failure: string | undefined;

  constructor(private readonly options: MetricsStatusBarOptions) {
    const { accounts, state, clock, logger } = options;
    this.watched = new WatchedApp(state);
    this.item.name = vscode.l10n.t("Hosted Apps: Watched App");
    this.poller = new Poller({
      name: "metrics",
      intervalMs: settings.metricsRefreshMs,
      clock,
      logger,
      load: (signal) => this.load(signal),
    });
    this.subscriptions = [
      this.watched.onDidChange(() => {
        this.failure = undefined;
        this.poller.restart();
        this.update();
      }),
      accounts.onDidChange(() => {
        this.poller.restart();
        this.update();
      }),
      vscode.window.onDidChangeWindowState(() => this.update()),
    ];
    if (this.watched.current) void accounts.load().then(() => this.update());
  }

  commands(): Pick<CommandHandlers, "app.watch" | "app.unwatch"> {
    return {
      "app.watch": async (argument) => {
        await this.watched.set(
          await this.options.chooseApp(argument, vscode.l10n.t("Watch which app in the status bar?")),
        );
      },
      "app.unwatch": async () => {
        await this.watched.set(undefined);
      },
    };
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.poller.dispose();
    this.item.dispose();
  }

  private get target(): { readonly account: Account; readonly choice: AppChoice } | undefined {
    const choice = this.watched.current;
    const account = choice && this.options.accounts.get(choice.accountId);
    return choice && account ? { account, choice } : undefined;
  }

  private async load(signal: AbortSignal): Promise<void> {
    const { target } = this;
    if (!target) return;
    try {
      await target.account.apps.refreshApp(target.choice.appId, signal);
      this.failure = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = sentenceFor(error);
      if (isServiceError(error, "notFound")) target.account.apps.remove(target.choice.appId);
      throw error;
    } finally {
      if (!signal.aborted) this.show();
    }
  }

  private update(): void {
    const { target } = this;
    setContext("watching", target !== undefined);
    this.poller.setWanted(target !== undefined && vscode.window.state.focused);
    this.show();
  }

  private show(): void {
    const { target } = this;
    if (!target) {
      this.item.hide();
      return;
    }
    const app = target.account.apps.find(target.choice.appId);
    this.item.command = {
      command: "hostedApps.app.showActions",
      title: vscode.l10n.t("Show Actions"),
      arguments: [{ accountId: target.account.id, appId: target.choice.appId }],
    };
    this.render(target.choice, app);
    this.item.show();
  }

  private render({ name }: AppChoice, app: App | undefined): void {
    const text = app && metricsText(app, settings.memoryWarningPercent());
    const label = text?.text ?? `$(server) ${escapeIcons(name)}`;
    this.item.text = this.failure ? `${label} $(cloud-offline)` : label;
    this.item.backgroundColor =
      text === undefined || text.level === "normal"
        ? undefined
        : new vscode.ThemeColor(`statusBarItem.${text.level}Background`);
    this.item.accessibilityInformation = {
      label: [text?.spoken ?? name, this.failure].filter(Boolean).join(". "),
      role: "button",
    };
    this.item.tooltip = this.tooltip(app?.name ?? name, text?.rows ?? []);
  }

  private tooltip(name: string, rows: readonly (readonly [string, string])[]): vscode.MarkdownString {
    const tooltip = new vscode.MarkdownString();
    tooltip.appendMarkdown("**").appendText(name).appendMarkdown("**\n\n");
    if (rows.length > 0) {
      tooltip.appendMarkdown("| | |\n|:--|:--|\n");
      for (const [label, value] of rows) {
        tooltip
          .appendMarkdown("| ")
          .appendText(cell(label))
          .appendMarkdown(" | ")
          .appendText(cell(value))
          .appendMarkdown(" |\n");
      }
    }
    if (this.failure) tooltip.appendMarkdown("\n\n").appendText(this.failure);
    tooltip.appendMarkdown("\n\n").appendText(vscode.l10n.t("Click for what you can do with it."));
    return tooltip;
  }
}

/** Text that stays in one cell of a table. */
function cell(text: string): string {
  return text.replaceAll("|", "/").replaceAll("\n", " ");
}
