// The limits of the service (docs/interface.md#limits) as they are kept. Time counts from the answer of a request, since
// it arrived before that, however long its way was: so the next one cannot arrive too soon.

/** At most `requests` in any time of `windowMs`. */
export interface RateRule {
  readonly requests: number;
  readonly windowMs: number;
  /** How many of them only a person's own requests may use. */
  readonly heldForInteractive: number;
}

/** Uploads, and deletions: 3 s apart. One that comes after exactly 3,000 ms may still be refused. */
export const threeSecondRule: RateRule = { requests: 1, windowMs: 3_010, heldForInteractive: 0 };

/** Downloads: 20 in any 60 s; the last two are for files that a person opens. */
export const downloadRule: RateRule = { requests: 20, windowMs: 60_050, heldForInteractive: 2 };

/** The longest that nothing is sent because the service said so, in milliseconds. */
export const longestPauseMs = 15 * 60_000;
