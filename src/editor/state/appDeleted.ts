import type { AppChoice } from "../pickApp";

/** Choices left to the user after a feature has removed its traces of a deleted app. */
export interface CleanupNotice {
  readonly said: string;
  readonly action?: { readonly button: string; readonly run: () => Promise<unknown> };
}

/**
 * Called when an app no longer exists: a feature removes its traces of the app from this window; returns nothing for
 * an app that it did not know.
 */
export type OnAppDeleted = (app: AppChoice) => Promise<readonly CleanupNotice[]>;
