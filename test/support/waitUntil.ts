// Waiting for a condition with a time limit: the one way that tests and their launchers wait.
import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";

/** The limit of any wait for a condition: far above what a busy machine needs, so that only a defect reaches it. */
export const conditionTimeoutMs = 60_000;
/** The limit of an installation and of a start of VS Code. */
export const startTimeoutMs = 300_000;

/** What to call the condition in the error, how often to look, and what to show of the state that was found instead. */
export interface WaitOptions {
  readonly what: string;
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
  /** Gives what the error shows beside the name of the condition. */
  readonly saw?: () => unknown;
}

/** Polls until `probe` gives something other than undefined or false; the Error after the limit says what it saw instead. */
export async function waitUntil<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  { what, timeoutMs = conditionTimeoutMs, intervalMs = 50, saw }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (performance.now() >= deadline) {
      const seen = saw ? await saw() : found;
      const instead =
        seen === undefined ? "" : ` Saw instead: ${typeof seen === "string" ? seen : inspect(seen)}.`;
      throw new Error(`Waited ${Math.round(timeoutMs / 1000)} s for ${what}.${instead}`);
    }
    await delay(intervalMs);
  }
}
