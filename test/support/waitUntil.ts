// Waits for a condition with a time limit: the only wait of tests and launchers.
import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";

/** Far above what a busy machine needs (a window of VS Code once needed 70 s): only a defect reaches it. */
export const conditionTimeoutMs = 180_000;
/** For an installation or a start of VS Code. */
export const startTimeoutMs = 300_000;

/** `name` and `saw` describe the condition and the state in the error. */
export interface WaitOptions {
  readonly what: string;
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
  readonly saw?: () => unknown;
}

/** Polls until `probe` returns anything but undefined or false; the error at the limit shows `saw`. */
export async function waitUntil<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  { what, timeoutMs = conditionTimeoutMs, intervalMs = 50, saw }: WaitOptions,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= timeoutMs) {
      const seen = saw ? await saw() : found;
      const instead =
        seen === undefined ? "" : ` Saw instead: ${typeof seen === "string" ? seen : inspect(seen)}.`;
      throw new Error(`Waited ${Math.round(timeoutMs / 1000)} s for ${what}.${instead}`);
    }
    // Each look at a window costs its page and this process some milliseconds.
    await delay(waitedMs < 1_000 ? intervalMs : Math.max(intervalMs, 200));
  }
}
