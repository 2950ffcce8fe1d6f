import { type AppKey, keyText } from "../../core/model/appKey";
import { isObject } from "../../core/text/isObject";
import type { AppChoice } from "../pickApp";
import { type StateKey, type StateMemory, type StateShape, stateShapes } from "./stateMemory";

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

/**
 * Removes from VS Code's state what it has of one app that no longer exists: silenced notices, metrics, its log. Keys
 * that are lists or links of apps are updated by their owners.
 */
export async function forgetApp(states: readonly StateMemory[], app: AppKey): Promise<void> {
  const name = keyText(app);
  const shapes: readonly (readonly [string, StateShape])[] = Object.entries(stateShapes);
  for (const state of states)
    for (const [key, shape] of shapes) {
      const own = (shape === "app" ? `${key}${name}` : key) as StateKey;
      const value = state.get(own);
      if (shape === "app" && value !== undefined) await state.update(own, undefined);
      if (shape !== "byApp" || !isObject(value) || !(name in value)) continue;
      const { [name]: _gone, ...others } = value;
      await state.update(own, others);
    }
}
