// How long a row of transfers still takes: from the pace that the service allows and the one that was seen so far.

/** Times are milliseconds. */
interface PacedWork {
  readonly total: number;
  readonly done: number;
  readonly elapsedMs: number;
  /** The service lets nothing be quicker than this. */
  readonly leastMsEach: number;
}

/** Before this many are done, their time says more about the start than about the pace. */
const countedFrom = 3;

/** What is left of work that goes on one after the other. */
export function remainingPacedMs({ total, done, elapsedMs, leastMsEach }: PacedWork): number {
  const seenMsEach = done >= countedFrom ? elapsedMs / done : 0;
  return Math.max(0, total - done) * Math.max(leastMsEach, seenMsEach);
}

/** A number of starts in any window of time. */
export interface WindowedPace {
  readonly perWindow: number;
  readonly windowMs: number;
}

/** From the first start of `count` to their last, when no other takes a place in the windows. */
export function windowedMs(count: number, { perWindow, windowMs }: WindowedPace): number {
  return Math.floor(Math.max(0, count - 1) / perWindow) * windowMs;
}

/** One kind of reading: how much is done of how much, in bytes that also count what each file costs by itself. */
export interface Load {
  readonly files: number;
  readonly filesDone: number;
  readonly weight: number;
  readonly weightDone: number;
}

/** A request costs about as much time as so many bytes. */
const bytesPerFile = 20_000;
/** Bytes a millisecond, until some were seen. */
const expectedRate = 1_000;
const seenFromMs = 2_000;

/** What a file of this size adds to a load. */
export function weightOf(sizeBytes: number): number {
  return sizeBytes + bytesPerFile;
}

/** What is left of reading files, some without a limit and, at the same time, some at a pace. */
export function remainingReadMs(
  free: Load,
  paced: Load & { readonly pace: WindowedPace },
  elapsedMs: number,
): number {
  const pacedLeft = paced.files - paced.filesDone;
  const fromNowMs = windowedMs(pacedLeft, paced.pace);
  const fromStartMs = pacedLeft > 0 ? windowedMs(paced.files, paced.pace) - elapsedMs : 0;
  // A load that waits for its turn was not slow: its rate says nothing.
  const seenMs = windowedMs(paced.files, paced.pace) > 0 ? 0 : elapsedMs;
  return Math.max(
    remainingByRateMs(free, elapsedMs),
    remainingByRateMs(paced, seenMs),
    fromNowMs,
    fromStartMs,
  );
}

function remainingByRateMs({ weight, weightDone }: Load, seenMs: number): number {
  const isSeen = seenMs >= seenFromMs && weightDone > 0;
  return (weight - weightDone) / (isSeen ? weightDone / seenMs : expectedRate);
}

/** As people say it: to 5 s below 20 s, to 10 s below a minute, to minutes, from an hour on to 5 minutes. In seconds. */
export function roughSeconds(ms: number): number {
  const seconds = ms / 1000;
  if (seconds <= 20) return Math.max(5, Math.ceil(seconds / 5) * 5);
  if (seconds <= 60) return Math.ceil(seconds / 10) * 10;
  const step = seconds < 3_600 ? 60 : 300;
  return Math.round(seconds / step) * step;
}
