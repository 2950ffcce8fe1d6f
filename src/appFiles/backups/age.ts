// Ages of backups, by two clocks: the monotonic one restarts with the machine, the wall clock may be set.
import type { Clock } from "../../core/async/clock";

export interface Stamp {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Monotonic milliseconds; restarts with the machine. */
  readonly up: number;
}

export const retentionMs = 24 * 60 * 60_000;

/**
 * Setting the clock by up to two days changes no age, nor does a sleep before the end of `retentionMs`. A larger
 * error must not keep a backup for ever.
 */
const largestJumpMs = 3 * retentionMs;

export function stampOf(clock: Clock): Stamp {
  return { at: clock.now(), up: clock.monotonicMs() };
}

/**
 * Milliseconds, never negative. The monotonic clock stops in sleep and restarts with the machine, so it never
 * shows more than the age: backups live one day to four while the machine runs. A time in the future counts
 * as equally far in the past.
 */
export function ageMs(stamp: Stamp, now: Stamp): number {
  const byClock = now.at - stamp.at;
  const byRun = now.up - stamp.up;
  const isOneRun = byRun >= 0 && Math.abs(byClock - byRun) <= largestJumpMs;
  // The smaller one: another machine that shares the folder has its own monotonic clock.
  return isOneRun ? Math.min(byRun, Math.abs(byClock)) : Math.abs(byClock);
}

export function isOutdated(stamp: Stamp, now: Stamp): boolean {
  return ageMs(stamp, now) >= retentionMs;
}
