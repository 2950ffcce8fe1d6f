// Prints the running step and its duration, so that a long one does not look stuck.
import { type Clock, systemClock } from "../../src/core/async/clock";
import { formatDuration } from "../../src/core/text/format";

const everyMs = 5_000;

/** Settles as `work` does. */
export async function sayWhile<T>(
  what: string,
  work: () => Promise<T>,
  say: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
  clock: Pick<Clock, "after" | "monotonicMs"> = systemClock,
): Promise<T> {
  const beganAt = clock.monotonicMs();
  let stopTimer = (): void => undefined;
  const sayLater = (): void => {
    stopTimer = clock.after(everyMs, () => {
      say(`${what}: ${formatDuration((clock.monotonicMs() - beganAt) / 1000)}…`);
      sayLater();
    });
  };
  say(`${what}…`);
  sayLater();
  try {
    return await work();
  } finally {
    stopTimer();
  }
}
