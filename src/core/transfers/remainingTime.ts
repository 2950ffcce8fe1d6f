// Estimates how long queued transfers still take, from the service's rate limit and the speed seen so far.

interface LimitedWork {
  readonly total: number;
  readonly done: number;
  readonly elapsedMs: number;
  readonly leastMsEach: number;
}

/** The time of fewer says more about the start than about the speed. */
const countedFrom = 3;

/** Remaining time of work that is done one after the other. */
export function remainingLimitedMs({ total, done, elapsedMs, leastMsEach }: LimitedWork): number {
  const seenMsEach = done >= countedFrom ? elapsedMs / done : 0;
  return Math.max(0, total - done) * Math.max(leastMsEach, seenMsEach);
}

/** A rate limit: a number of starts in any window of time. */
export interface PeriodLimit {
  readonly perPeriod: number;
  readonly periodMs: number;
}

/** Time from the first to the last of `count` starts, when nothing else uses the limit. */
export function periodsMs(count: number, { perPeriod, periodMs }: PeriodLimit): number {
  return Math.floor(Math.max(0, count - 1) / perPeriod) * periodMs;
}

/** Reads of one kind. A weight is bytes plus a fixed cost per file. */
export interface Load {
  readonly files: number;
  readonly filesDone: number;
  readonly weight: number;
  readonly weightDone: number;
}

/** One request takes about as long as this many bytes. */
const bytesPerFile = 20_000;
/** Bytes per millisecond, assumed until reads took `seenFromMs`. */
const expectedRate = 1_000;
const seenFromMs = 2_000;

/** Share of a file of this size in a load. */
export function weightOf(sizeBytes: number): number {
  return sizeBytes + bytesPerFile;
}

/** Remaining time of reading files, some without a limit and, at the same time, some within a limit. */
export function remainingReadMs(
  free: Load,
  limited: Load & { readonly limit: PeriodLimit },
  elapsedMs: number,
): number {
  const limitedLeft = limited.files - limited.filesDone;
  const fromNowMs = periodsMs(limitedLeft, limited.limit);
  const fromStartMs = limitedLeft > 0 ? periodsMs(limited.files, limited.limit) - elapsedMs : 0;
  // A load that waited for its turn was not slow: its rate says nothing.
  const seenMs = periodsMs(limited.files, limited.limit) > 0 ? 0 : elapsedMs;
  return Math.max(
    remainingByRateMs(free, elapsedMs),
    remainingByRateMs(limited, seenMs),
    fromNowMs,
    fromStartMs,
  );
}

function remainingByRateMs({ weight, weightDone }: Load, seenMs: number): number {
  const isSeen = seenMs >= seenFromMs && weightDone > 0;
  return (weight - weightDone) / (isSeen ? weightDone / seenMs : expectedRate);
}

/** Rounds as people say it: to 5 s up to 20 s, to 10 s up to a minute, to minutes up to an hour, else to 5 minutes. */
export function roughSeconds(ms: number): number {
  const seconds = ms / 1000;
  if (seconds <= 20) return Math.max(5, Math.ceil(seconds / 5) * 5);
  if (seconds <= 60) return Math.ceil(seconds / 10) * 10;
  const step = seconds < 3_600 ? 60 : 300;
  return Math.round(seconds / step) * step;
}
