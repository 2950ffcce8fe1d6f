// The rate limits of docs/interface.md#limits, by arrival. Refused requests do not count.
import type { EmulatorClock } from "../base/emulatorClock";
import { TooManyRequests } from "./httpErrors";

interface Limit {
  readonly requests: number;
  readonly periodMs: number;
}

export const rateLimits = {
  upload: { requests: 1, periodMs: 3_000 },
  deleteFiles: { requests: 1, periodMs: 3_000 },
  download: { requests: 20, periodMs: 60_000 },
} as const satisfies Record<string, Limit>;

export type LimitedRoute = keyof typeof rateLimits;

export class RateLimits {
  readonly #clock: EmulatorClock;
  /** By token and route. */
  readonly #arrivals = new Map<string, number[]>();

  constructor(clock: EmulatorClock) {
    this.#clock = clock;
  }

  /**
   * Throws 429. Exactly 3,000 ms after an upload the next one is still refused, after 3,001 ms it is
   * accepted.
   */
  admit(token: string, route: LimitedRoute): void {
    const { requests, periodMs } = rateLimits[route];
    const nowMs = this.#clock.now();
    const key = `${route} ${token}`;
    const recent = (this.#arrivals.get(key) ?? []).filter((atMs) => nowMs - atMs <= periodMs);
    const oldest = recent.at(-requests);
    if (oldest !== undefined) {
      this.#arrivals.set(key, recent);
      throw new TooManyRequests(Math.ceil((oldest + periodMs + 1 - nowMs) / 1000));
    }
    this.#arrivals.set(key, [...recent, nowMs]);
  }
}
