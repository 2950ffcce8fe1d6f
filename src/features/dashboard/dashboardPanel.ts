// One app's dashboard: updates its page while that is visible, and runs the commands of its buttons.

import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { WatchedState } from "../../accounts/appWatch";
import { isServiceError } from "../../core/errors/serviceError";
import { keyText } from "../../core/model/appKey";
import type { App, PermissionName } from "../../core/model/model";
import { webAddressOf } from "../../core/settings/hostSettings";
import { formatClock } from "../../core/text/format";
import { inertLine } from "../../core/text/inertText";
import type { AppRelease } from "../../core/transfers/release";
import { type CommandId, runCommand } from "../../editor/commands/commands";
import { sentenceFor } from "../../editor/errorSentences";
import { explainCrash } from "../../editor/project/crashText";
import { settings } from "../../editor/settings";
import { CrashLog } from "./crashLog";
import {
  chartPoint,
  type DashboardAction,
  type DashboardState,
  type FromPage,
  type ToPage,
} from "./dashboardMessages";
import type { DashboardServices } from "./dashboardServices";
import { dashboardView, isInTrouble } from "./dashboardView";
import { readFromPage } from "./readPage";

type DashboardPage = Pick<
  vscode.WebviewPanel,
  "title" | "visible" | "onDidChangeViewState" | "onDidDispose"
> & {
  readonly webview: Pick<vscode.Webview, "postMessage" | "onDidReceiveMessage">;
};

/** What only reading a single app brings. */
interface Detail {
  readonly app: App;
  /** Names only: values are secret. */
  readonly environment: readonly string[];
}

const commandOf: Readonly<Record<Exclude<DashboardAction, "fix">, CommandId>> = {
  restart: "app.restart",
  log: "app.showLog",
  files: "files.mount",
  browser: "app.openInBrowser",
  settings: "app.editSettings",
  watch: "app.watch",
  unwatch: "app.unwatch",
};

export class DashboardPanel implements vscode.Disposable {
  private readonly subscriptions: { dispose(): void }[];
  private held: { dispose(): void } | undefined;
  private detail: Detail | undefined;
  private releases: readonly AppRelease[] = [];
  private reading: Promise<void> | undefined;
  /** A failed read is repeated when the page is shown again, or the service responds again. */
  private mayReadDetail = true;
  private wasFailing = false;
  private isReady = false;
  private isDisposed = false;
  /** The view that the page has, as JSON: only a different one is sent. */
  private sent = "";
  private lastReadAt: number | undefined;
  private readonly running = new Set<DashboardAction>();
  private readonly crashLog: CrashLog;

  constructor(
    private readonly panel: DashboardPage,
    readonly identity: Omit<DashboardState, "range">,
    private readonly services: DashboardServices,
  ) {
    const { watch, watched } = services;
    panel.title = inertLine(identity.name);
    this.crashLog = new CrashLog({
      app: identity,
      loadFiles: services.loadFiles,
      ...{ clock: services.clock, logger: services.logger },
      mayRead: () => !this.isRuledOut("canSeeApplicationFiles"),
      explain: async (lines) => {
        const { app, conditions } = watch.stateOf(identity);
        return app && (await explainCrash(lines, { ...identity, app, conditions }, services));
      },
      onDidRead: () => this.sendView(),
    });
    this.subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => this.receive(readFromPage(message))),
      panel.onDidChangeViewState(() => this.update()),
      vscode.window.onDidChangeWindowState(() => this.update()),
      watch.onDidChange(() => this.update()),
      watched.onDidChange(() => this.update()),
      watch.onDidSample((sample) => {
        if (sample.accountId !== identity.accountId || sample.appId !== identity.appId) return;
        this.lastReadAt = sample.point.at;
        if (this.isReady) this.post({ type: "sample", point: chartPoint(sample.point) });
      }),
      panel.onDidDispose(() => this.dispose()),
    ];
    this.background(this.followReleases());
    this.update();
  }

  private async followReleases(): Promise<void> {
    const releases = await this.services.loadReleases();
    const read = async (): Promise<void> => {
      this.releases = await releases.list(this.identity);
      this.sendView();
    };
    const listener = releases.onDidChange((app) => {
      if (keyText(app) === keyText(this.identity)) this.background(read());
    });
    if (this.isDisposed) listener.dispose();
    else this.subscriptions.push(listener);
    await read();
  }

  dispose(): void {
    this.isDisposed = true;
    this.held?.dispose();
    this.held = undefined;
    for (const subscription of this.subscriptions.splice(0)) subscription.dispose();
  }

  private get account(): Account | undefined {
    return this.services.accounts.get(this.identity.accountId);
  }

  private isRuledOut(name: PermissionName): boolean {
    return this.account?.permissions.isRuledOut(this.identity.appId, name) ?? false;
  }

  private receive(message: FromPage | undefined): void {
    if (!message) return;
    switch (message.type) {
      case "ready":
        this.isReady = true;
        this.sent = "";
        this.mayReadDetail = true;
        this.post({ type: "history", points: this.services.watch.historyOf(this.identity).map(chartPoint) });
        this.update();
        return;
      case "run":
        this.background(this.run(message.action));
        return;
      case "reveal":
        this.background(this.reveal(message.key));
        return;
    }
  }

  /** VS Code discards a hidden page: when it is shown again, it sends "ready". */
  private update(): void {
    if (!this.panel.visible) this.isReady = false;
    const isWanted = this.panel.visible && this.account !== undefined;
    const isFailing = this.services.watch.stateOf(this.identity).failure !== undefined;
    if (this.wasFailing && !isFailing) this.mayReadDetail = true;
    this.wasFailing = isFailing;
    if (isWanted && vscode.window.state.focused && !this.detail && this.mayReadDetail) this.readDetail();
    if (!isWanted) {
      this.held?.dispose();
      this.held = undefined;
    } else if (!this.reading) {
      this.held ??= this.services.watch.want(this.identity);
    }
    this.sendView();
  }

  private sendView(): void {
    const { watch, watched, clock } = this.services;
    const state = watch.stateOf(this.identity);
    const app = this.withDetail(state.app);
    if (app) this.panel.title = inertLine(app.name);
    if (!this.isReady) return;
    this.readLog(app, state);
    const view = dashboardView({
      identity: this.identity,
      app,
      address: app && this.account && webAddressOf(this.account, app, settings.hosts()),
      conditions: state.conditions,
      notice: this.noticeOf(state.isGone, state.failure),
      newest: watch.historyOf(this.identity).at(-1),
      memory: watch.memoryOf(this.identity),
      environment: this.detail?.environment,
      releases: this.releases,
      log: this.crashLog.end,
      crash: this.crashLog.explanation,
      isWatched: watched.has(this.identity),
      canAct: this.account !== undefined && !state.isGone,
      isRuledOut: (name) => this.isRuledOut(name),
      now: clock.now(),
    });
    const text = JSON.stringify(view);
    if (text === this.sent) return;
    this.sent = text;
    this.post({ type: "view", view });
  }

  /** Reads the log of an app that is down, while the window has the focus. */
  private readLog(app: App | undefined, { conditions, isGone }: WatchedState): void {
    if (!app || isGone || !this.account) return;
    const { startedAt: start, online } = app.metrics ?? {};
    if (!isInTrouble(app, conditions)) this.crashLog.forget();
    else if (vscode.window.state.focused) this.crashLog.want(`${app.status} ${start ?? online}`, start);
  }

  private noticeOf(isGone: boolean, failure: unknown): string {
    if (!this.account) return vscode.l10n.t("This app's account is signed out. Sign in to see it.");
    if (isGone) return vscode.l10n.t("This app no longer exists on the service.");
    if (failure === undefined) return "";
    const since = this.lastReadAt;
    return since === undefined
      ? sentenceFor(failure)
      : vscode.l10n.t("Last updated {0}. {1}", formatClock(since), sentenceFor(failure));
  }

  /** A list lacks what reading a single app brings; metrics are taken from the list only, which is newer. */
  private withDetail(app: App | undefined): App | undefined {
    if (!app || !this.detail) return app;
    const { metrics: _older, ...detail } = this.detail.app;
    return { ...detail, ...app };
  }

  private readDetail(): void {
    this.mayReadDetail = false;
    this.reading ??= this.loadDetail().finally(() => {
      this.reading = undefined;
      this.update();
    });
  }

  private async loadDetail(): Promise<void> {
    const { accountId, appId } = this.identity;
    try {
      const app = await this.account?.apps.refreshApp(appId);
      if (!app) return;
      const { environment = [], ...rest } = app;
      this.detail = { app: rest, environment: environment.map(({ key }) => key) };
    } catch (error) {
      this.services.logger.debug(`dashboard of ${keyText({ accountId, appId })}: ${error}`);
    }
  }

  private async run(action: DashboardAction): Promise<void> {
    if (this.running.has(action)) return;
    this.running.add(action);
    try {
      const { accountId, appId } = this.identity;
      if (action === "fix") await this.crashLog.explanation?.fix?.run();
      else await runCommand(commandOf[action], { accountId, appId });
    } finally {
      this.running.delete(action);
    }
  }

  /** Read each time, and not stored by the extension. */
  private async reveal(key: string): Promise<void> {
    try {
      const app = await this.account?.client.getApp(this.identity.appId);
      const variable = app?.environment?.find((each) => each.key === key);
      if (variable) this.post({ type: "value", key, value: variable.value });
      else this.post({ type: "valueFailed", key, reason: vscode.l10n.t("Not reported by the service.") });
    } catch (error) {
      if (!isServiceError(error)) throw error;
      this.post({ type: "valueFailed", key, reason: sentenceFor(error) });
    }
  }

  private post(message: ToPage): void {
    this.background(this.panel.webview.postMessage(message));
  }

  private background(work: Thenable<unknown>): void {
    work.then(undefined, (error: unknown) => this.services.logger.warn(`dashboard: ${error}`));
  }
}
