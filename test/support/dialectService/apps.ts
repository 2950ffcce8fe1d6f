// The service's apps and their pages.

import type { Dialect } from "./dialect";
import { Refusal } from "./refusal";

export interface DialectApp {
  readonly id: string;
  name: string;
  memoryMB: number;
  runtime: string;
  exposedViaWeb: boolean;
  autoRestart: boolean;
  startupCommand: string;
  readonly teamId: string | null;
  status: string;
  restarts: number;
  readonly createdAt: number;
  updatedAt: number;
}

/** Response of GET /v1/apps. */
export function pageOf(dialect: Dialect, all: readonly DialectApp[], query: URLSearchParams): object {
  const team = query.get(dialect.teamParameter);
  const apps = all.filter(({ teamId }) => team === null || teamId === team);
  const page = wholeNumber(query.get(dialect.pageParameter), dialect.firstPage, dialect.firstPage);
  const size = sizeOf(dialect, query);
  const index = page - dialect.firstPage;
  const shown = apps.slice(index * size, (index + 1) * size);
  const hasNextPage = (index + 1) * size < apps.length;
  const number = numberIn(dialect);
  const whole = {
    totalItems: number(apps.length),
    totalPages: number(Math.ceil(apps.length / size)),
    itemsPerPage: number(size),
    hasNextPage,
    currentPage: dialect.saysCurrentPage ? number(page) : undefined,
    hasPrevPage: dialect.saysCurrentPage ? index > 0 : undefined,
  };
  const totalUsedRAM = number(apps.reduce((sum, { memoryMB }) => sum + memoryMB, 0));
  const items = shown.map((app) => showApp(dialect, app));
  switch (dialect.totals) {
    case "insideEachItem":
      return { applications: items.map((item) => ({ ...item, totalUsedRAM, pagination: whole })) };
    case "beside":
      return { applications: items, totalUsedRAM, pagination: whole };
    case "onlyTotal": {
      const { totalItems, currentPage } = whole;
      return { applications: items, pagination: { totalItems, currentPage } };
    }
    case "onlyHasNext":
      return { applications: items.map((item) => ({ ...item, pagination: { hasNextPage } })) };
    case "absent":
      return { applications: items };
  }
}

export function showApp(dialect: Dialect, app: DialectApp): object {
  const number = numberIn(dialect);
  return {
    _id: app.id,
    containerId: `container-${app.id}`,
    teamId: app.teamId,
    restartRequired: false,
    userId: "user-1",
    name: app.name,
    allocatedMemoryMB: number(app.memoryMB),
    allocatedVCpu: number(1),
    exposedViaWeb: app.exposedViaWeb,
    startupCommand: app.startupCommand,
    runtimeEnvironment: app.runtime,
    autoRestartEnabled: app.autoRestart,
    status: app.status,
    createdAt: timeText(dialect, app.createdAt),
    updatedAt: timeText(dialect, app.updatedAt),
    repoDeploys: [],
    externalPort: null,
  };
}

export function timeText({ times }: Dialect, ms: number): string {
  if (times === "ms") return new Date(ms).toISOString();
  if (times === "wholeSeconds") return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
  return new Date(ms + 2 * 60 * 60_000).toISOString().replace("Z", "+02:00");
}

export function numberIn({ numbersAsText }: Dialect): (value: number) => number | string {
  return (value) => (numbersAsText ? String(value) : value);
}

function sizeOf({ pageSize, sizeParameter }: Dialect, query: URLSearchParams): number {
  if (pageSize.kind === "fixed") return pageSize.size;
  const asked = sizeParameter === undefined ? null : query.get(sizeParameter);
  return Math.min(pageSize.most, wholeNumber(asked, pageSize.default, 1));
}

function wholeNumber(text: string | null, otherwise: number, least: number): number {
  if (text === null) return otherwise;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw new Refusal(400, "Not a usable number");
  return Number(text);
}
