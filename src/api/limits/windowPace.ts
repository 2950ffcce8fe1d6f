// One window's part in the pace of a limit: its own requests, and who of its queue may start beside those of the others.
import type { WaitingJob } from "./jobQueue";
import {
  emptyPace,
  freeAt,
  givenUpAt,
  laterPause,
  type PaceState,
  type PaceView,
  type Pause,
  pauseOf,
  type Slot,
  type Start,
  settle,
  startOf,
  type Waiter,
} from "./paceState";
import type { RateRule } from "./rateRules";

/** A job that may start, not before a moment, with the slot that it uses. */
export interface Grant {
  readonly waiting: WaitingJob;
  readonly slot: Slot;
  readonly notBefore: number;
}

/** Jobs that wait, and how many milliseconds before the limit is free a slot may be taken; without any none is taken. */
export interface Candidates {
  readonly queue: readonly WaitingJob[];
  readonly leadMs?: number;
}

/** A check before the start takes no longer than this, or the slot is asked for again. */
export const longestPrepareMs = 120_000;
const usualLongestMs = 60_000;
const slackMs = 5_000;
/** For how long others let a window go first that says nothing more. */
const waiterForMs = 10_000;

export class WindowPace {
  /** What the others do, as last seen. */
  private others = emptyPace;
  private readonly slots = new Map<string, Slot>();
  private pauseSeen: Pause | undefined;
  private waiter: Waiter | undefined;
  private lastTakenAt = Number.NEGATIVE_INFINITY;
  private taken = 0;

  /** `id` begins the ids of its entries in a state; `window` is the window's own. */
  constructor(
    private readonly rule: RateRule,
    private readonly id: string,
    private readonly window: string,
  ) {}

  /** Whether others may be waiting for somebody of this window. */
  get isAnnounced(): boolean {
    return this.waiter !== undefined;
  }

  /** When the service lets requests through again; in the past when it has not asked for a pause. */
  pausedUntil(now: number): number {
    return this.state(now).pause?.until ?? Number.NEGATIVE_INFINITY;
  }

  /** The service has asked for `ms` without requests. */
  pause(now: number, ms: number): void {
    this.pauseSeen = laterPause(this.pauseSeen, pauseOf(now, ms));
  }

  /** Whether a request of no special priority could start. */
  isFree(now: number): boolean {
    return freeAt(this.state(now), this.rule, "normal") <= now;
  }

  /** When the job can start, as far as is known. */
  startOf(waiting: WaitingJob, now: number, leadMs: number): Start {
    return startOf(this.state(now), this.rule, this.entryOf(waiting), leadMs);
  }

  /** The request of a slot is on its way. */
  send(slot: Slot, now: number): void {
    this.slots.set(slot.id, { ...slot, sentAt: now });
  }

  /** It was answered, or given up without an answer. False when that is known already. */
  end(slot: Slot, now: number, isAnswered: boolean): boolean {
    const sent = this.slots.get(slot.id);
    if (!sent || sent.answeredAt !== undefined) return false;
    this.slots.set(slot.id, { ...sent, answeredAt: isAnswered ? now : givenUpAt(now) });
    return true;
  }

  /** Nothing was sent. */
  giveBack(slot: Slot): void {
    this.slots.delete(slot.id);
  }

  /** The slots that `change` granted are this window's. */
  keep(grants: readonly Grant[]): void {
    for (const { slot } of grants) {
      this.slots.set(slot.id, slot);
      this.lastTakenAt = slot.takenAt;
    }
  }

  /**
   * The common state with what this window does in it, and with slots for the jobs that may start, which are put into
   * `grants`. Nothing is taken until `keep` says so: it may be called again with a newer state.
   */
  change(state: PaceState, view: PaceView, candidates: Candidates, grants: Grant[]): PaceState {
    const { now } = view;
    const isOwn = ({ id }: { readonly id: string }): boolean =>
      id === this.id || id.startsWith(`${this.id}.`);
    this.others = settle(
      {
        ...state,
        slots: state.slots.filter((slot) => !isOwn(slot)),
        waiters: state.waiters.filter((waiter) => !isOwn(waiter)),
      },
      this.rule,
      view,
    );
    let next = this.state(now);
    for (const id of [...this.slots.keys()])
      if (!next.slots.some((slot) => slot.id === id)) this.slots.delete(id);
    const { queue, leadMs } = candidates;
    let first = 0;
    for (let waiting = queue[0]; waiting && leadMs !== undefined; waiting = queue[first]) {
      const { at, takeAt } = startOf(next, this.rule, this.entryOf(waiting), leadMs);
      if (takeAt > now) break;
      const slot = this.slotFor(waiting, now);
      grants.push({ waiting, slot, notBefore: at });
      next = { ...next, slots: [...next.slots, slot] };
      first++;
    }
    this.waiter = this.waiterFor(queue[first], now, grants.length > 0);
    const waiters = this.waiter ? [...next.waiters, this.waiter] : next.waiters;
    return { ...next, slots: [...next.slots].sort(byId), waiters: [...waiters].sort(byId) };
  }

  private state(now: number): PaceState {
    const pause = laterPause(this.others.pause, this.pauseSeen);
    const slots = [...this.others.slots, ...this.slots.values()];
    const state = { slots, waiters: this.others.waiters, ...(pause ? { pause } : {}) };
    return settle(state, this.rule, { now, isGone: () => false });
  }

  private slotFor({ job }: WaitingJob, now: number): Slot {
    const endsBy = now + longestPrepareMs + (job.longestMs ?? usualLongestMs) + slackMs;
    return { id: `${this.id}.${this.taken++}`, window: this.window, takenAt: now, endsBy };
  }

  private entryOf({ job, since }: WaitingJob): Omit<Waiter, "until"> {
    // Windows with much to do take turns: each is as old as its last request.
    const waitsSince = Math.max(since, this.lastTakenAt);
    return { id: this.id, window: this.window, priority: job.priority, since: waitsSince };
  }

  private waiterFor(waiting: WaitingJob | undefined, now: number, hasTaken: boolean): Waiter | undefined {
    if (!waiting) return undefined;
    const entry = this.entryOf(waiting);
    const since = hasTaken ? now : entry.since;
    const { waiter } = this;
    const isSame = waiter?.priority === entry.priority && waiter.since === since;
    // Renewed at half of its time: a state that stays the same need not be written.
    if (isSame && waiter.until - now > waiterForMs / 2) return waiter;
    return { ...entry, since, until: now + waiterForMs };
  }
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
