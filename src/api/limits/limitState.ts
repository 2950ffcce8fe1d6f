// What all windows of a machine know of one limit: which requests use it, which windows wait for it, and whether the
// service has asked for a pause. Pure; all times are the clock's `monotonicMs`.
import { field, parseJson, readAs } from "../../core/outside/reading";
import { type Priority, priorities } from "../http/exchange";
import { longestPauseMs, type RateRule } from "./rateRules";

/** One request's use of the limit, from before it is sent until it counts no more. */
export interface Use {
  readonly id: string;
  readonly takenAt: number;
  /** Over by then, unless its window renews it. */
  readonly leaseUntil: number;
  readonly sentAt?: number | undefined;
  /** When it was answered; for one that was given up, by when it has arrived if ever. */
  readonly answeredAt?: number | undefined;
}

/** A window's first request that cannot start yet. */
export interface Waiting {
  readonly id: string;
  readonly priority: Priority;
  readonly since: number;
  /** Until then other windows let it go first, unless its window renews it. */
  readonly leaseUntil: number;
}

export interface Pause {
  readonly since: number;
  readonly until: number;
}

export interface LimitState {
  readonly uses: readonly Use[];
  readonly waiting: readonly Waiting[];
  readonly pause?: Pause | undefined;
}

export const emptyState: LimitState = { uses: [], waiting: [] };

/** No entry outlives a dead window by more than this. */
export const leaseMs = 6_000;
/** Older leases are renewed. */
export const renewMs = leaseMs / 2;
/** How long others wait for the window whose turn it is, after the limit has become free. */
const firstWaitingGraceMs = 500;
/** A person does not wait longer than this for the answer to another request: it has arrived long ago. */
const overdueMs = 7_000;
/** A request that its caller gave up may still be on its way for so long. */
const onTheWayMs = 550;
/** Uses are remembered a moment longer than they count: other windows see since when the limit is free. */
const rememberedMs = 2 * firstWaitingGraceMs;

const { number, text, optional } = field;
const schema = field.object({
  uses: field.list(
    field.object({
      id: text,
      takenAt: number,
      leaseUntil: number,
      sentAt: optional(number),
      answeredAt: optional(number),
    }),
  ),
  waiting: field.list(
    field.object({ id: text, priority: field.oneOf(priorities), since: number, leaseUntil: number }),
  ),
  pause: optional(field.object({ since: number, until: number })),
});

/** The state that a window wrote; undefined when it is damaged. */
export function readState(written: string): LimitState | undefined {
  return readAs(schema, parseJson(written));
}

/** The state as it is now, without entries that no longer count. */
export function settle(state: LimitState, rule: RateRule, now: number): LimitState {
  const uses = state.uses
    .map((use) => settleUse(use, now))
    .filter(({ answeredAt }) => answeredAt === undefined || answeredAt + rule.windowMs + rememberedMs > now);
  const waiting = state.waiting.filter(
    ({ since, leaseUntil }) => since <= now && now < leaseUntil && leaseUntil <= now + leaseMs,
  );
  const pause = state.pause && settlePause(state.pause, now);
  return pause ? { uses, waiting, pause } : { uses, waiting };
}

function settleUse(use: Use, now: number): Use {
  // From the time before the machine started again, which nothing can be compared with.
  if (use.takenAt > now) return { ...use, takenAt: now, leaseUntil: now, answeredAt: now };
  if (use.answeredAt !== undefined) return { ...use, answeredAt: Math.min(use.answeredAt, givenUpAt(now)) };
  const leaseUntil = Math.min(use.leaseUntil, now + leaseMs);
  return leaseUntil <= now ? { ...use, answeredAt: leaseUntil } : { ...use, leaseUntil };
}

function settlePause({ since, until }: Pause, now: number): Pause | undefined {
  const end = Math.min(until, since + longestPauseMs);
  return since <= now && now < end ? { since, until: end } : undefined;
}

/** The earliest time at which the limit allows a request; -Infinity when nothing holds it, Infinity when not known. */
export function freeAt(state: LimitState, rule: RateRule, priority: Priority): number {
  const limit = priority === "interactive" ? rule.requests : rule.requests - rule.heldForInteractive;
  const overAt = state.uses.map((use) => endOf(use, priority) + rule.windowMs).sort((a, b) => b - a);
  return Math.max(
    overAt[limit - 1] ?? Number.NEGATIVE_INFINITY,
    state.pause?.until ?? Number.NEGATIVE_INFINITY,
  );
}

function endOf({ answeredAt, sentAt }: Use, priority: Priority): number {
  if (answeredAt !== undefined) return answeredAt;
  return priority === "interactive" && sentAt !== undefined ? sentAt + overdueMs : Number.POSITIVE_INFINITY;
}

/** When a request can start, and from when on the limit may be taken for it. */
export interface Start {
  readonly at: number;
  readonly takeAt: number;
}

/**
 * The start of a window's first request, when those of other windows that go before it are given the time to do so.
 * The limit may be taken `leadMs` sooner, though not before those.
 */
export function startOf(
  state: LimitState,
  rule: RateRule,
  own: Omit<Waiting, "leaseUntil">,
  leadMs: number,
): Start {
  const free = freeAt(state, rule, own.priority);
  const isBehind = state.waiting.some((other) => other.id !== own.id && goesBefore(other, own));
  return isBehind
    ? { at: free + firstWaitingGraceMs, takeAt: free + firstWaitingGraceMs }
    : { at: free, takeAt: free - leadMs };
}

function goesBefore(a: Omit<Waiting, "leaseUntil">, b: Omit<Waiting, "leaseUntil">): boolean {
  const byPriority = priorities.indexOf(a.priority) - priorities.indexOf(b.priority);
  if (byPriority !== 0) return byPriority < 0;
  return a.since < b.since || (a.since === b.since && a.id < b.id);
}

/** What the service has asked for, kept within bounds. */
export function pauseOf(now: number, ms: number): Pause {
  return { since: now, until: now + Math.min(Math.max(0, ms), longestPauseMs) };
}

/** The one of the two that ends last. */
export function laterPause(a: Pause | undefined, b: Pause | undefined): Pause | undefined {
  if (!a || !b) return a ?? b;
  return a.until >= b.until ? a : b;
}

/** By when a request has arrived that is given up now. */
export function givenUpAt(now: number): number {
  return now + onTheWayMs;
}
