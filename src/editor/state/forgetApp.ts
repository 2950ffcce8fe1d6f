import { type AppKey, keyText } from "../../core/model/appKey";
import { isObject } from "../../core/text/isObject";
import { type StateKey, type StateMemory, type StateShape, stateShapes } from "./stateMemory";

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
