// What all windows of a machine know of one limit: which requests use it, who waits, and whether the service has asked
// for a pause. Pure; all times are the clock's `monotonicMs`.
import { isObject } from "../../core/text/isObject";
import { type Priority, priorities } from "../callOptions";
import { longestPauseMs, type RateRule } from "./rateRules";

/** One request's use of the limit, from before it is sent until it counts no more. */
export interface Slot {
  readonly id: string;
  readonly window: string;
  readonly takenAt: number;
  /** Over by then, also when its window says nothing more. */
  readonly endsBy: number;
  readonly sentAt?: number;
  /** When it was answered; for one that was given up, by when it has arrived if ever. */
  readonly answeredAt?: number;
}

/** A window's first request that cannot start yet. */
export interface Waiter {
  readonly id: string;
  readonly window: string;
  readonly priority: Priority;
  readonly since: number;
  /** Until then others let it go first; its window renews it. */
  readonly until: number;
}

export interface Pause {
  readonly since: number;
  readonly until: number;
}

export interface PaceState {
  readonly slots: readonly Slot[];
  readonly waiters: readonly Waiter[];
  readonly pause?: Pause;
}

/** When a look at the state is made, and which windows are known to be gone. */
export interface PaceView {
  readonly now: number;
  readonly isGone: (window: string) => boolean;
}

export const emptyPace: PaceState = { slots: [], waiters: [] };

/** How long others wait for the one whose turn it is, after the limit has become free. */
const firstWaiterGraceMs = 500;
/** A person does not wait longer than this for the answer to somebody's request: it has arrived long ago. */
const overdueMs = 7_000;
/** No request takes longer; more is damage. */
const longestSlotMs = 12 * 60 * 60_000;
/** A request that nobody waits for any more may still be on its way for so long. */
const onTheWayMs = 550;
/** Slots are remembered a moment longer than they count: others see since when the limit is free. */
const rememberedMs = 2 * firstWaiterGraceMs;

/** The state as it is at the time of the look, without what is over. */
export function settle(state: PaceState, rule: RateRule, view: PaceView): PaceState {
  const { now, isGone } = view;
  const slots = state.slots
    .map((slot) => settleSlot(slot, view))
    .filter(({ answeredAt }) => answeredAt === undefined || answeredAt + rule.windowMs + rememberedMs > now);
  const waiters = state.waiters.filter(
    ({ window, since, until }) => since <= now && now < until && !isGone(window),
  );
  const pause = state.pause && settlePause(state.pause, now);
  return pause ? { slots, waiters, pause } : { slots, waiters };
}

/** The earliest time at which the limit allows a request; -Infinity when nothing holds it, Infinity when not known. */
export function freeAt(state: PaceState, rule: RateRule, priority: Priority): number {
  const limit = priority === "interactive" ? rule.requests : rule.requests - rule.heldForInteractive;
  const overAt = state.slots.map((slot) => endOf(slot, priority) + rule.windowMs).sort((a, b) => b - a);
  return Math.max(
    overAt[limit - 1] ?? Number.NEGATIVE_INFINITY,
    state.pause?.until ?? Number.NEGATIVE_INFINITY,
  );
}

/** When a request can start, and from when on its slot may be taken. */
export interface Start {
  readonly at: number;
  readonly takeAt: number;
}

/**
 * The start of a window's first request, when those of other windows that go before it are given the time to do so.
 * Its slot may be taken `leadMs` sooner, though not before those.
 */
export function startOf(state: PaceState, rule: RateRule, own: Omit<Waiter, "until">, leadMs: number): Start {
  const free = freeAt(state, rule, own.priority);
  const isBehind = state.waiters.some((other) => other.id !== own.id && goesBefore(other, own));
  return isBehind
    ? { at: free + firstWaiterGraceMs, takeAt: free + firstWaiterGraceMs }
    : { at: free, takeAt: free - leadMs };
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

/** True of a request under way whose end only its own window will tell. */
export function isUnderWay({ answeredAt }: Slot): boolean {
  return answeredAt === undefined;
}

/** The state that another window wrote; undefined when it is damaged. */
export function readPace(text: string): PaceState | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
  if (!isObject(found)) return undefined;
  const { slots, waiters, pause } = found;
  if (!Array.isArray(slots) || !slots.every(isSlot)) return undefined;
  if (!Array.isArray(waiters) || !waiters.every(isWaiter)) return undefined;
  if (pause === undefined) return { slots, waiters };
  return isPause(pause) ? { slots, waiters, pause } : undefined;
}

function settleSlot(slot: Slot, { now, isGone }: PaceView): Slot {
  // From the time before the machine started again, which nobody can compare.
  if (slot.takenAt > now) return { ...slot, takenAt: now, endsBy: now, answeredAt: now };
  const endsBy = Math.min(slot.endsBy, slot.takenAt + longestSlotMs);
  const latest = givenUpAt(now);
  if (slot.answeredAt !== undefined) return slot.answeredAt > latest ? { ...slot, answeredAt: latest } : slot;
  if (endsBy <= now) return { ...slot, answeredAt: endsBy };
  return isGone(slot.window) ? { ...slot, answeredAt: latest } : slot;
}

function settlePause({ since, until }: Pause, now: number): Pause | undefined {
  const end = Math.min(until, since + longestPauseMs);
  return since <= now && now < end ? { since, until: end } : undefined;
}

function endOf({ answeredAt, sentAt }: Slot, priority: Priority): number {
  if (answeredAt !== undefined) return answeredAt;
  return priority === "interactive" && sentAt !== undefined ? sentAt + overdueMs : Number.POSITIVE_INFINITY;
}

function goesBefore(a: Omit<Waiter, "until">, b: Omit<Waiter, "until">): boolean {
  const byPriority = priorities.indexOf(a.priority) - priorities.indexOf(b.priority);
  if (byPriority !== 0) return byPriority < 0;
  return a.since < b.since || (a.since === b.since && a.id < b.id);
}

function isSlot(value: unknown): value is Slot {
  if (!isObject(value)) return false;
  const { id, window, takenAt, endsBy, sentAt, answeredAt } = value;
  return (
    typeof id === "string" &&
    typeof window === "string" &&
    isTime(takenAt) &&
    isTime(endsBy) &&
    (sentAt === undefined || isTime(sentAt)) &&
    (answeredAt === undefined || isTime(answeredAt))
  );
}

function isWaiter(value: unknown): value is Waiter {
  if (!isObject(value)) return false;
  const { id, window, priority, since, until } = value;
  return (
    typeof id === "string" &&
    typeof window === "string" &&
    priorities.includes(priority as Priority) &&
    isTime(since) &&
    isTime(until)
  );
}

function isPause(value: unknown): value is Pause {
  return isObject(value) && isTime(value["since"]) && isTime(value["until"]);
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
