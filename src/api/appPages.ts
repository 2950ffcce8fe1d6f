// Reads a list of apps page by page (interface.md GET /v1/apps), and notices a service that ignores our parameters.

import { ServiceError } from "../core/errors/serviceError";
import type { App } from "../core/model/model";
import type { Wire } from "../core/model/wire";
import type { AppsPage } from "./schemas";

/** How many apps are asked for at a time. */
export const pageSize = 100;

/**
 * All apps of all pages, each once. `fetchPage` gets the query of one page. ServiceError "wire" when a page brings
 * only apps that earlier pages brought, or apps of another team than the one asked for.
 */
export async function readAllPages(
  wire: Wire,
  teamId: string | undefined,
  fetchPage: (query: Readonly<Record<string, string>>) => Promise<AppsPage>,
): Promise<App[]> {
  const apps = new Map<string, App>();
  for (let pagesRead = 0; ; pagesRead++) {
    const page = await fetchPage({
      [wire.limitParameter]: String(pageSize),
      [wire.pageParameter]: String(wire.firstPage + pagesRead),
      ...(teamId === undefined ? {} : { [wire.teamParameter]: teamId }),
    });
    const { items } = page;
    if (teamId !== undefined && items.some((app) => app.teamId !== undefined && app.teamId !== teamId)) {
      throw ignored("teamParameter", wire.teamParameter);
    }
    if (pagesRead > 0 && items.length > 0 && items.every(({ id }) => apps.has(id))) {
      throw ignored("pageParameter", wire.pageParameter);
    }
    for (const app of items) apps.set(app.id, app);
    if (!hasMore(page, pagesRead + 1)) return [...apps.values()];
  }
}

function hasMore(page: AppsPage, pagesRead: number): boolean {
  const received = page.items.length + page.dropped;
  if (received === 0) return false;
  if (page.hasNextPage !== undefined) return page.hasNextPage;
  if (page.totalPages !== undefined) return pagesRead < page.totalPages;
  // It says nothing of pages: a full one may have a next, and more than was asked for is everything.
  return received === pageSize;
}

function ignored(setting: "pageParameter" | "teamParameter", name: string): ServiceError {
  return new ServiceError(
    "wire",
    `GET /v1/apps: the service ignored the parameter "${name}"; see the setting service.wire.${setting}`,
  );
}
