// Faults that tests inject: the next matching calls are slow, get a given response, or lose their connection.

/** Without `answer` and `cut` the call is handled normally, only later. */
export interface Fault {
  /** Real time. */
  readonly delayMs?: number;
  /** Delays the call until the promise settles. */
  readonly until?: Promise<unknown>;
  /** Sent unchanged, instead of handling the call, or after it with `isHandled`. */
  readonly answer?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** The call is handled, whatever the response says. */
    readonly isHandled?: boolean;
  };
  /** "before": before the call is handled; "after": handled, without a response. */
  readonly cut?: "before" | "after";
}

/** An absent field matches every call. */
export interface FaultMatch {
  readonly method?: string;
  /** The path without the query, or a pattern for the path with the query. */
  readonly path?: string | RegExp;
  /** Number of calls, 1 when absent; `Infinity`: until cleared. */
  readonly times?: number;
}

interface PlannedFault {
  /** Calls so far. */
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

  /** Faults that match the same call apply in turn. */
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

  clear(): void {
    this.#plans = [];
  }

  /** The fault for this call, which counts as one of its `times`. */
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
  // A new RegExp per call: one with the g flag has state.
  return new RegExp(match.path.source, match.path.flags.replace(/[gy]/g, "")).test(pathWithQuery);
}
