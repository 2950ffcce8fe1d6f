// Keeps open documents' bases over a reload: the first save of restored text must still detect others' changes.
import { type AppKey, keyText } from "../../../core/model/appKey";
import { field, readAs } from "../../../core/parse";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { StoredBases } from "../mountedApp/authors";

const version = field.object({ sizeBytes: field.number, modifiedAt: field.number });
const base = field.object({ hash: field.text, compared: field.list(version) });
const bases = field.entries(base);

/** The bases of one app's documents, in the window's state. */
export function storedBases(state: StateMemory, key: AppKey): StoredBases {
  const stateKey = `documentBases:${keyText(key)}` as const;
  const all = () => readAs(bases, state.get(stateKey)) ?? {};
  return {
    get: (path) => all()[path],
    set: (path, next) => {
      const { [path]: before, ...others } = all();
      const stored = readAs(base, next);
      if (JSON.stringify(before) === JSON.stringify(stored)) return;
      void state.update(stateKey, stored === undefined ? others : { ...others, [path]: stored });
    },
  };
}
