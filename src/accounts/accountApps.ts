// The apps of one account as they were last seen, kept when a refresh fails.

import type { ServiceClient } from "../api/serviceClient";
import { pageSize } from "../api/wire/answers";
import type { AppList, MissingApps } from "../api/wire/appCollection";
import type { Clock } from "../core/async/clock";
import { Emitter } from "../core/async/emitter";
import { isServiceError } from "../core/errors/serviceError";
import type { App, Team } from "../core/model/model";
import { ChangedFiles, type ChangedFilesMemory } from "./changedFiles";

/** What is known now. `error` is the last refresh's failure; `apps` is then the older, good list. */
export interface AppsSnapshot {
  readonly apps: readonly App[] | undefined;
  readonly teams: ReadonlyMap<string, Team>;
  readonly error: Error | undefined;
  /** When the first of the failures in a row was seen. */
  readonly failingSince?: number | undefined;
  /** What the last refresh could not list, though the service says or hints that it is there. */
  readonly missing: MissingApps | undefined;
  readonly refreshedAt: number | undefined;
}

/** How long a list waits for the names of its teams. */
const longestTeamWaitMs = 2_000;

export class AccountApps {
  private readonly changed = new Emitter<void>();
  private readonly restarts = new Emitter<{ readonly appId: string; readonly isDown: boolean }>();
  private readonly created = new Emitter<string>();
  private readonly lost = new Emitter<{ readonly appId: string; readonly name: string }>();
  private current: AppsSnapshot = {
    apps: undefined,
    teams: new Map(),
    error: undefined,
    missing: undefined,
    refreshedAt: undefined,
  };
  /** Apps read one by one before the first list is there. */
  private readonly unlisted = new Map<string, App>();
  private byId: ReadonlyMap<string, App> = new Map();
  private refreshing: Promise<void> | undefined;
  /** The names of apps that the last complete list lacks, while it is not certain that they are gone. */
  private absent: ReadonlyMap<string, string> = new Map();
  /** Those that were told. */
  private readonly gone = new Set<string>();
  /** Those that the user is deleting. */
  private readonly deleting = new Set<string>();
  /** Those that were taken away, in turn: what was asked for before does not bring them back. */
  private readonly removed: string[] = [];
  private readonly changedFiles: ChangedFiles;

  /** Fires after each refresh and each single app that was read. */
  readonly onDidChange = this.changed.event;
  /** Fires when the user has asked for an app's restart: the next start is no crash. `isDown`: as `announceRestart` has it. */
  readonly onRestart = this.restarts.event;
  /** Fires with the id of an app that the user has created, when it is among the apps. */
  readonly onDidCreate = this.created.event;
  /**
   * Fires once with an app that was deleted elsewhere: two complete lists in turn lack it, or a list does and its own
   * address knows no such app. A list that failed proves nothing, and one that lacks apps nothing by itself.
   */
  readonly onDidLose = this.lost.event;

  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    memory?: ChangedFilesMemory,
  ) {
    this.changedFiles = new ChangedFiles(clock, memory);
  }

  get snapshot(): AppsSnapshot {
    return this.current;
  }

  find(appId: string): App | undefined {
    return this.byId.get(appId) ?? this.unlisted.get(appId);
  }

  /** The team of an app as it was read last, whichever of its apps brought it; undefined as long as none has. */
  teamOf(app: Pick<App, "team" | "teamId"> | undefined): Team | undefined {
    const known = app?.teamId === undefined ? undefined : this.current.teams.get(app.teamId);
    return known ?? app?.team;
  }

  /** Lists all apps again (docs/interface.md#list-apps), or joins a running refresh. Failures are in the snapshot. */
  async refresh(): Promise<void> {
    this.refreshing ??= this.load().finally(() => {
      this.refreshing = undefined;
    });
    await this.refreshing;
  }

  /** Whether reading all of them takes more than one request. */
  get isLarge(): boolean {
    return (this.current.apps?.length ?? 0) > pageSize;
  }

  /**
   * Reads the apps of one team again, where that is less than all of them, and rejects where that fails. What is gone only
   * a whole list tells.
   */
  async refreshTeam(teamId: string): Promise<void> {
    if (this.refreshing || !this.isLarge) {
      await this.refresh();
      return;
    }
    const { refreshedAt } = this.current;
    const { apps } = await this.list({ teamId });
    // A list of all apps that was read during the request is newer.
    if (this.current.refreshedAt !== refreshedAt) return;
    const read = new Map(
      apps.map((app) => [app.id, this.marked(withUnlistedFields(app, this.find(app.id)))]),
    );
    const known = (this.current.apps ?? []).map((app) => read.get(app.id) ?? app);
    this.replace({ apps: [...known, ...[...read.values()].filter(({ id }) => !this.byId.has(id))] });
  }

  /** Without the apps that were deleted during the request. */
  private async list(options: Parameters<ServiceClient["listApps"]>[0]): Promise<AppList> {
    const removedBefore = this.removed.length;
    const list = await this.client.listApps(options);
    const removed = this.removed.slice(removedBefore);
    return removed.length === 0
      ? list
      : { ...list, apps: list.apps.filter(({ id }) => !removed.includes(id)) };
  }

  /** Reads one app (docs/interface.md#read-an-app) and shows it in place of its older state. */
  async refreshApp(appId: string, signal?: AbortSignal): Promise<App> {
    const removedBefore = this.removed.length;
    try {
      const app = await this.client.getApp(appId, { signal });
      if (!this.removed.includes(appId, removedBefore)) this.show(app, beforeWholeRead(this.find(app.id)));
      return app;
    } catch (error) {
      if (isServiceError(error, "notFound")) void this.missed(appId);
      throw error;
    }
  }

  /** Shows `app` in place of its older state, or as a new one. */
  put(app: App): void {
    this.show(app, this.find(app.id));
  }

  /** `before`: what stays of an app where the answer does not say it. */
  private show(app: App, before: Partial<App> = {}): void {
    const { apps } = this.current;
    const { metrics: _older, ...known } = before;
    const merged = this.marked({ ...known, ...withoutEnvironment(app) });
    if (!apps) this.unlisted.set(app.id, merged);
    const isListed = this.byId.has(app.id);
    this.replace({
      apps: isListed
        ? apps?.map((other) => (other.id === app.id ? merged : other))
        : apps && [...apps, merged],
      teams: app.team ? new Map(this.current.teams).set(app.team.id, app.team) : this.current.teams,
    });
  }

  /** Says that a restart of the app is about to be asked for, or that the user is told that it `isDown` after one. */
  announceRestart(appId: string, isDown = false): void {
    if (!isDown) this.changedFiles.restartAsked(appId);
    this.restarts.fire({ appId, isDown });
  }

  /** Says that the user has created this app. */
  announceCreated(appId: string): void {
    this.created.fire(appId);
  }

  /** Says that a file of the app was changed: the app needs a restart until a newer start is seen. */
  announceUpload(appId: string): void {
    const app = this.find(appId);
    if (this.changedFiles.add(appId, app) && app) this.put(app);
  }

  /** Takes an app away that `request` deletes; `onDidLose` does not fire for it. Rejects as the request does. */
  async removeBy(appId: string, request: () => Promise<void>): Promise<void> {
    this.deleting.add(appId);
    try {
      await request();
      this.gone.add(appId);
      this.remove(appId);
    } finally {
      this.deleting.delete(appId);
    }
  }

  /** Takes an app away that the service says is gone. */
  remove(appId: string): void {
    this.removed.push(appId);
    this.unlisted.delete(appId);
    this.changedFiles.remove(appId);
    this.replace({ apps: this.current.apps?.filter(({ id }) => id !== appId) });
  }

  /** Its own address knows no such app: whether it is gone, or the service unwell, the list says. */
  private async missed(appId: string): Promise<void> {
    const name = this.find(appId)?.name ?? this.absent.get(appId) ?? "";
    await this.refresh();
    if (!this.current.error && !this.byId.has(appId)) this.lose(new Map([[appId, name]]));
  }

  private async load(): Promise<void> {
    try {
      const { apps: listed, ...list } = await this.list({ priority: "background" });
      await this.loadTeams(listed);
      const apps = listed.map((app) => withUnlistedFields(app, this.find(app.id)));
      const known = this.byId;
      this.unlisted.clear();
      const marked = this.changedFiles.isEmpty ? apps : apps.map((app) => this.marked(app));
      this.replace({ ...list, apps: marked, ...good(this.clock.now()) });
      if (!list.missing) this.compare(known);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    const failingSince = this.current.failingSince ?? this.clock.now();
    this.replace({ error: error instanceof Error ? error : new Error(String(error)), failingSince });
  }

  /**
   * A list names a team only by its id; one app of each team, read once, brings the rest. The list waits for them, so
   * that its rows need not be drawn twice, but not for long: a team that is not there yet shows its id.
   */
  private async loadTeams(apps: readonly App[]): Promise<void> {
    const firstAppOfTeam = new Map<string, string>();
    for (const { id, teamId } of apps) {
      if (teamId && !this.current.teams.has(teamId) && !firstAppOfTeam.has(teamId))
        firstAppOfTeam.set(teamId, id);
    }
    if (firstAppOfTeam.size === 0) return;
    const teams = Promise.allSettled([...firstAppOfTeam.values()].map((appId) => this.refreshApp(appId)));
    await new Promise<void>((resolve) => {
      const stopTimer = this.clock.after(longestTeamWaitMs, resolve);
      void teams.then(() => {
        stopTimer();
        resolve();
      });
    });
  }

  private compare(before: ReadonlyMap<string, App>): void {
    const twice = new Map([...this.absent].filter(([id]) => !this.byId.has(id)));
    const absent = new Map<string, string>();
    for (const [id, { name }] of before) if (!this.byId.has(id)) absent.set(id, name);
    this.absent = absent;
    this.lose(twice);
  }

  private lose(apps: ReadonlyMap<string, string>): void {
    this.absent = new Map([...this.absent].filter(([id]) => !apps.has(id)));
    for (const id of [...this.gone]) if (this.byId.has(id)) this.gone.delete(id);
    for (const [appId, name] of apps) {
      if (this.gone.has(appId) || this.deleting.has(appId)) continue;
      this.gone.add(appId);
      this.changedFiles.remove(appId);
      this.lost.fire({ appId, name });
    }
  }

  private marked({ filesChanged: _before, ...app }: App): App {
    return this.changedFiles.isBehind(app) ? { ...app, filesChanged: true } : app;
  }

  private replace(part: { readonly [Key in keyof AppsSnapshot]?: AppsSnapshot[Key] | undefined }): void {
    this.current = { ...this.current, ...part } as AppsSnapshot;
    if ("apps" in part) {
      const byId = new Map<string, App>();
      for (const app of this.current.apps ?? []) byId.set(app.id, app);
      this.byId = byId;
    }
    this.changed.fire();
  }
}

function good(refreshedAt: number): Partial<AppsSnapshot> {
  return { refreshedAt, error: undefined, failingSince: undefined };
}

/** Environment values are secret: they are shown on demand from a fresh read and kept nowhere. */
function withoutEnvironment(app: App): App {
  const { environment: _secret, ...rest } = app;
  return rest;
}

/** A list says nothing of them, so it takes nothing of them away (docs/interface.md#application). */
function withUnlistedFields(app: App, before: App | undefined): App {
  if (!before) return app;
  const { repository, internalPort, subdomain, customDomain } = before;
  const isAny = [repository, internalPort, subdomain, customDomain].some((value) => value !== undefined);
  if (!isAny) return app;
  return {
    ...(repository && { repository }),
    ...(internalPort !== undefined && { internalPort }),
    ...(subdomain !== undefined && { subdomain }),
    ...(customDomain !== undefined && { customDomain }),
    ...app,
  };
}

/** Reading one app says all of these: what it does not say is no more. */
function beforeWholeRead(before: App | undefined): Partial<App> {
  const { repository: _repository, customDomain: _domain, ...rest } = before ?? {};
  return rest;
}
