// Repeats what a user does until its effect shows. VS Code loses a click on a row that it redraws, and a key that is
// pressed while another part of the window takes the focus.
import { errors, type Locator } from "playwright-core";
import { waitUntil } from "../waitUntil";

/** What shows that an action was taken: an element that becomes visible, or a condition. It is checked before each attempt. */
export type Effect = Locator | (() => unknown);

/** The limit of one click or key of an attempt. */
export const oneAttempt = { timeout: 3_000 } as const;
/** After this time without an effect an action of VS Code itself is repeated, which opens, closes or selects. */
const widgetMs = 3_000;
/** The same for an action that runs a command: on a busy machine its effect takes a while, and it must not run twice. */
export const commandMs = 20_000;

/** What the action is, what the window shows when it has no effect, and when it is repeated. */
export interface EffectOptions {
  readonly what: string;
  readonly saw?: () => unknown;
  readonly repeatAfterMs?: number;
}

/** Does something until its effect shows; not at all when that shows already. */
export async function untilEffect(
  act: () => Promise<unknown>,
  effect: Effect,
  { repeatAfterMs = widgetMs, ...options }: EffectOptions,
): Promise<void> {
  const isDone = async (): Promise<boolean> => await hasEffect(effect);
  await waitUntil(async () => {
    if (await isDone()) return true;
    await act().catch((error: unknown) => {
      // The element was redrawn, or something covers it: the next attempt finds it.
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
    return await comesWithin(isDone, repeatAfterMs);
  }, options);
}

/** Whether a condition holds now. */
async function hasEffect(effect: Effect): Promise<boolean> {
  try {
    return Boolean(typeof effect === "function" ? await effect() : await effect.isVisible());
  } catch (error) {
    // The window is being loaded again.
    if (error instanceof Error && error.message.includes("Execution context was destroyed")) return false;
    throw error;
  }
}

/** Whether a condition comes true within a time. */
export async function comesWithin(isDone: () => unknown, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  const found = await waitUntil(
    async () => ((await isDone()) ? "yes" : performance.now() >= end && "too late"),
    { what: "an effect" },
  );
  return found === "yes";
}
