// What the status bar has to say of the transfers: nothing for those that are over in a moment.
import type { Transfer } from "../../../core/transfers/transferList";

/** The transfers by what is to be said of them. */
export interface TransferSummary {
  /** False: nothing to see. */
  readonly isWorthShowing: boolean;
  readonly waiting: readonly Transfer[];
  readonly running: readonly Transfer[];
  readonly failed: readonly Transfer[];
  /** Until the next of those that wait starts, when that is known and not now. */
  readonly nextInSeconds: number | undefined;
  /** When to look again although nothing changes. */
  readonly refreshInMs: number | undefined;
}

/** What is under way for longer is shown. */
const momentMs = 1_000;
const tickMs = 1_000;

/** `now` and `nextStartAt` are monotonic. */
export function summarizeTransfers(
  transfers: readonly Transfer[],
  now: number,
  nextStartAt: number | undefined,
): TransferSummary {
  const inState = (state: Transfer["state"]): Transfer[] => transfers.filter((each) => each.state === state);
  const [waiting, running, failed] = [inState("waiting"), inState("running"), inState("failed")];
  const underWay = [...waiting, ...running];
  const oldest = Math.min(...underWay.map(({ since }) => since));
  const isLong = waiting.length > 1 || now - oldest > momentMs;
  const nextInSeconds = nextStartAt === undefined ? 0 : Math.ceil((nextStartAt - now) / 1000);
  return {
    isWorthShowing: failed.length > 0 || isLong,
    waiting,
    running,
    failed,
    nextInSeconds: waiting.length > 0 && nextInSeconds > 0 ? nextInSeconds : undefined,
    refreshInMs: refreshInMs(underWay.length, isLong, oldest - now),
  };
}

function refreshInMs(underWay: number, isLong: boolean, ageMs: number): number | undefined {
  if (underWay === 0) return undefined;
  return isLong ? tickMs : Math.max(1, momentMs + ageMs + 1);
}
