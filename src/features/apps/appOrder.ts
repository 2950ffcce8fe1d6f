// Which apps a list shows, and in which order.
import { needsRestart } from "../../core/model/appStatus";
import type { App } from "../../core/model/model";

export const appSorts = ["name", "state", "cpu", "memory", "updated"] as const;

export type AppSort = (typeof appSorts)[number];

/** How the list is shown; an empty filter shows all. */
export interface AppArrangement {
  readonly filter: string;
  readonly sort: AppSort;
}

export const defaultArrangement: AppArrangement = { filter: "", sort: "name" };

/** The apps that hold every word of the filter in their name, id, runtime or status, sorted; equals by name. */
export function arrangeApps(apps: readonly App[], { filter, sort }: AppArrangement): App[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = words.length === 0 ? [...apps] : apps.filter((app) => isMatch(app, words));
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const rankOf = new Map(shown.map((app) => [app, rank(app, sort)]));
  return shown.sort(
    (a, b) =>
      (rankOf.get(b) ?? 0) - (rankOf.get(a) ?? 0) ||
      collator.compare(a.name, b.name) ||
      (a.id < b.id ? -1 : 1),
  );
}

function isMatch({ name, id, runtime = "", status }: App, words: readonly string[]): boolean {
  const text = `${name}\n${id}\n${runtime}\n${status}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Higher stands first; what is unknown stands last. */
function rank(app: App, sort: AppSort): number {
  const { metrics, updatedAt, createdAt } = app;
  switch (sort) {
    case "name":
      return 0;
    case "state":
      // What needs a hand first.
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
