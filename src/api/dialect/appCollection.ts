// Merges the apps of several pages, without duplicates, and compares them with the service's count.

import type { App } from "../../core/model/model";
import type { AppsPage } from "./answers";

/** "changing": apps moved between pages while they were read; "unreadable": items were dropped. */
type MissingCause = "pages" | "changing" | "unreadable";

export interface MissingApps {
  readonly count: number | undefined;
  readonly cause: MissingCause;
}

export interface AppList {
  readonly apps: readonly App[];
  readonly missing: MissingApps | undefined;
}

/** A round number is more likely a page than the whole list. */
export function looksCut(length: number): boolean {
  return length >= 10 && (length % 5 === 0 || [12, 16, 24, 32, 48, 64].includes(length));
}

/** True when the response has paging fields. */
export function hasPages(page: AppsPage): boolean {
  return [page.hasNextPage, page.totalPages, page.totalItems].some((said) => said !== undefined);
}

export class AppCollection {
  private readonly byId = new Map<string, App>();
  private received = 0;
  pages = 0;
  private dropped = 0;
  private longest = 0;
  private first: AppsPage | undefined;
  private last: AppsPage | undefined;

  /** Returns how many apps of the page are new. */
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

  /** The same apps as the first page, in any order: the page parameter was ignored. */
  isFirst(page: AppsPage): boolean {
    const ids = new Set(this.first?.items.map(({ id }) => id));
    const { items, dropped } = page;
    return (
      dropped === this.first?.dropped && items.length === ids.size && items.every(({ id }) => ids.has(id))
    );
  }

  sharesWithFirst(page: AppsPage): boolean {
    const ids = new Set(this.first?.items.map(({ id }) => id));
    return page.items.some(({ id }) => ids.has(id));
  }

  addsTo(page: AppsPage): boolean {
    return page.dropped > 0 || page.items.some(({ id }) => !this.byId.has(id));
  }

  /** `asked` is the page size of the last request. */
  mayHaveMore(asked: number): boolean {
    const { last } = this;
    if (!last || last.items.length + last.dropped === 0) return false;
    const total = last.totalItems;
    if (total !== undefined) return this.found < total && last.hasNextPage !== false;
    if (last.hasNextPage !== undefined) return last.hasNextPage;
    if (last.totalPages !== undefined) return this.pages < last.totalPages;
    // Without paging fields, a full page may have a successor.
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
