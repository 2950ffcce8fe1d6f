// Shared state of one rate limit: requests, waiting windows and the service's pause. Pure; times are
// `monotonicMs`.
import { field, parseJson, readAs } from "../../core/parse";
import { type Priority, priorities } from "../http/exchange";
import { longestPauseMs, type RateRule } from "./rateRules";

export interface Use {
  readonly id: string;
  readonly takenAt: number;
  /** The use ends then unless its window renews it. */
  readonly leaseUntil: number;
  readonly sentAt?: number | undefined;
  /** Time of the response; for an abandoned request, the latest time at which it can arrive. */
  readonly answeredAt?: number | undefined;
}

export interface Waiting {
  readonly id: string;
  readonly priority: Priority;
  readonly since: number;
  /** Until then other windows give way, unless this window renews it. */
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

export const leaseMs = 6_000;
export const renewMs = leaseMs / 2;
/** Time that the next window has to start once the limit is free. */
const firstWaitingGraceMs = 500;
/** The service has received an older request by then, so an interactive one waits no longer for it. */
const overdueMs = 7_000;
/** An abandoned request may still arrive for so long. */
const onTheWayMs = 550;
/** Longer than they count, so that other windows see since when the limit is free. */
const rememberedMs = 2 * firstWaitingGraceMs;

const { number, text, optional } = field;
const useFields = field.object({
  id: text,
  takenAt: number,
  leaseUntil: number,
  sentAt: optional(number),
  answeredAt: optional(number),
});
const schema = field.object({
  uses: field.list(field.anything),
  waiting: field.readable(
    field.object({ id: text, priority: field.oneOf(priorities), since: number, leaseUntil: number }),
  ),
  pause: optional(field.object({ since: number, until: number })),
});

/** Undefined for damaged state. */
export function readState(written: string, now: number): LimitState | undefined {
  const state = readAs(schema, parseJson(written));
  const uses = state?.uses.map((use, index) => readAs(useFields, use) ?? unknownUse(index, now));
  return state && uses && { ...state, uses };
}

/** Counts as just answered. */
export function unknownUse(index: number, now: number): Use {
  return { id: `unknown.${index}`, takenAt: now, leaseUntil: now, answeredAt: now };
}

/** Ends expired uses, and drops those that no longer count. */
export function settle(state: LimitState, rule: RateRule, now: number): LimitState {
  const uses = state.uses
    .map((use) => settleUse(use, now))
    .filter(({ answeredAt }) => answeredAt === undefined || answeredAt + rule.periodMs + rememberedMs > now);
  const waiting = state.waiting.filter(
    ({ since, leaseUntil }) => since <= now && now < leaseUntil && leaseUntil <= now + leaseMs,
  );
  const pause = state.pause && settlePause(state.pause, now);
  return pause ? { uses, waiting, pause } : { uses, waiting };
}

function settleUse(use: Use, now: number): Use {
  // Taken before the machine restarted: the monotonic clock began again.
  if (use.takenAt > now) return { ...use, takenAt: now, leaseUntil: now, answeredAt: now };
  if (use.answeredAt !== undefined) return { ...use, answeredAt: Math.min(use.answeredAt, givenUpAt(now)) };
  const leaseUntil = Math.min(use.leaseUntil, now + leaseMs);
  return leaseUntil <= now ? { ...use, answeredAt: leaseUntil } : { ...use, leaseUntil };
}

function settlePause({ since, until }: Pause, now: number): Pause | undefined {
  const end = Math.min(until, since + longestPauseMs);
  return since <= now && now < end ? { since, until: end } : undefined;
}

/** The earliest start that the limit allows; -Infinity when it is free, Infinity when unknown. */
export function freeAt(state: LimitState, rule: RateRule, priority: Priority): number {
  const limit = priority === "interactive" ? rule.requests : rule.requests - rule.heldForInteractive;
  const overAt = state.uses.map((use) => endOf(use, priority) + rule.periodMs).sort((a, b) => b - a);
  return Math.max(
    overAt[limit - 1] ?? Number.NEGATIVE_INFINITY,
    state.pause?.until ?? Number.NEGATIVE_INFINITY,
  );
}

function endOf({ answeredAt, sentAt }: Use, priority: Priority): number {
  if (answeredAt !== undefined) return answeredAt;
  return priority === "interactive" && sentAt !== undefined ? sentAt + overdueMs : Number.POSITIVE_INFINITY;
}

export interface Start {
  readonly at: number;
  readonly takeAt: number;
}

/**
 * The start of a window's first request, after the turn of other windows that go before it. The slot may be
 * reserved `leadMs` sooner, though not before their turn.
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

export function pauseOf(now: number, ms: number): Pause {
  return { since: now, until: now + Math.min(Math.max(0, ms), longestPauseMs) };
}

export function laterPause(a: Pause | undefined, b: Pause | undefined): Pause | undefined {
  if (!a || !b) return a ?? b;
  return a.until >= b.until ? a : b;
}

export function givenUpAt(now: number): number {
  return now + onTheWayMs;
}
