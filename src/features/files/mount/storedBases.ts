// Remembers over a reload of the window which content each open document of an app was loaded from: what was typed on
// top of it is restored without reading the file again, and its first save must still see what others have changed.
import type * as vscode from "vscode";
import { type AppKey, keyText } from "../../../core/model/appKey";
import type { StoredBase, StoredBases } from "../mountedApp/authors";

/** The bases of one app's documents, in the window's state. */
export function storedBases(state: vscode.Memento, key: AppKey): StoredBases {
  const stateKey = `documentBases:${keyText(key)}`;
  const all = (): Readonly<Record<string, StoredBase | string>> => state.get(stateKey, {});
  return {
    get: (path) => {
      const base = all()[path];
      // Written by a version that remembered the hash alone.
      return typeof base === "string" ? { hash: base, compared: [] } : base;
    },
    set: (path, base) => {
      const { [path]: before, ...others } = all();
      if (JSON.stringify(before) === JSON.stringify(base)) return;
      void state.update(stateKey, base === undefined ? others : { ...others, [path]: base });
    },
  };
}
