// Repeats a user action until its effect shows. VS Code loses clicks on rows that it redraws, and keys while
// the focus moves.
import { errors, type Locator } from "playwright-core";
import { waitUntil } from "../waitUntil";

/** A visible element or a condition, checked before each attempt. */
export type Effect = Locator | (() => unknown);

/** For one click or key. */
export const oneAttempt = { timeout: 10_000 } as const;
/** For actions of VS Code that open, close or select. */
const widgetMs = 3_000;
/** For actions that a second one undoes, although the first was only slow. */
export const toggleMs = 15_000;
/** For actions that run a command, which must not run twice on a busy machine. */
export const commandMs = 40_000;

export interface EffectOptions {
  readonly what: string;
  readonly saw?: () => unknown;
  readonly repeatAfterMs?: number;
}

/** Does nothing when the effect shows already. */
export async function untilEffect(
  act: () => Promise<unknown>,
  effect: Effect,
  { repeatAfterMs = widgetMs, ...options }: EffectOptions,
): Promise<void> {
  const isDone = async (): Promise<boolean> => await hasEffect(effect);
  await waitUntil(async () => {
    if (await isDone()) return true;
    await act().catch((error: unknown) => {
      // Redrawn or covered: the next attempt finds it.
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
    return await comesWithin(isDone, repeatAfterMs);
  }, options);
}

async function hasEffect(effect: Effect): Promise<boolean> {
  try {
    return Boolean(typeof effect === "function" ? await effect() : await effect.isVisible());
  } catch (error) {
    // The window is reloading.
    if (error instanceof Error && error.message.includes("Execution context was destroyed")) return false;
    throw error;
  }
}

export async function comesWithin(isDone: () => unknown, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  const found = await waitUntil(
    async () => ((await isDone()) ? "yes" : performance.now() >= end && "too late"),
    { what: "an effect" },
  );
  return found === "yes";
}
