// Virtual time. Whatever waits for time, for an answer or for the disk is an event here; the next one runs when all
// promises have gone on as far as they can without it. Which of two events of one moment goes first is chance's choice.
import { mix } from "./random";

/** A window from its start to its death: what waits in its name stops with it. */
export class Life {
  isAlive = true;
  diedAt = Number.POSITIVE_INFINITY;
  /** Dies after so many more of its own events. */
  eventsLeft: number | undefined;
  /** Its events wait until this moment. */
  frozenUntilMs = Number.NEGATIVE_INFINITY;
  private events = 0;

  /** `name`: the window, and how often it was started. */
  constructor(
    readonly name: string,
    readonly startedAt: number,
    private readonly seed: number,
  ) {}

  /** Orders events of one moment. */
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

/** More events of one moment than this, and time stands still. */
const mostEventsOfOneMoment = 5_000;
/** How often the event loop itself has a turn, in events: garbage and signals need it. */
const eventLoopTurn = 512;

export class Scheduler {
  /** Milliseconds since the machine was started. */
  nowMs = 1_000_000;
  /** Events that ran. */
  steps = 0;
  /** The same for two runs that did the same things in the same order. */
  traceHash = 0x811c9dc5;
  /** The trace itself, when somebody wants to read it. */
  readonly lines: string[] | undefined;
  /** Runs after each event, once all is quiet; throws when something is wrong. */
  afterStep: () => void = () => undefined;
  /** A window's last event has run. */
  onDeath: (life: Life) => void = () => undefined;
  /** There are too many events of one moment. */
  onStandstill: (what: string) => void = () => undefined;
  /** The next one last. */
  private readonly events: Event[] = [];
  private scheduled = 0;
  private eventsOfMoment = 0;

  /** Without a seed the events of one moment run in the order in which they were scheduled. */
  constructor(
    private readonly seed: number | undefined,
    keepsLines = false,
  ) {
    this.lines = keepsLines ? [] : undefined;
  }

  /** Runs `run` after `inMs`, unless the function that it returns is called or the window dies before. */
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

  /** Never resolves when the window dies before. */
  wait(life: Life, inMs: number, what: string): Promise<void> {
    return new Promise((resolve) => this.schedule(life, inMs, what, resolve));
  }

  /** Notes something that happened, so that two runs can be compared. */
  note(what: string): void {
    let hash = Math.imul(this.traceHash ^ Math.floor(this.nowMs), 0x01000193);
    for (let index = 0; index < what.length; index++)
      hash = Math.imul(hash ^ what.charCodeAt(index), 0x01000193);
    this.traceHash = hash >>> 0;
    this.lines?.push(`${((this.nowMs - 1_000_000) / 1000).toFixed(3).padStart(9)}  ${what}`);
  }

  /** Runs events until `untilMs` (of `nowMs`) is reached. */
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

  /** The lives stand still for so long, and what they wait for comes later by as much, or (`isCounted`) right after. */
  async sleep(lives: readonly Life[], ms: number, isCounted: boolean): Promise<void> {
    const wakesAt = this.nowMs + ms;
    for (const life of lives) life.frozenUntilMs = wakesAt;
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

/** Resolves when every promise has gone on as far as it can: ticks run when there is no microtask left. */
export function drained(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

function isBefore(a: Event, b: Event): boolean {
  if (a.at !== b.at) return a.at < b.at;
  return a.tie !== b.tie ? a.tie < b.tie : a.order < b.order;
}
