// Where the watched apps are remembered, and whether there are any: all that has to be known while VS Code starts.
import type { StateMemory } from "../../editor/state/stateMemory";

export const stateKey = "watchedApps";
/** Up to 0.1 there was one. */
export const olderStateKey = "watchedApp";

/** Whether any app is remembered. */
export function hasWatchedApps(state: StateMemory): boolean {
  const stored: unknown = state.get(stateKey);
  return Array.isArray(stored) ? stored.length > 0 : state.get(olderStateKey) !== undefined;
}
