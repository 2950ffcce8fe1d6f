// Keeps the reported conditions of watched apps over a reload, so that they are not reported again.
import type { AppWatch } from "../../accounts/appWatch";
import { appConditions, type StoredConditions } from "../../core/metrics/appConditions";
import { type AppKey, keyText } from "../../core/model/appKey";
import { field, readAs } from "../../core/parse";
import type { StateMemory } from "../../editor/state/stateMemory";

const stateKey = "lastingConditions";
const stored = field.entries(
  field.object({
    active: field.readable(field.oneOf(appConditions)),
    lastStartAt: field.optional(field.number),
  }),
);

export function readConditions(state: StateMemory, app: AppKey): StoredConditions | undefined {
  return storedIn(state)[keyText(app)];
}

/** Keeps the conditions of these apps; an app that was not read yet keeps its stored ones. */
export async function keepConditions(
  state: StateMemory,
  apps: readonly AppKey[],
  watch: Pick<AppWatch, "conditionsToKeep">,
): Promise<void> {
  const before = storedIn(state);
  const known = apps.map(
    (app) => [keyText(app), watch.conditionsToKeep(app) ?? before[keyText(app)]] as const,
  );
  const now = Object.fromEntries(known.filter(([, kept]) => kept && kept.active.length > 0));
  if (JSON.stringify(now) !== JSON.stringify(before)) await state.update(stateKey, now);
}

function storedIn(state: StateMemory): Readonly<Record<string, StoredConditions>> {
  return readAs(stored, state.get(stateKey)) ?? {};
}
