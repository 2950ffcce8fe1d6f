// Who is being watched: reads those apps at their interval while the window has the focus, keeps what every app used,
// and says when something about one of them deserves a word.

import { pageSize } from "../api/wire/answers";
import type { Clock } from "../core/async/clock";
import { type Disposable, Emitter } from "../core/async/emitter";
import { Poller } from "../core/async/poller";
import { isServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import { type AppCondition, AppConditions, type KeptConditions } from "../core/metrics/appConditions";
import { type HistoryPoint, MetricsHistory } from "../core/metrics/metricsHistory";
import type { AppKey } from "../core/model/appKey";
import type { App } from "../core/model/model";
import type { Account, Accounts } from "./accounts";
import { WantedApps } from "./wantedApps";

interface AppWatchOptions {
  readonly accounts: Pick<Accounts, "all" | "get" | "onDidChange">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly intervalMs: () => number;
  /** How often while the window is not focused; 0 for never. */
  readonly backgroundMs: () => number;
  readonly memoryWarningPercent: () => number;
  /** What was kept of an app's history, as `historyToKeep` had it. */
  readonly keptHistory?: (app: AppKey) => readonly (readonly HistoryPoint[])[];
  readonly keptConditions?: (app: AppKey) => KeptConditions | undefined;
}

/** What is known of an app now. */
export interface WatchedState {
  /** Absent before it was read, after it is gone, and while its account is signed out. */
  readonly app: App | undefined;
  /** When the app was last read, in milliseconds since the epoch. */
  readonly seenAt?: number | undefined;
  /** Why the last read failed; `app` is then as it was before. */
  readonly failure: unknown;
  /** The service says that there is no such app. */
  readonly isGone: boolean;
  readonly conditions: ReadonlySet<AppCondition>;
}

/** Something that began, once. */
export interface ConditionBegun extends AppKey {
  readonly condition: AppCondition;
}

export interface SampleAdded extends AppKey {
  readonly point: HistoryPoint;
}

/** Of how many apps that nobody watches a history is kept. */
const mostUnwatched = 100;

interface Followed {
  readonly account: Account;
  readonly poller: Poller;
  readonly listeners: readonly Disposable[];
  readonly apps: Map<string, FollowedApp>;
  failure: unknown;
}

interface FollowedApp {
  readonly history: MetricsHistory;
  readonly conditions: AppConditions;
  /** As it was last seen. */
  app: App | undefined;
  readAt: number;
  seenAt: number | undefined;
  isGone: boolean;
}

export class AppWatch implements Disposable {
  private readonly followed = new Map<string, Followed>();
  private readonly wanted = new WantedApps();
  private readonly changes = new Emitter<void>();
  private readonly samples = new Emitter<SampleAdded>();
  private readonly begun = new Emitter<ConditionBegun>();
  private readonly accountsListener: Disposable;
  private isFocused = false;

  /** Fires when `stateOf` some app may have changed. */
  readonly onDidChange = this.changes.event;
  readonly onDidSample = this.samples.event;
  readonly onDidBegin = this.begun.event;

  constructor(private readonly options: AppWatchOptions) {
    this.accountsListener = options.accounts.onDidChange(({ changed }) => {
      this.follow();
      for (const { id } of changed) this.followed.get(id)?.poller.restart();
      this.changes.fire();
    });
    this.follow();
  }

  /** Reads the app at the interval until let go; `inBackground` also while the window is not focused, if that is set. */
  want(key: AppKey, inBackground = false): Disposable {
    const held = this.wanted.hold(key, inBackground, () => this.update());
    this.readSoon(key);
    return held;
  }

  /** While the window does not have the focus nothing is read, unless a background interval is set. */
  setFocused(isFocused: boolean): void {
    this.isFocused = isFocused;
    // Each begins again, with the interval that counts now.
    for (const { poller } of this.followed.values()) poller.setWanted(false);
    this.update();
  }

  /** The interval has changed: everything is read now, and then at the new one. */
  restart(): void {
    for (const { poller } of this.followed.values()) poller.restart();
  }

  stateOf({ accountId, appId }: AppKey): WatchedState {
    const followed = this.followed.get(accountId);
    const app = followed?.apps.get(appId);
    return {
      app: followed?.account.apps.find(appId),
      seenAt: app?.seenAt,
      failure: followed?.failure,
      isGone: app?.isGone ?? false,
      conditions: app?.conditions.active ?? new Set(),
    };
  }

  /** What the app used, oldest first. */
  historyOf({ accountId, appId }: AppKey): readonly HistoryPoint[] {
    return this.followed.get(accountId)?.apps.get(appId)?.history.points() ?? [];
  }

  /** What is to be kept of it over a reload; undefined while its account is not signed in. */
  historyToKeep({ accountId, appId }: AppKey): HistoryPoint[][] | undefined {
    return this.followed.get(accountId)?.apps.get(appId)?.history.kept();
  }

  /** What lasts of it; undefined before it was read. */
  conditionsToKeep({ accountId, appId }: AppKey): KeptConditions | undefined {
    const app = this.followed.get(accountId)?.apps.get(appId);
    return app?.app && app.conditions.kept;
  }

  dispose(): void {
    this.accountsListener.dispose();
    for (const id of [...this.followed.keys()]) this.unfollow(id);
    for (const emitter of [this.changes, this.samples, this.begun]) emitter.dispose();
  }

  private follow(): void {
    const { accounts } = this.options;
    for (const [id, { account }] of [...this.followed]) if (accounts.get(id) !== account) this.unfollow(id);
    for (const account of accounts.all) if (!this.followed.has(account.id)) this.followAccount(account);
    this.update();
  }

  private followAccount(account: Account): void {
    const { clock, logger, intervalMs, backgroundMs } = this.options;
    const followed: Followed = {
      account,
      apps: new Map(),
      failure: undefined,
      listeners: [
        account.apps.onDidChange(() => this.record(followed)),
        account.apps.onRestart(({ appId, isDown }) => {
          const conditions = this.appOf(followed, appId)?.conditions;
          if (isDown) conditions?.set("down", true);
          else conditions?.restartAsked(clock.now());
        }),
      ],
      poller: new Poller({
        name: "metrics",
        intervalMs: () => (this.isFocused ? intervalMs() : backgroundMs()),
        clock,
        logger,
        load: (signal) => this.load(followed, signal),
      }),
    };
    this.followed.set(account.id, followed);
    this.record(followed);
  }

  private unfollow(accountId: string): void {
    const followed = this.followed.get(accountId);
    if (!followed) return;
    this.followed.delete(accountId);
    followed.poller.dispose();
    for (const listener of followed.listeners) listener.dispose();
  }

  /** An app that is wanted again is read at once, unless it was just read. */
  private readSoon({ accountId, appId }: AppKey): void {
    const followed = this.followed.get(accountId);
    if (followed) {
      const readAt = this.appOf(followed, appId)?.readAt ?? Number.NEGATIVE_INFINITY;
      if (this.options.clock.monotonicMs() - readAt >= this.options.intervalMs()) followed.poller.restart();
    }
    this.update();
  }

  private update(): void {
    const mayRead = this.isFocused || this.options.backgroundMs() > 0;
    for (const followed of this.followed.values())
      followed.poller.setWanted(mayRead && this.idsToRead(followed).length > 0);
  }

  private idsToRead({ account, apps }: Followed): string[] {
    return this.wanted.idsOf(account.id, this.isFocused).filter((appId) => !apps.get(appId)?.isGone);
  }

  private async load(followed: Followed, signal: AbortSignal): Promise<void> {
    const ids = this.idsToRead(followed);
    try {
      if (ids.length > pagesOf(followed.account)) await this.readList(followed, ids);
      else await this.readEach(followed, ids, signal);
      followed.failure = undefined;
    } catch (error) {
      if (!signal.aborted) followed.failure = error;
      throw error;
    } finally {
      if (!signal.aborted) this.changes.fire();
    }
  }

  /** One list brings every app of the account. */
  private async readList({ account, apps }: Followed, ids: readonly string[]): Promise<void> {
    await account.apps.refresh();
    const { error } = account.apps.snapshot;
    if (error) throw error;
    for (const id of ids) {
      const known = apps.get(id);
      if (known) known.readAt = this.options.clock.monotonicMs();
      // The list may lack it for a reason of its own: only the app's own address says that it is gone.
      if (!account.apps.find(id)) await this.readOne(account, id);
    }
  }

  private async readEach({ account }: Followed, ids: readonly string[], signal: AbortSignal): Promise<void> {
    const results = await Promise.allSettled(ids.map((id) => this.readOne(account, id, signal)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }

  private async readOne(account: Account, appId: string, signal?: AbortSignal): Promise<void> {
    try {
      await account.apps.refreshApp(appId, signal);
    } catch (error) {
      if (!isServiceError(error, "notFound")) throw error;
      const followed = this.followed.get(account.id);
      const app = followed && this.appOf(followed, appId);
      if (app) app.isGone = true;
      account.apps.remove(appId);
      this.update();
    }
  }

  /** Takes in what is new of an account's apps. */
  private record(followed: Followed): void {
    const { account } = followed;
    const known =
      account.apps.snapshot.apps ?? this.wanted.idsOf(account.id).map((id) => account.apps.find(id));
    for (const app of known) {
      const own = app && this.appOf(followed, app.id);
      if (own && app) this.recordApp(own, app, { accountId: account.id, appId: app.id });
    }
    this.update();
    this.changes.fire();
  }

  private recordApp(own: FollowedApp, app: App, key: AppKey): void {
    if (app === own.app) return;
    const { clock, memoryWarningPercent } = this.options;
    const now = clock.now();
    own.app = app;
    own.isGone = false;
    own.readAt = clock.monotonicMs();
    own.seenAt = now;
    const point = own.history.add(app.metrics, now);
    if (point) this.samples.fire({ ...key, point });
    for (const condition of own.conditions.observe(app, now, memoryWarningPercent()))
      this.begun.fire({ ...key, condition });
  }

  /** Undefined for an app that nobody watches when enough others are followed already. */
  private appOf({ account, apps }: Followed, appId: string): FollowedApp | undefined {
    const known = apps.get(appId);
    if (known) return known;
    const key = { accountId: account.id, appId };
    if (apps.size >= mostUnwatched && !this.wanted.has(key)) return undefined;
    const app: FollowedApp = {
      history: new MetricsHistory(),
      conditions: new AppConditions(this.options.keptConditions?.(key)),
      app: undefined,
      readAt: Number.NEGATIVE_INFINITY,
      seenAt: undefined,
      isGone: false,
    };
    app.history.restore(this.options.keptHistory?.(key) ?? [], this.options.clock.now());
    apps.set(appId, app);
    return app;
  }
}

/** How many requests a list of all apps of the account takes. */
function pagesOf({ apps }: Account): number {
  return Math.max(1, Math.ceil((apps.snapshot.apps?.length ?? 0) / pageSize));
}
