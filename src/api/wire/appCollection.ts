// The apps of several pages, each once, and how many the service says there are.

import type { App } from "../../core/model/model";
import type { AppsPage } from "./answers";

/**
 * Why apps are missing: the service's `pages` could not be turned, the list was `changing` while it was read, or some of
 * its items could not be `read`.
 */
type MissingCause = "pages" | "changing" | "unreadable";

export interface MissingApps {
  /** Undefined when nobody can say how many. */
  readonly count: number | undefined;
  readonly cause: MissingCause;
}

/** The apps that could be listed. */
export interface AppList {
  readonly apps: readonly App[];
  readonly missing: MissingApps | undefined;
}

/** Whether a list of that length is more likely one page than all there is. */
export function looksCut(length: number): boolean {
  return length >= 10 && (length % 5 === 0 || [12, 16, 24, 32, 48, 64].includes(length));
}

/** Whether the service says anything of its pages. */
export function hasPages(page: AppsPage): boolean {
  return [page.hasNextPage, page.totalPages, page.totalItems].some((said) => said !== undefined);
}

export class AppCollection {
  private readonly byId = new Map<string, App>();
  private received = 0;
  /** How many pages were added. */
  pages = 0;
  private dropped = 0;
  private longest = 0;
  private first: AppsPage | undefined;
  private last: AppsPage | undefined;

  /** Answers how many apps the page brought that were not known. */
  add(page: AppsPage): number {
    const before = this.byId.size + this.dropped;
    for (const app of page.items) this.byId.set(app.id, app);
    const length = page.items.length + page.dropped;
    this.pages++;
    this.dropped += page.dropped;
    this.received += length;
    this.longest = Math.max(this.longest, length);
    this.first ??= page;
    this.last = page;
    return this.byId.size + this.dropped - before;
  }

  /** Whether the page brings what the first one brought, in whatever order: then it is no other page. */
  isFirst(page: AppsPage): boolean {
    const ids = new Set(this.first?.items.map(({ id }) => id));
    const { items, dropped } = page;
    return (
      dropped === this.first?.dropped && items.length === ids.size && items.every(({ id }) => ids.has(id))
    );
  }

  /** Whether the page brings an app that is not known. */
  addsTo(page: AppsPage): boolean {
    return page.dropped > 0 || page.items.some(({ id }) => !this.byId.has(id));
  }

  /** Whether there may be another page after the last one, which was asked for with room for `asked` apps. */
  mayHaveMore(asked: number): boolean {
    const { last } = this;
    if (!last || last.items.length + last.dropped === 0) return false;
    const total = last.totalItems;
    if (total !== undefined) return this.found < total && last.hasNextPage !== false;
    if (last.hasNextPage !== undefined) return last.hasNextPage;
    if (last.totalPages !== undefined) return this.pages < last.totalPages;
    // It says nothing of pages: as long as they are full there may be another.
    const length = last.items.length + last.dropped;
    return length >= this.longest && length <= asked;
  }

  list(cause: MissingCause): AppList {
    return { apps: [...this.byId.values()], missing: this.missing(cause) };
  }

  private missing(cause: MissingCause): MissingApps | undefined {
    const total = this.last?.totalItems;
    if (total !== undefined && total > this.found) return { count: total - this.byId.size, cause };
    if (this.dropped > 0) return { count: this.dropped, cause: "unreadable" };
    const isCut = cause === "pages" && (this.saysMore || looksCut(this.received));
    return isCut ? { count: undefined, cause } : undefined;
  }

  private get found(): number {
    return this.byId.size + this.dropped;
  }

  private get saysMore(): boolean {
    return this.last?.hasNextPage === true || (this.last?.totalPages ?? 0) > 1;
  }
}
