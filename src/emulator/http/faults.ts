// What a test can make go wrong: the next matching calls become slow, get any answer, or lose their connection.

/** What happens to a call. Without `answer` and `cut` it is handled as usual, only later. */
export interface Fault {
  /** Waits this long, in real time, before anything else happens. */
  readonly delayMs?: number;
  /** Waits until this promise settles: a slow call whose end the test decides. */
  readonly until?: Promise<unknown>;
  /** Answered instead of being handled, or after it with `isHandled`. The body is sent as it is. */
  readonly answer?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** The call is handled all the same: an answer that is not true. */
    readonly isHandled?: boolean;
  };
  /** Cuts the connection: before the call is handled, or after it was handled and before it is answered. */
  readonly cut?: "before" | "after";
}

/** Which calls a fault is for; what is left out matches every call. */
export interface FaultMatch {
  readonly method?: string;
  /** The whole path without the query, or a pattern that is tested on the path with the query. */
  readonly path?: string | RegExp;
  /** How many calls; 1 when left out. `Infinity` for all of them until it is removed. */
  readonly times?: number;
}

/** A fault that was set. */
interface PlannedFault {
  /** The calls that met it up to now. */
  readonly met: number;
  remove(): void;
}

interface Plan {
  readonly match: FaultMatch;
  readonly fault: Fault;
  met: number;
}

export class Faults {
  #plans: Plan[] = [];

  /** Sets a fault for the next matching calls. Faults that match the same call come one after the other. */
  next(match: FaultMatch, fault: Fault): PlannedFault {
    const plan: Plan = { match, fault, met: 0 };
    this.#plans.push(plan);
    return {
      get met() {
        return plan.met;
      },
      remove: () => {
        this.#plans = this.#plans.filter((each) => each !== plan);
      },
    };
  }

  /** Takes back everything that was set. */
  clear(): void {
    this.#plans = [];
  }

  /** The fault for this call, which is used up by it. */
  take(method: string, pathWithQuery: string): Fault | undefined {
    const plan = this.#plans.find(
      ({ match, met }) => met < (match.times ?? 1) && isFor(match, method, pathWithQuery),
    );
    if (!plan) return undefined;
    plan.met += 1;
    return plan.fault;
  }
}

function isFor(match: FaultMatch, method: string, pathWithQuery: string): boolean {
  if (match.method !== undefined && match.method !== method) return false;
  if (match.path === undefined) return true;
  if (typeof match.path === "string") return match.path === pathWithQuery.split("?")[0];
  // Fresh for each call: a pattern with the g flag remembers where it stopped.
  return new RegExp(match.path.source, match.path.flags.replace(/[gy]/g, "")).test(pathWithQuery);
}
