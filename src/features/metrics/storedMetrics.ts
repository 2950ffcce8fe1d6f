// Keeps the metrics of watched apps over a reload, in the workspace's state, and their reported conditions, so that they
// are not reported again.
import type { AppWatch } from "../../accounts/appWatch";
import type { Clock } from "../../core/async/clock";
import { appConditions, type StoredConditions } from "../../core/metrics/appConditions";
import { type HistoryPoint, isGap, type Spread, seriesNames } from "../../core/metrics/metricsHistory";
import { type AppKey, keyText } from "../../core/model/appKey";
import { field, readAs } from "../../core/parse";
import type { StateMemory } from "../../editor/state/stateMemory";

const historyKey = "metricsHistory";
const pauseMs = 60_000;
/** VS Code writes its whole state at each change. */
const mostApps = 5;

export class StoredHistories {
  /** The value as last read, and its histories: a sign-out, or the deletion of an app, replaces it. */
  private known = { value: undefined as unknown, histories: readStoredHistories(undefined) };
  private savedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly state: StateMemory,
    private readonly clock: Clock,
  ) {}

  /** The stored points of an app, finest resolution first. */
  read(app: AppKey): HistoryPoint[][] {
    return readHistory(this.stored[keyText(app)] ?? []);
  }

  /** Stores these apps' histories, at most once a minute unless `isLast`. */
  async save(apps: readonly AppKey[], watch: Pick<AppWatch, "historyToKeep">, isLast = false): Promise<void> {
    const now = this.clock.monotonicMs();
    if (!isLast && now - this.savedAt < pauseMs) return;
    this.savedAt = now;
    const own = apps.flatMap((app) => {
      const history = watch.historyToKeep(app);
      return history ? [[keyText(app), storeHistory(history)] as const] : [];
    });
    // An app that its account has not listed yet keeps its stored history.
    const others = Object.entries(this.stored).filter(([name]) => !watch.historyToKeep(keyOf(name)));
    await this.state.update(historyKey, Object.fromEntries([...own, ...others].slice(0, mostApps)));
  }

  private get stored(): Readonly<Record<string, StoredHistory>> {
    const value = this.state.get(historyKey);
    if (value !== this.known.value) this.known = { value, histories: readStoredHistories(value) };
    return this.known.histories;
  }
}

/**
 * Minute since the epoch, 1 for a new run and 1 more for each restart at the memory limit, the limit in bytes, then low,
 * average, high of each series; -1 is unknown.
 */
type Row = readonly number[];

type StoredHistory = readonly (readonly Row[])[];

const storedHistories = field.entries(field.list(field.list(field.list(field.number))));

const minuteMs = 60_000;
const unknown = -1;

/** The points of each level of detail, without gaps. */
export function storeHistory(kept: readonly (readonly HistoryPoint[])[]): StoredHistory {
  return kept.map((points) => points.filter((point) => !isGap(point)).map(rowOf));
}

/** Leaves out rows that cannot be read. */
export function readHistory(stored: StoredHistory): HistoryPoint[][] {
  return stored.map((rows) => rows.filter((row) => row.length === rowLength).map(pointOf));
}

/** Histories by "account/app"; none when the value has another shape. */
export function readStoredHistories(value: unknown): Readonly<Record<string, StoredHistory>> {
  return readAs(storedHistories, value) ?? {};
}

const rowLength = 3 + 3 * seriesNames.length;

function rowOf(point: HistoryPoint): Row {
  const figures = seriesNames.flatMap((name) => {
    const spread = point[name];
    const digits = name === "cpuPercent" ? 10 : 1;
    const short = (figure: number) => Math.round(figure * digits) / digits;
    return spread ? [spread.low, spread.average, spread.high].map(short) : [unknown, unknown, unknown];
  });
  const runs = (point.isNewRun ? 1 : 0) + (point.limitRestarts ?? 0);
  return [Math.round(point.at / minuteMs), runs, point.limitBytes ?? unknown, ...figures];
}

function pointOf([minute = 0, runs = 0, limit = unknown, ...figures]: Row): HistoryPoint {
  const spreads = seriesNames.flatMap((name, index): [string, Spread][] => {
    const [low = unknown, average = unknown, high = unknown] = figures.slice(3 * index);
    return average === unknown ? [] : [[name, { low, average, high, count: 1 }]];
  });
  return {
    at: minute * minuteMs,
    ...(limit !== unknown && { limitBytes: limit }),
    ...(runs > 0 && { isNewRun: true }),
    ...(runs > 1 && { limitRestarts: runs - 1 }),
    ...Object.fromEntries(spreads),
  };
}

function keyOf(name: string): AppKey {
  const [accountId = "", appId = ""] = name.split("/");
  return { accountId, appId };
}

const conditionsKey = "lastingConditions";
const storedConditions = field.entries(
  field.object({
    active: field.readable(field.oneOf(appConditions)),
    lastStartAt: field.optional(field.number),
  }),
);

export function readConditions(state: StateMemory, app: AppKey): StoredConditions | undefined {
  return conditionsIn(state)[keyText(app)];
}

/** Keeps the conditions of these apps; any app that was not read yet keeps its stored ones. */
export async function keepConditions(
  state: StateMemory,
  apps: readonly AppKey[],
  watch: Pick<AppWatch, "conditionsToKeep">,
): Promise<void> {
  const before = conditionsIn(state);
  const unread = Object.entries(before).filter(([name]) => !watch.conditionsToKeep(keyOf(name)));
  const known = apps.map((app) => [keyText(app), watch.conditionsToKeep(app)] as const);
  const now = Object.fromEntries([...unread, ...known].filter(([, kept]) => kept && kept.active.length > 0));
  if (JSON.stringify(now) !== JSON.stringify(before)) await state.update(conditionsKey, now);
}

function conditionsIn(state: StateMemory): Readonly<Record<string, StoredConditions>> {
  return readAs(storedConditions, state.get(conditionsKey)) ?? {};
}
