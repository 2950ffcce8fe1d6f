// Forgets what VS Code's state says of one app that is gone: the notices that are not wanted of it, its figures, its log.
import { type AppKey, keyText } from "../../core/model/appKey";
import { isObject } from "../../core/text/isObject";
import { type StateKey, type StateMemory, type StateShape, stateShapes } from "./stateMemory";

/** By the shapes of the keys: lists and links of apps have owners that take the app out of them. */
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
