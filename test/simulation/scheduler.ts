// Virtual time. Every wait for time, a response or the disk is an event; the next one runs when all promises
// have settled as far as they can. The dice order simultaneous events.
import { mix } from "./random";

/** A window from start to death, which ends its waits. */
export class Life {
  isAlive = true;
  /** VS Code has begun to end it: the user begins nothing more. */
  isEnding = false;
  diedAt = Number.POSITIVE_INFINITY;
  /** Ends after so many more of its events. */
  eventsLeft: number | undefined;
  /** VS Code closes it then; else it dies. */
  isClosed = false;
  /** No event before this moment. */
  frozenUntilMs = Number.NEGATIVE_INFINITY;
  private events = 0;

  /** `name`: the window, and how often it was started. */
  constructor(
    readonly name: string,
    readonly startedAt: number,
    private readonly seed: number,
  ) {}

  /** Order among simultaneous events. */
  nextTie(): number {
    return mix(this.seed ^ Math.imul(++this.events, 0x9e3779b9));
  }
}

interface Event {
  at: number;
  readonly tie: number;
  readonly order: number;
  readonly life: Life | undefined;
  readonly what: string;
  readonly run: () => void;
  isCancelled: boolean;
}

/** More simultaneous events mean that time does not advance. */
const mostEventsOfOneMoment = 5_000;
/** Events per turn of the event loop, for garbage collection and signals. */
const eventLoopTurn = 512;

export class Scheduler {
  /** Since the machine started. */
  nowMs = 1_000_000;
  steps = 0;
  /** Equal for two runs with the same events. */
  traceHash = 0x811c9dc5;
  /** The trace as text, when it is to be read. */
  readonly lines: string[] | undefined;
  /** Runs after each event, when all promises have settled; throws on a violation. */
  afterStep: () => void = () => undefined;
  /** After the window's last event. */
  onDeath: (life: Life) => void = () => undefined;
  /** Too many simultaneous events. */
  onStandstill: (what: string) => void = () => undefined;
  /** Next event last. */
  private readonly events: Event[] = [];
  private scheduled = 0;
  private eventsOfMoment = 0;

  /** Without a seed, simultaneous events run in the order of scheduling. */
  constructor(
    private readonly seed: number | undefined,
    keepsLines = false,
  ) {
    this.lines = keepsLines ? [] : undefined;
  }

  /** Unless the returned function is called or the window dies. */
  schedule(life: Life | undefined, inMs: number, what: string, run: () => void): () => void {
    const order = ++this.scheduled;
    const tie = this.seed === undefined ? 0 : life ? life.nextTie() : mix(this.seed ^ order);
    const event: Event = {
      ...{ at: this.nowMs + Math.max(0, inMs), tie, order, life, what, run },
      isCancelled: false,
    };
    this.insert(event);
    return () => {
      event.isCancelled = true;
    };
  }

  private insert(event: Event): void {
    let low = 0;
    for (let high = this.events.length; low < high; ) {
      const middle = (low + high) >> 1;
      const other = this.events[middle];
      if (other && isBefore(event, other)) low = middle + 1;
      else high = middle;
    }
    this.events.splice(low, 0, event);
  }

  /** Never resolves when the window dies first. */
  wait(life: Life, inMs: number, what: string): Promise<void> {
    return new Promise((resolve) => this.schedule(life, inMs, what, resolve));
  }

  /** Adds to the trace, by which runs are compared. */
  note(what: string): void {
    let hash = Math.imul(this.traceHash ^ Math.floor(this.nowMs), 0x01000193);
    for (let index = 0; index < what.length; index++)
      hash = Math.imul(hash ^ what.charCodeAt(index), 0x01000193);
    this.traceHash = hash >>> 0;
    this.lines?.push(`${((this.nowMs - 1_000_000) / 1000).toFixed(3).padStart(9)}  ${what}`);
  }

  /** Until `untilMs` (`nowMs`). */
  async run(untilMs: number): Promise<void> {
    await drained();
    for (let event = this.events.at(-1); event && event.at <= untilMs; event = this.events.at(-1)) {
      this.events.pop();
      if (event.isCancelled || event.life?.isAlive === false) continue;
      if (event.life && event.at < event.life.frozenUntilMs) {
        event.at = event.life.frozenUntilMs;
        this.insert(event);
        continue;
      }
      this.advanceTo(event);
      if (event.what !== "") this.note(event.what);
      event.run();
      await drained();
      this.countDown(event.life);
      this.afterStep();
      if (++this.steps % eventLoopTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }

  /** These lives sleep; their waits end later by as much, or (`isCounted`) right afterwards. */
  async sleep(lives: readonly Life[], ms: number, isCounted: boolean): Promise<void> {
    const wakesAt = this.nowMs + ms;
    for (const life of lives)
      life.frozenUntilMs = Math.max(wakesAt, life.frozenUntilMs + (isCounted ? 0 : ms));
    if (!isCounted)
      for (const event of this.events.splice(0).reverse()) {
        if (event.life && lives.includes(event.life)) event.at += ms;
        this.insert(event);
      }
    await this.run(wakesAt);
  }

  private advanceTo(event: Event): void {
    this.eventsOfMoment = event.at === this.nowMs ? this.eventsOfMoment + 1 : 0;
    this.nowMs = event.at;
    if (this.eventsOfMoment > mostEventsOfOneMoment) this.onStandstill(event.what);
  }

  private countDown(life: Life | undefined): void {
    if (life?.eventsLeft === undefined || --life.eventsLeft > 0) return;
    life.eventsLeft = undefined;
    this.onDeath(life);
  }
}

/** Resolves when every promise has settled as far as it can: macrotasks run when no microtask is left. */
export function drained(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

function isBefore(a: Event, b: Event): boolean {
  if (a.at !== b.at) return a.at < b.at;
  return a.tie !== b.tie ? a.tie < b.tie : a.order < b.order;
}
