// When a window looks for what others were doing as they closed, to tell of it.
import type { Clock } from "../core/async/clock";
import type { Logger } from "../core/logger";

/**
 * The first look is for what this window is about: a window that was reloaded is gone at once. What nobody else has taken
 * over after a while is told here, whatever it is about. In milliseconds.
 */
const lookDelaysMs = [1_000, 15_000, 120_000] as const;

/** Looks until it is disposed of. */
export function lookForCutOff(
  look: (onlyOfThisWindow: boolean) => Promise<void>,
  { clock, logger }: { readonly clock: Pick<Clock, "sleep">; readonly logger: Logger },
): { dispose(): void } {
  const closed = new AbortController();
  const lookNow = async (): Promise<void> => {
    for (const [index, waitMs] of lookDelaysMs.entries()) {
      await clock.sleep(waitMs, closed.signal);
      try {
        await look(index === 0);
      } catch (error) {
        // The disk may be full just now; the next look tells of it.
        logger.error(`Telling of what was cut off: ${error}`);
      }
    }
  };
  // Only the wait rejects, at the end.
  lookNow().catch(() => undefined);
  return { dispose: () => closed.abort() };
}
