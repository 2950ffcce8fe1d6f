// Lets several callers share one request: asks that come while a request of the same key waits to start join it.
// One request of a key is under way at a time, so that an older one can never overtake a newer.
import { higherPriority, type Priority } from "./callOptions";

/** The asks that share a request. */
export interface Batch<Ask> {
  /** The highest of those who wait; may rise while the request waits to start. */
  readonly priority: Priority;
  /** Aborts when everyone has left. */
  readonly signal: AbortSignal;
  /** Those who would share the request if it started now, oldest first. */
  readonly asks: () => readonly Ask[];
  /** The request starts now: these share it, and later ones wait for the next. May be called again for a retry. */
  readonly take: () => readonly Ask[];
}

interface Caller<Ask, Answer> {
  readonly ask: Ask;
  readonly priority: Priority;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

interface Line<Ask, Answer> {
  waiting: Caller<Ask, Answer>[];
  sharing: Caller<Ask, Answer>[];
  abandon: AbortController;
}

export class SharedRequests<Ask, Answer> {
  private readonly lines = new Map<string, Line<Ask, Answer>>();

  constructor(private readonly send: (key: string, batch: Batch<Ask>) => Promise<Answer>) {}

  /** Settles as the request does that carries `ask` or a newer one of the same key. Aborting leaves it to the others. */
  join(
    key: string,
    ask: Ask,
    options: { readonly priority?: Priority | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) return reject(signal.reason);
      const known = this.lines.get(key);
      const line = known ?? { waiting: [], sharing: [], abandon: new AbortController() };
      const leave = (): void => {
        line.waiting = line.waiting.filter((other) => other !== caller);
        line.sharing = line.sharing.filter((other) => other !== caller);
        reject(signal?.reason);
        if (line.waiting.length + line.sharing.length === 0) line.abandon.abort();
      };
      const settled = (): void => signal?.removeEventListener("abort", leave);
      const caller: Caller<Ask, Answer> = {
        ask,
        priority: options.priority ?? "normal",
        resolve: (answer) => {
          settled();
          resolve(answer);
        },
        reject: (reason) => {
          settled();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      line.waiting.push(caller);
      if (known) return;
      this.lines.set(key, line);
      void this.work(key, line);
    });
  }

  private async work(key: string, line: Line<Ask, Answer>): Promise<void> {
    while (line.waiting.length > 0) {
      line.abandon = new AbortController();
      try {
        const answer = await this.send(key, batchOf(line));
        for (const caller of line.sharing.splice(0)) caller.resolve(answer);
      } catch (error) {
        // Everyone left: those who came since have nothing to do with this failure.
        if (line.abandon.signal.aborted) continue;
        // Failed before it started: it is everyone's failure, since nobody was taken yet.
        const callers = line.sharing.length > 0 ? line.sharing.splice(0) : line.waiting.splice(0);
        for (const caller of callers) caller.reject(error);
      }
    }
    this.lines.delete(key);
  }
}

function batchOf<Ask, Answer>(line: Line<Ask, Answer>): Batch<Ask> {
  const everyone = (): Caller<Ask, Answer>[] => [...line.sharing, ...line.waiting];
  return {
    get priority() {
      return everyone().reduce<Priority>(
        (best, { priority }) => higherPriority(best, priority),
        "background",
      );
    },
    signal: line.abandon.signal,
    asks: () => everyone().map(({ ask }) => ask),
    take: () => {
      line.sharing = everyone();
      line.waiting = [];
      return line.sharing.map(({ ask }) => ask);
    },
  };
}
