// The apps of one account as last read; a failed refresh keeps them.

import { pageSize } from "../api/dialect/answers";
import type { AppList, MissingApps } from "../api/dialect/appCollection";
import type { CallOptions } from "../api/http/exchange";
import type { ServiceClient } from "../api/serviceClient";
import { type Clock, within } from "../core/async/clock";
import { Emitter } from "../core/async/emitter";
import { isServiceError } from "../core/errors/serviceError";
import type { AppCondition } from "../core/metrics/appConditions";
import type { App, Team } from "../core/model/model";
import { ChangedFiles, type ChangedFilesMemory } from "./changedFiles";

/** `error` is the last refresh's failure; `apps` is then the older list. */
export interface AppsSnapshot {
  readonly apps: readonly App[] | undefined;
  readonly teams: ReadonlyMap<string, Team>;
  readonly error: Error | undefined;
  /** When the first of the failures in a row ended (ms since the epoch), as `refreshedAt`. */
  readonly failingSince?: number | undefined;
  /** Apps that the service reports or hints at, and the last refresh could not list. */
  readonly missing: MissingApps | undefined;
  readonly refreshedAt: number | undefined;
}

/** How long a list waits for the names of its teams. */
const longestTeamWaitMs = 2_000;

export class AccountApps {
  private readonly changed = new Emitter<void>();
  private readonly restarts = new Emitter<{
    readonly appId: string;
    readonly known?: AppCondition | undefined;
  }>();
  private readonly created = new Emitter<string>();
  private readonly lost = new Emitter<{ readonly appId: string; readonly name: string }>();
  private current: AppsSnapshot = {
    apps: undefined,
    teams: new Map(),
    error: undefined,
    missing: undefined,
    refreshedAt: undefined,
  };
  /** Apps read one by one before the first list. */
  private readonly unlisted = new Map<string, App>();
  private byId: ReadonlyMap<string, App> = new Map();
  private refreshing: Promise<void> | undefined;
  /** Names of apps that the last complete list lacks, until their deletion is certain. */
  private absent: ReadonlyMap<string, string> = new Map();
  private readonly gone = new Set<string>();
  private readonly deleting = new Set<string>();
  /** In order: a request from before the removal must not bring an app back. */
  private readonly removed: string[] = [];
  private readonly changedFiles: ChangedFiles;

  /** After each refresh and each app that was read. */
  readonly onDidChange = this.changed.event;
  /** The user has requested a restart, so the next start is no crash. `known`: see `announceRestart`. */
  readonly onRestart = this.restarts.event;
  /** The id of an app that the user created, once it is listed. */
  readonly onDidCreate = this.created.event;
  /** Once per app deleted elsewhere: missing in two complete lists in a row, or in one and 404 itself. */
  readonly onDidLose = this.lost.event;
  /** Apps that are watched after a push; each resolves to whether a notice reported trouble. */
  readonly landings = new Map<string, Promise<boolean>>();

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

  /** From whichever app named it last. */
  teamOf(app: Pick<App, "team" | "teamId"> | undefined): Team | undefined {
    const known = app?.teamId === undefined ? undefined : this.current.teams.get(app.teamId);
    return known ?? app?.team;
  }

  /** docs/interface.md#list-apps, joining a running refresh. Failures are in the snapshot. */
  async refresh(): Promise<void> {
    this.refreshing ??= this.load().finally(() => {
      this.refreshing = undefined;
    });
    await this.refreshing;
  }

  /** The list takes more than one request. */
  get isLarge(): boolean {
    return (this.current.apps?.length ?? 0) > pageSize;
  }

  /** Reads all apps where that is cheaper; rejects with the failure. Only a whole list shows deletions. */
  async refreshTeam(teamId: string): Promise<void> {
    if (this.refreshing || !this.isLarge) {
      await this.refresh();
      return;
    }
    const { refreshedAt } = this.current;
    const { apps } = await this.list({ teamId });
    // A full list arrived during the request and is newer.
    if (this.current.refreshedAt !== refreshedAt) return;
    const read = new Map(
      apps.map((app) => [app.id, this.marked(withUnlistedFields(app, this.find(app.id)))]),
    );
    const known = (this.current.apps ?? []).map((app) => read.get(app.id) ?? app);
    this.replace({ apps: [...known, ...[...read.values()].filter(({ id }) => !this.byId.has(id))] });
  }

  private async list(options: Parameters<ServiceClient["listApps"]>[0]): Promise<AppList> {
    const removedBefore = this.removed.length;
    const list = await this.client.listApps(options);
    const removed = this.removed.slice(removedBefore);
    return removed.length === 0
      ? list
      : { ...list, apps: list.apps.filter(({ id }) => !removed.includes(id)) };
  }

  /** docs/interface.md#read-an-app */
  async refreshApp(appId: string, options: CallOptions = {}): Promise<App> {
    const removedBefore = this.removed.length;
    try {
      const app = await this.client.getApp(appId, options);
      if (!this.removed.includes(appId, removedBefore)) this.show(app, beforeWholeRead(this.find(app.id)));
      return app;
    } catch (error) {
      if (isServiceError(error, "notFound")) void this.missed(appId);
      throw error;
    }
  }

  put(app: App): void {
    this.show(app, this.find(app.id));
  }

  /** `before`: values that the response leaves out. */
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

  /** Before a restart request, or with what a message reports of the app after one or its creation. */
  announceRestart(appId: string, known?: AppCondition): void {
    if (!known) this.changedFiles.restartAsked(appId);
    this.restarts.fire({ appId, known });
  }

  announceCreated(appId: string): void {
    this.created.fire(appId);
  }

  /** The app needs a restart until a newer start is seen. */
  announceUpload(appId: string): void {
    const app = this.find(appId);
    if (this.changedFiles.add(appId, app) && app) this.put(app);
  }

  /** Removes the app that `request` deletes, without `onDidLose`. Rejects as the request does. */
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

  /** For an app that the service answered 404 for. */
  remove(appId: string): void {
    this.removed.push(appId);
    this.unlisted.delete(appId);
    this.changedFiles.remove(appId);
    this.replace({ apps: this.current.apps?.filter(({ id }) => id !== appId) });
  }

  /** After a 404 the list decides whether the app is deleted or the service unwell. */
  private async missed(appId: string): Promise<void> {
    const name = this.find(appId)?.name ?? this.absent.get(appId) ?? "";
    await this.refresh();
    const { error, missing } = this.current;
    if (!error && !missing && !this.byId.has(appId)) this.lose(new Map([[appId, name]]));
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

  /** Lists name teams by id only: reads one app per team for the names, and holds the list up briefly. */
  private async loadTeams(apps: readonly App[]): Promise<void> {
    const firstAppOfTeam = new Map<string, string>();
    for (const { id, teamId } of apps) {
      if (teamId && !this.current.teams.has(teamId) && !firstAppOfTeam.has(teamId))
        firstAppOfTeam.set(teamId, id);
    }
    if (firstAppOfTeam.size === 0) return;
    const teams = Promise.allSettled([...firstAppOfTeam.values()].map((appId) => this.refreshApp(appId)));
    await within(this.clock, longestTeamWaitMs, teams);
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

/** Environment values are secret: a fresh read shows them on demand, and nothing stores them. */
function withoutEnvironment(app: App): App {
  const { environment: _secret, ...rest } = app;
  return rest;
}

/** Lists omit these fields (docs/interface.md#application), so their absence there removes nothing. */
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

/** Reading one app returns all of these: a missing field is unset. */
function beforeWholeRead(before: Partial<App> = {}): Partial<App> {
  const { repository: _repository, customDomain: _domain, ...known } = before;
  const { teamId: _teamId, team: _team, externalPort: _port, startupCommand: _command, ...rest } = known;
  return rest;
}
