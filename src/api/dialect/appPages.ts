// Reads the list of apps page by page (docs/interface.md#pages); detects the numbering and reports missing
// apps.

import { isServiceError } from "../../core/errors/serviceError";
import type { App } from "../../core/model/model";
import { type AppsPage, pageSize } from "./answers";
import { AppCollection, type AppList, hasPages, looksCut } from "./appCollection";
import { candidates } from "./candidates";
import type { ServiceDialect } from "./serviceDialect";

/** Names tried one by one where the service refuses several at once. */
const mostTries = 3;

const [, ...others] = candidates.limitParameter;

type Query = Readonly<Record<string, string>>;
type FetchPage = (query: Query) => Promise<AppsPage>;

const nothing: AppsPage = { items: [], dropped: 0 };

/** Bound for a service that always reports another page. */
const mostPages = 1_000;
/** Pages requested ahead: a long list is mostly round trips. */
const pagesAhead = 2;
/** From this many pages on, one request to detect the page-size parameter pays off. */
const manyPages = 3;

interface Reading {
  readonly apps: AppCollection;
  readonly query: Query;
  readonly fetchPage: FetchPage;
  /** Response to the request without a page number. */
  readonly first: AppsPage;
  readonly asked: Map<number, Promise<AppsPage>>;
  /** A page was refused, or a parameter that was shown is ignored now: once, that may pass. */
  isDoubtful?: boolean;
}

export class AppPages {
  private doubts = 0;

  constructor(private readonly dialect: ServiceDialect) {}

  /** Reads apps again that move between pages during the reading. Rejects as `fetchPage` does. */
  async readAll(teamId: string | undefined, fetchPage: FetchPage): Promise<AppList> {
    const once = await this.readOnce(teamId, fetchPage);
    if (once.missing?.cause !== "changing") return ofTeam(once, teamId);
    const again = await this.readOnce(teamId, fetchPage);
    if (again.missing?.cause !== "changing") return ofTeam(again, teamId);
    const apps = new Map<string, App>([...once.apps, ...again.apps].map((app) => [app.id, app]));
    const count = (again.missing.count ?? 0) + again.apps.length - apps.size;
    const missing = count > 0 ? { ...again.missing, count } : undefined;
    return ofTeam({ ...again, apps: [...apps.values()], missing }, teamId);
  }

  private async readOnce(teamId: string | undefined, fetchPage: FetchPage): Promise<AppList> {
    const team = await this.teamQuery(teamId, fetchPage);
    const first = team.first ?? (await this.firstPage(team.query, fetchPage));
    const apps = new AppCollection();
    apps.add(first);
    let number = this.firstNumber(first);
    const reading: Reading = { apps, query: team.query, fetchPage, first, asked: new Map() };
    if (first.hasPrevPage === true) {
      // Page numbers begin one lower: the first response was not the first page.
      const before = await this.page(number, reading);
      if (before) apps.add(before);
      number++;
    }
    for (let pages = 1; apps.mayHaveMore(pageSize) && pages < mostPages; pages++) {
      if (!hasPages(first) && !this.mayBeCut(first)) break;
      number++;
      const page = await this.page(number, reading);
      if (!page) {
        const isOnce = reading.isDoubtful && this.doubts++ === 0;
        if (!hasPages(first) && !isOnce) this.dialect.unpagedLength = first.items.length;
        return apps.list("pages");
      }
      if (apps.add(page) === 0) break;
    }
    return apps.list("changing");
  }

  /** Without a number, since pages may count from 0 or from 1. */
  private async firstPage(team: Query, fetchPage: FetchPage): Promise<AppsPage> {
    const { dialect } = this;
    const size = dialect.get("limitParameter");
    const first = await this.sized(size, team, fetchPage);
    const received = first.items.length + first.dropped;
    if (first.currentPage === 0 || first.currentPage === 1) {
      const isFirst = first.hasPrevPage !== true;
      if (isFirst) dialect.learn("firstPage", first.currentPage);
    }
    if (size !== "" && (received === pageSize || first.itemsPerPage === pageSize))
      dialect.learn("limitParameter", size);
    const isSet = dialect.certaintyOf("limitParameter") === "set";
    const isNamed = dialect.isKnown("limitParameter") && dialect.get("limitParameter") !== "";
    if (isSet || isNamed || dialect.isSizeTried || !hasManyPages(first)) return first;
    const found = await findSizeName(dialect, first, (sizes) => fetchPage({ ...team, ...sizes }));
    dialect.sawSizesTried();
    if (found === undefined) return first;
    dialect.learn("limitParameter", found);
    return await this.sized(found, team, fetchPage);
  }

  private async sized(size: string, team: Query, fetchPage: FetchPage): Promise<AppsPage> {
    const query = { ...team, ...this.setFirst() };
    if (size === "") return await fetchPage(query);
    try {
      return await fetchPage({ ...query, [size]: String(pageSize) });
    } catch (error) {
      if (!isServiceError(error, "refused") || this.dialect.certaintyOf("limitParameter") === "set")
        throw error;
      const page = await fetchPage(query);
      // Refused twice: the parameter was the page size.
      try {
        return await fetchPage({ ...query, [size]: String(pageSize) });
      } catch (again) {
        if (!isServiceError(again, "refused")) throw again;
      }
      this.dialect.sawUnknown(true);
      this.dialect.learn("limitParameter", "");
      return page;
    }
  }

  private setFirst(): Query {
    const { dialect } = this;
    const isSet =
      dialect.certaintyOf("pageParameter") === "set" && dialect.certaintyOf("firstPage") === "set";
    return isSet ? { [dialect.get("pageParameter")]: String(dialect.get("firstPage")) } : {};
  }

  private mayBeCut({ items }: AppsPage): boolean {
    const { dialect } = this;
    const isNew = items.length > dialect.unpagedLength;
    return looksCut(items.length) && (isNew || dialect.isShown("pageParameter"));
  }

  private firstNumber({ currentPage, hasPrevPage }: AppsPage): number {
    const { dialect } = this;
    if (currentPage === undefined) return hasPrevPage === true ? 0 : dialect.get("firstPage");
    return hasPrevPage === true ? currentPage - 1 : currentPage;
  }

  /** Undefined when no known name of the page parameter changes the list. */
  private async page(number: number, reading: Reading): Promise<AppsPage | undefined> {
    const { apps, query, fetchPage, asked } = reading;
    const { dialect } = this;
    const part = "pageParameter";
    const size = dialect.get("limitParameter");
    const fetchNumber = async (name: string, wanted: number): Promise<AppsPage> =>
      await fetchPage({
        ...query,
        ...(size === "" ? {} : { [size]: String(pageSize) }),
        [name]: String(wanted),
      });
    if (dialect.isKnown(part)) {
      // A concurrent call may have detected the number of the first page.
      const lastNumber = lastNumberOf(reading.first, this.firstNumber(reading.first)) ?? 0;
      const last = Math.min(lastNumber, number + pagesAhead);
      for (let ahead = number; ahead <= last; ahead++) {
        if (asked.has(ahead)) continue;
        const page = fetchNumber(dialect.get(part), ahead);
        // The rejection is awaited in this page's turn, or never after an earlier failure.
        page.catch(() => undefined);
        asked.set(ahead, page);
      }
    }
    for (const name of dialect.names(part)) {
      const isShown = dialect.get(part) === name && dialect.isKnown(part);
      let page: AppsPage;
      try {
        page = await ((isShown && asked.get(number)) || fetchNumber(name, number));
      } catch (error) {
        if (isServiceError(error, "notFound") && isShown) return nothing;
        if (!isServiceError(error, "refused", "notFound") || isShown) throw error;
        reading.isDoubtful = true;
        dialect.sawUnknown(true);
        continue;
      }
      if (this.isTurned(page, number, apps)) {
        dialect.learn(part, name);
        await this.learnFirst(number, apps, async () => await fetchNumber(name, 1));
        return page;
      }
      // Apps that moved may repeat on a page; only the second page can show that the parameter is ignored.
      if (isShown && apps.pages > 1) return page;
      if (dialect.isShown(part)) reading.isDoubtful = true;
      dialect.unlearn(part);
      dialect.sawUnknown(false);
    }
    return undefined;
  }

  private isTurned(page: AppsPage, number: number, apps: AppCollection): boolean {
    if (page.currentPage !== undefined) return page.currentPage === number;
    return !apps.isFirst(page);
  }

  /** In a list without numbers, page 1 is the second page of a service that counts from 0. */
  private async learnFirst(
    number: number,
    apps: AppCollection,
    fetchOne: () => Promise<AppsPage>,
  ): Promise<void> {
    if (number !== 2 || this.dialect.isKnown("firstPage")) return;
    const one = await fetchOne();
    // An app that another client creates in that time is new on the first page, too.
    const isOther = apps.addsTo(one);
    if (isOther !== apps.sharesWithFirst(one)) this.dialect.learn("firstPage", isOther ? 0 : 1);
    apps.add(one);
  }

  private async teamQuery(
    teamId: string | undefined,
    fetchPage: FetchPage,
  ): Promise<{ readonly query: Query; readonly first?: AppsPage }> {
    if (teamId === undefined) return { query: {} };
    const { dialect } = this;
    for (const name of dialect.names("teamParameter")) {
      const query = { [name]: teamId };
      try {
        const first = await this.firstPage(query, fetchPage);
        const isApplied = first.items.length > 0 && first.items.every((app) => app.teamId === teamId);
        if (!isApplied) continue;
        dialect.learn("teamParameter", name);
        return { query, first };
      } catch (error) {
        if (!isServiceError(error, "refused")) throw error;
      }
    }
    return { query: {} };
  }
}

/** `first` is the response without a number, `number` the number that it has. */
function lastNumberOf(first: AppsPage, number: number): number | undefined {
  const { totalPages, totalItems, items, dropped } = first;
  const length = items.length + dropped;
  if (totalItems !== undefined && length > 0) return number + Math.ceil(totalItems / length) - 1;
  return totalPages === undefined ? undefined : number + totalPages - 1;
}

/** Where the service ignores the team filter, all apps were listed. */
function ofTeam(list: AppList, teamId: string | undefined): AppList {
  if (teamId === undefined) return list;
  return { ...list, apps: list.apps.filter((app) => app.teamId === teamId) };
}

function hasManyPages({ totalItems, totalPages, hasNextPage, items, dropped }: AppsPage): boolean {
  const length = items.length + dropped;
  if (length === 0 || length >= pageSize) return false;
  if (totalItems !== undefined) return totalItems > length * manyPages;
  if (totalPages !== undefined) return totalPages > manyPages;
  return hasNextPage ?? looksCut(length);
}

/** The applied page-size parameter where the usual one is ignored; undefined when none is worth a try. */
async function findSizeName(
  dialect: ServiceDialect,
  first: AppsPage,
  fetchSized: (sizes: Readonly<Record<string, string>>) => Promise<AppsPage>,
): Promise<string | undefined> {
  const usual = first.items.length + first.dropped;
  const lengthOf = async (sizes: Readonly<Record<string, string>>): Promise<number> => {
    try {
      const { items, dropped } = await fetchSized(sizes);
      return items.length + dropped;
    } catch (error) {
      if (!isServiceError(error, "refused", "server", "badResponse")) throw error;
      if (error.kind === "refused") dialect.sawUnknown(true);
      return 0;
    }
  };
  if (dialect.refusesUnknown !== true) {
    // One request with all names, each with its own size: the length of the response tells which is applied.
    const sizes = others.map((name, index) => [name, String(usual + 1 + index)]);
    const length = await lengthOf(Object.fromEntries(sizes));
    if (length > 0) return others[length - usual - 1];
  }
  const tries = first.totalItems === undefined ? 0 : mostTries;
  for (const name of others.slice(0, tries)) {
    if ((await lengthOf({ [name]: String(usual + 1) })) === usual + 1) return name;
  }
  return undefined;
}
