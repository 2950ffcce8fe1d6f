// One window's share of a limit: its own requests, and which queued jobs may start beside other windows'.
import type { Priority } from "../http/exchange";
import {
  emptyState,
  freeAt,
  givenUpAt,
  type LimitState,
  laterPause,
  leaseMs,
  type Pause,
  pauseOf,
  renewMs,
  type Start,
  settle,
  startOf,
  type Use,
  type Waiting,
} from "./limitState";
import type { RateRule } from "./rateRules";

export interface Turn {
  readonly priority: Priority;
  readonly ticket: number;
  /** Monotonic. */
  readonly since: number;
  readonly longestPauseMs: number;
  readonly take: (grant: Grant) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Grant {
  readonly turn: Turn;
  readonly use: Use;
  readonly notBefore: number;
}

/** A slower `prepare` loses its slot. */
export const longestPrepareMs = 120_000;

export class WindowUses {
  private others = emptyState;
  private readonly uses = new Map<string, Use>();
  private pauseSeen: Pause | undefined;
  private waiting: Waiting | undefined;
  private lastTakenAt = Number.NEGATIVE_INFINITY;
  private taken = 0;

  /** `id` is the prefix of this window's entries. */
  constructor(
    private readonly rule: RateRule,
    private readonly id: string,
  ) {}

  get hasInFlight(): boolean {
    return [...this.uses.values()].some(({ answeredAt }) => answeredAt === undefined);
  }

  /** In the past when there is no pause. */
  pausedUntil(now: number): number {
    return this.state(now).pause?.until ?? Number.NEGATIVE_INFINITY;
  }

  pause(now: number, ms: number): void {
    this.pauseSeen = laterPause(this.pauseSeen, pauseOf(now, ms));
  }

  isFree(now: number): boolean {
    return freeAt(this.state(now), this.rule, "normal") <= now;
  }

  startOf(turn: Turn, now: number, leadMs: number): Start {
    return startOf(this.state(now), this.rule, this.entryOf(turn), leadMs);
  }

  /** False once the lease has expired in the shared state, as after a suspended window. */
  holds({ id }: Use, now: number): boolean {
    return (this.uses.get(id)?.leaseUntil ?? Number.NEGATIVE_INFINITY) > now;
  }

  send(use: Use, now: number): void {
    this.uses.set(use.id, { ...(this.uses.get(use.id) ?? use), sentAt: now });
  }

  /** `isAnswered` false: the request was abandoned. Returns false when its end is known already. */
  end({ id }: Use, now: number, isAnswered: boolean): boolean {
    const sent = this.uses.get(id);
    if (!sent || sent.answeredAt !== undefined) return false;
    this.uses.set(id, { ...sent, answeredAt: isAnswered ? now : givenUpAt(now) });
    return true;
  }

  /** For a request that was not sent. */
  giveBack({ id }: Use): void {
    this.uses.delete(id);
  }

  keep(grants: readonly Grant[]): void {
    for (const { use } of grants) {
      this.uses.set(use.id, use);
      this.lastTakenAt = use.takenAt;
    }
  }

  /** Adds this window's entries and a slot, pushed to `grants`, per job that may start. `keep` commits. */
  change(
    state: LimitState,
    now: number,
    { queue, leadMs }: { readonly queue: readonly Turn[]; readonly leadMs: number },
    grants: Grant[],
  ): LimitState {
    const isOther = ({ id }: { readonly id: string }): boolean =>
      id !== this.id && !id.startsWith(`${this.id}.`);
    const { pause } = state;
    const others = { uses: state.uses.filter(isOther), waiting: state.waiting.filter(isOther), pause };
    this.others = settle(others, this.rule, now);
    this.renew(now);
    let next = this.state(now);
    for (const id of [...this.uses.keys()]) if (!next.uses.some((use) => use.id === id)) this.uses.delete(id);
    let first = 0;
    for (let turn = queue[0]; turn; turn = queue[first]) {
      const { at, takeAt } = startOf(next, this.rule, this.entryOf(turn), leadMs);
      if (takeAt > now) break;
      const use = { id: `${this.id}.${this.taken++}`, takenAt: now, leaseUntil: now + leaseMs };
      grants.push({ turn, use, notBefore: at });
      next = { ...next, uses: [...next.uses, use] };
      first++;
    }
    this.waiting = this.waitingFor(queue[first], now, grants.length > 0);
    const waiting = this.waiting ? [...next.waiting, this.waiting] : next.waiting;
    return { ...next, uses: [...next.uses].sort(byId), waiting: [...waiting].sort(byId) };
  }

  /** A hanging `prepare` renews nothing, nor does a window that stood still: its slot may be taken. */
  private renew(now: number): void {
    for (const [id, use] of this.uses) {
      const isHeld = use.leaseUntil > now && now <= use.takenAt + longestPrepareMs;
      if (use.leaseUntil - now <= renewMs && (use.sentAt !== undefined || isHeld))
        this.uses.set(id, { ...use, leaseUntil: now + leaseMs });
    }
  }

  private state(now: number): LimitState {
    const pause = laterPause(this.others.pause, this.pauseSeen);
    const uses = [...this.others.uses, ...this.uses.values()];
    return settle({ uses, waiting: this.others.waiting, pause }, this.rule, now);
  }

  private entryOf({ priority, since }: Turn): Omit<Waiting, "leaseUntil"> {
    // Busy windows take turns: each counts from its last request.
    return { id: this.id, priority, since: Math.max(since, this.lastTakenAt) };
  }

  private waitingFor(turn: Turn | undefined, now: number, hasTaken: boolean): Waiting | undefined {
    if (!turn) return undefined;
    const entry = this.entryOf(turn);
    const since = hasTaken ? now : entry.since;
    const { waiting } = this;
    const isSame = waiting?.priority === entry.priority && waiting.since === since;
    // An unchanged state is not written.
    if (isSame && waiting.leaseUntil - now > renewMs) return waiting;
    return { ...entry, since, leaseUntil: now + leaseMs };
  }
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
