// Waiting for a condition with a time limit: the one way that tests and their launchers wait.
import { setTimeout as delay } from "node:timers/promises";

/** How long to wait, how often to look, and what to call the thing in the error. */
export interface WaitOptions {
  readonly what: string;
  readonly timeoutMs: number;
  readonly intervalMs?: number;
}

/** Looks until `probe` gives something other than undefined or false; an Error names what never came. */
export async function waitUntil<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  options: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (performance.now() >= deadline) {
      throw new Error(`Waited ${Math.round(options.timeoutMs / 1000)} s for ${options.what}.`);
    }
    await delay(options.intervalMs ?? 50);
  }
}
