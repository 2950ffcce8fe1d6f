// The rate limits (docs/interface.md#limits), counted from the response: the next request cannot arrive too
// soon.

export interface RateRule {
  readonly requests: number;
  readonly periodMs: number;
  /** Slots reserved for "interactive" requests. */
  readonly heldForInteractive: number;
}

/** Uploads, and deletions. 10 ms more than documented: a request after exactly 3,000 ms may be refused. */
export const threeSecondRule: RateRule = { requests: 1, periodMs: 3_010, heldForInteractive: 0 };

export const downloadRule: RateRule = { requests: 20, periodMs: 60_050, heldForInteractive: 2 };

export const longestPauseMs = 15 * 60_000;
