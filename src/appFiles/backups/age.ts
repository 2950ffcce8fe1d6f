// How old something kept is. Ages outlast the machine's runs, so that its own clock alone does not do; and somebody may
// set the other one.
import type { Clock } from "../../core/async/clock";

/** A moment, by both clocks of the machine, in milliseconds. */
export interface Stamp {
  /** Since the epoch. */
  readonly at: number;
  /** Monotonic; starts again with the machine. */
  readonly up: number;
}

/** For so long can what was overwritten or deleted be brought back. */
export const keptForMs = 24 * 60 * 60_000;

/** A clock that is set by up to two days changes no age; one that was wrong by more must not keep a backup for ever. */
const largestJumpMs = 2 * keptForMs;

export function stampOf(clock: Clock): Stamp {
  return { at: clock.now(), up: clock.monotonicMs() };
}

/**
 * In milliseconds, never negative. The monotonic clock stands still while the machine sleeps and begins again with each start,
 * so it never shows more than the age: while the machine runs, a backup is kept for a day at least, and for three at most.
 * What seems to come from the future is as old as it is far away, and goes, too.
 */
export function ageMs(stamp: Stamp, now: Stamp): number {
  const byClock = now.at - stamp.at;
  const byRun = now.up - stamp.up;
  const isOneRun = byRun >= 0 && Math.abs(byClock - byRun) <= largestJumpMs;
  // The smaller one: another machine that shares the folder has a monotonic clock of its own.
  return isOneRun ? Math.min(byRun, Math.abs(byClock)) : Math.abs(byClock);
}

/** Whether it is known to be a day old. */
export function isOutdated(stamp: Stamp, now: Stamp): boolean {
  return ageMs(stamp, now) >= keptForMs;
}
