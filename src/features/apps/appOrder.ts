// Filters and sorts lists of apps.

import type { Account } from "../../accounts/accounts";
import { groupBy } from "../../core/groupBy";
import { needsRestart } from "../../core/model/appStatus";
import type { App } from "../../core/model/model";
import { isListOutdated } from "../../editor/tree/accountTrouble";

export const appSorts = ["name", "state", "cpu", "memory", "updated"] as const;

export type AppSort = (typeof appSorts)[number];

/** An empty filter shows all apps. */
export interface AppArrangement {
  readonly filter: string;
  readonly sort: AppSort;
}

export const defaultArrangement: AppArrangement = { filter: "", sort: "name" };

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Apps with every word of the filter in their name, id, runtime or status, sorted; equal ones by name. */
export function arrangeApps(apps: readonly App[], { filter, sort }: AppArrangement): App[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = words.length === 0 ? [...apps] : apps.filter((app) => isMatch(app, words));
  const rankOf = new Map(shown.map((app) => [app, rank(app, sort)]));
  return shown.sort(
    (a, b) =>
      (rankOf.get(b) ?? 0) - (rankOf.get(a) ?? 0) ||
      collator.compare(a.name, b.name) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Reuses the previous order while names stay the same: comparing thousands of names takes long. */
export class AppOrder {
  private list: readonly App[] = [];
  private by: AppArrangement | undefined;
  private arranged: readonly App[] = [];
  private places: ReadonlyMap<string, number> = new Map();
  private teams: ReadonlyMap<string | undefined, readonly App[]> = new Map();

  /** The result of `arrange` by team id; undefined for personal apps. */
  byTeam(list: readonly App[], by: AppArrangement): ReadonlyMap<string | undefined, readonly App[]> {
    this.arrange(list, by);
    return this.teams;
  }

  arrange(list: readonly App[], by: AppArrangement): readonly App[] {
    if (list === this.list && by === this.by) return this.arranged;
    const again = by === this.by && by.sort === "name" && by.filter === "" ? this.again(list) : undefined;
    this.list = list;
    this.by = by;
    this.arranged = again ?? arrangeApps(list, by);
    if (!again) this.places = new Map(this.arranged.map(({ id }, place) => [id, place]));
    this.teams = groupBy(this.arranged, ({ teamId }) => teamId);
    return this.arranged;
  }

  /** The list in its previous order; undefined when that no longer holds. */
  private again(list: readonly App[]): readonly App[] | undefined {
    if (list.length !== this.arranged.length) return undefined;
    const arranged = [...this.arranged];
    for (const app of list) {
      const place = this.places.get(app.id);
      if (place === undefined || this.arranged[place]?.name !== app.name) return undefined;
      arranged[place] = app;
    }
    return arranged;
  }
}

function isMatch({ name, id, runtime = "", status }: App, words: readonly string[]): boolean {
  const text = `${name}\n${id}\n${runtime}\n${status}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Higher ranks come first, unknown values last. */
function rank(app: App, sort: AppSort): number {
  const { metrics, updatedAt, createdAt } = app;
  switch (sort) {
    case "name":
      return 0;
    case "state":
      // Apps that need the user come first.
      if (metrics?.online === false) return 3;
      if (needsRestart(app)) return 2;
      return metrics?.online === true ? 1 : 0;
    case "cpu":
      return metrics?.cpuPercent ?? -1;
    case "memory":
      return metrics?.memoryBytes ?? -1;
    case "updated":
      return updatedAt ?? createdAt ?? -1;
  }
}

/** Each account's apps that pass the filter, in the order that the user chose. */
export class ShownApps {
  private readonly orders = new WeakMap<Account, AppOrder>();

  constructor(private readonly arrangement: { readonly current: AppArrangement }) {}

  get filter(): string {
    return this.arrangement.current.filter;
  }

  get isFiltered(): boolean {
    return this.filter !== "";
  }

  byTeam(account: Account): ReadonlyMap<string | undefined, readonly App[]> {
    const order = this.orders.get(account) ?? new AppOrder();
    this.orders.set(account, order);
    return order.byTeam(account.apps.snapshot.apps ?? [], this.arrangement.current);
  }

  ofTeam(account: Account, teamId: string | undefined): readonly App[] {
    return this.byTeam(account).get(teamId) ?? [];
  }

  countsOf(account: Account, teamId: string | undefined): [shown: number, all: number] {
    const shown = this.ofTeam(account, teamId).length;
    if (!this.isFiltered) return [shown, shown];
    return [shown, (account.apps.snapshot.apps ?? []).filter((app) => app.teamId === teamId).length];
  }

  countIn(accounts: readonly Account[]): number {
    const counts = accounts.flatMap((account) =>
      [...this.byTeam(account).values()].map(({ length }) => length),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

/** The app without metrics that are outdated. */
export function shownApp(account: Account, appId: string): App | undefined {
  const app = account.apps.find(appId);
  if (!app || !isListOutdated(account)) return app;
  const { metrics: _old, ...rest } = app;
  return rest;
}
