// Looks for work that closed windows left unfinished, so that it can be reported.
import type { Clock } from "../core/async/clock";
import type { Logger } from "../core/logger";

/**
 * The first look is for work of this window's own folders, which a reload cut off. Later looks are for any work that
 * no window has taken over. In milliseconds.
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
        // The disk may be full now; the next look tries again.
        logger.error(`Telling of what was cut off: ${error}`);
      }
    }
  };
  // Rejects only when disposed of.
  lookNow().catch(() => undefined);
  return { dispose: () => closed.abort() };
}
