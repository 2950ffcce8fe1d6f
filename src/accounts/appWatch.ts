// Polls watched apps while the window has the focus; keeps usage histories, reports crashes and full memory.

import { pageSize } from "../api/dialect/answers";
import type { Clock } from "../core/async/clock";
import { type Disposable, Emitter } from "../core/async/emitter";
import { Poller } from "../core/async/poller";
import { isServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import { type AppCondition, AppConditions, type StoredConditions } from "../core/metrics/appConditions";
import { memoryLimitBytes } from "../core/metrics/memoryShare";
import { type MemoryUse, memoryUse } from "../core/metrics/memoryUse";
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
  /** While the window is not focused; 0 for never. */
  readonly backgroundMs: () => number;
  readonly memoryWarningPercent: () => number;
  /** History from before a reload. */
  readonly storedHistory?: (app: AppKey) => readonly (readonly HistoryPoint[])[];
  readonly storedConditions?: (app: AppKey) => StoredConditions | undefined;
}

export interface WatchedState {
  /** Undefined before the first read, after a deletion, and while the account is signed out. */
  readonly app: App | undefined;
  /** Time of the last read, in milliseconds since the epoch. */
  readonly seenAt?: number | undefined;
  /** Why the last read failed; `app` is then older. */
  readonly failure: unknown;
  /** The service answered 404. */
  readonly isGone: boolean;
  readonly conditions: ReadonlySet<AppCondition>;
}

export interface ConditionBegun extends AppKey {
  readonly condition: AppCondition;
}

export interface SampleAdded extends AppKey {
  readonly point: HistoryPoint;
}

/** Unwatched apps with a history. */
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
  app: App | undefined;
  /** The last read: monotonic ms, and (`seenAt`) ms since the epoch. */
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

  /** Polls until disposed; `inBackground` also while the window is not focused, if that is enabled. */
  want(key: AppKey, inBackground = false): Disposable {
    const held = this.wanted.hold(key, inBackground, () => this.update());
    this.readSoon(key);
    return held;
  }

  setFocused(isFocused: boolean): void {
    this.isFocused = isFocused;
    // Restarts each poller with its present interval.
    for (const { poller } of this.followed.values()) poller.setWanted(false);
    this.update();
  }

  /** Reads everything now, then at the new interval. */
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

  /** Oldest first. */
  historyOf({ accountId, appId }: AppKey): readonly HistoryPoint[] {
    return this.followed.get(accountId)?.apps.get(appId)?.history.points() ?? [];
  }

  /** Undefined without figures of its memory. */
  memoryOf({ accountId, appId }: AppKey): MemoryUse | undefined {
    const own = this.followed.get(accountId)?.apps.get(appId);
    return own?.app && memoryUse(own.history.week(), memoryLimitBytes(own.app), this.options.clock.now());
  }

  /** To be stored over a reload; undefined while the account is signed out. */
  historyToKeep({ accountId, appId }: AppKey): HistoryPoint[][] | undefined {
    return this.followed.get(accountId)?.apps.get(appId)?.history.kept();
  }

  /** To be stored over a reload; undefined before the first read. */
  conditionsToKeep({ accountId, appId }: AppKey): StoredConditions | undefined {
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
        account.apps.onRestart(({ appId, known }) => {
          const conditions = this.appOf(followed, appId)?.conditions;
          if (known) conditions?.know(known, clock.now());
          // The service may start it again at once: what follows is no news.
          conditions?.restartAsked(clock.now());
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

  /** Reads a newly watched app at once, unless it was just read. */
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
      // Only the app's own URL proves its deletion: a list may lack it for other reasons.
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
      await account.apps.refreshApp(appId, { signal });
    } catch (error) {
      if (!isServiceError(error, "notFound")) throw error;
      const followed = this.followed.get(account.id);
      const app = followed && this.appOf(followed, appId);
      if (app) app.isGone = true;
      this.update();
    }
  }

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
    const begun = own.conditions.observe(app, now, memoryWarningPercent());
    const point = own.history.add(app.metrics, now, own.conditions.isLimitRestart);
    if (point) this.samples.fire({ ...key, point });
    for (const condition of begun) this.begun.fire({ ...key, condition });
  }

  /** Undefined for an unwatched app beyond `mostUnwatched`. */
  private appOf({ account, apps }: Followed, appId: string): FollowedApp | undefined {
    const known = apps.get(appId);
    if (known) return known;
    const key = { accountId: account.id, appId };
    if (apps.size >= mostUnwatched && !this.wanted.has(key)) return undefined;
    const app: FollowedApp = {
      history: new MetricsHistory(),
      conditions: new AppConditions(this.options.storedConditions?.(key)),
      app: undefined,
      readAt: Number.NEGATIVE_INFINITY,
      seenAt: undefined,
      isGone: false,
    };
    app.history.restore(this.options.storedHistory?.(key) ?? [], this.options.clock.now());
    apps.set(appId, app);
    return app;
  }
}

/** Requests that a list of all apps takes. */
function pagesOf({ apps }: Account): number {
  return Math.max(1, Math.ceil((apps.snapshot.apps?.length ?? 0) / pageSize));
}
