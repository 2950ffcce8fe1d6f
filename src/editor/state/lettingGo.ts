// What becomes of an app's traces in this window when the app is gone: each feature lets go of its own, and says what is
// left for the user to decide.
import type { AppChoice } from "../pickApp";

/** What a feature says of an app that it let go of. */
export interface Leftover {
  readonly said: string;
  /** What the user may do about it. */
  readonly action?: { readonly button: string; readonly run: () => Promise<unknown> };
}

/** Lets go of an app that is gone. What was not there is not said. */
export type LetGo = (app: AppChoice) => Promise<readonly Leftover[]>;
