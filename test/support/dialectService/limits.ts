// The rate limits of docs/interface.md#limits, by arrival on the test's clock.
import { Refusal } from "./refusal";

const limits = {
  upload: { requests: 1, periodMs: 3_000 },
  delete: { requests: 1, periodMs: 3_000 },
  download: { requests: 20, periodMs: 60_000 },
} as const;

export class Limits {
  private readonly arrivals = { upload: [] as number[], delete: [] as number[], download: [] as number[] };

  constructor(private readonly now: () => number) {}

  /** Throws a 429. */
  admit(kind: keyof typeof limits): void {
    const { requests, periodMs } = limits[kind];
    const now = this.now();
    const recent = this.arrivals[kind].filter((at) => now - at <= periodMs);
    const oldest = recent.at(-requests);
    if (oldest !== undefined)
      throw new Refusal(429, "Too many requests", Math.ceil((oldest + periodMs + 1 - now) / 1000));
    this.arrivals[kind] = [...recent, now];
  }
}
