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

/** By so much a clock may be set, as for a wrong summer time, without a change to what is kept. */
const smallJumpMs = 65 * 60_000;

export function stampOf(clock: Clock): Stamp {
  return { at: clock.now(), up: clock.monotonicMs() };
}

/** In milliseconds, never negative. What seems to come from the future is as old as it is far away: it goes, too. */
export function ageMs(stamp: Stamp, now: Stamp): number {
  const byClock = now.at - stamp.at;
  const byRun = now.up - stamp.up;
  const isSameRun = byRun >= 0 && Math.abs(byClock - byRun) <= smallJumpMs;
  return isSameRun ? byRun : Math.abs(byClock);
}

/** Whether it is a day old. */
export function isOutdated(stamp: Stamp, now: Stamp): boolean {
  return ageMs(stamp, now) >= keptForMs;
}
