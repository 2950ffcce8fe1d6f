// What the status bar shows of the transfers: nothing of short ones.
import type { Transfer } from "../../../core/transfers/transferList";

export type TransferSummary = ReturnType<typeof summarizeTransfers>;

/** Shorter transfers are not shown. */
const shortMs = 1_000;
const tickMs = 1_000;

/** `now` and `nextStartAt` are monotonic, in milliseconds. */
export function summarizeTransfers(
  transfers: readonly Transfer[],
  now: number,
  nextStartAt: number | undefined,
) {
  const inState = (state: Transfer["state"]): Transfer[] => transfers.filter((each) => each.state === state);
  const [waiting, running, failed] = [inState("waiting"), inState("running"), inState("failed")];
  const inFlight = [...waiting, ...running];
  const oldest = Math.min(...inFlight.map(({ since }) => since));
  const isLong = waiting.length > 1 || now - oldest > shortMs;
  const nextInSeconds = nextStartAt === undefined ? 0 : Math.ceil((nextStartAt - now) / 1000);
  return {
    isWorthShowing: failed.length > 0 || isLong,
    waiting,
    running,
    failed,
    /** Undefined when unknown, or when it starts now. */
    nextInSeconds: waiting.length > 0 && nextInSeconds > 0 ? nextInSeconds : undefined,
    refreshInMs: refreshInMs(inFlight.length, isLong, oldest - now),
  };
}

function refreshInMs(inFlight: number, isLong: boolean, ageMs: number): number | undefined {
  if (inFlight === 0) return undefined;
  return isLong ? tickMs : Math.max(1, shortMs + ageMs + 1);
}
