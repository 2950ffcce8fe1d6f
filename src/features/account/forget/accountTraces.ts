// Finds and forgets what this machine stores of accounts, in one walk: VS Code's state by `stateShapes`, and folders of
// the extension's storage. Not sign-ins, nor backups, which expire.
import type { MachineFiles } from "../../../core/disk/machineFiles";
import { isObject } from "../../../core/text/isObject";
import { type StateShape, stateShapes } from "../../../editor/state/stateMemory";

interface WholeState {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface TracePlaces {
  readonly states: readonly WholeState[];
  readonly files: MachineFiles;
}

interface Forgetting {
  /** True for an account that is to be forgotten. */
  readonly isGone: (accountId: string) => boolean;
  /** True while an entry of the storage folder is in use; `name` such as "limits/ID" or "workspaces/ID". */
  readonly isInUse: (name: string) => Promise<boolean>;
}

/** Each holds one folder for each account, named after its id. */
const foldersByAccount = ["creating", "late", "limits", "pushed", "releases", "workspaces"];

/** Ids of the accounts of which anything is stored. */
export async function accountsWithTraces(places: TracePlaces): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const isGone = (id: string): boolean => {
    found.add(id);
    return false;
  };
  await forgetTraces(places, { isGone, isInUse: async () => false });
  return found;
}

/** Forgets what is stored of accounts that are gone. False when some of it is still in use. */
export async function forgetTraces(
  { states, files }: TracePlaces,
  { isGone, isInUse }: Forgetting,
): Promise<boolean> {
  for (const state of states)
    for (const key of state.keys()) {
      const before = state.get(key);
      const after = withoutGone(key, before, isGone);
      if (after !== before) await state.update(key, after);
    }
  let isAll = true;
  for (const folder of foldersByAccount)
    for (const { name, isFolder } of await files.list(folder)) {
      if (!isFolder || !isGone(name)) continue;
      if (await isInUse(`${folder}/${name}`)) isAll = false;
      else await files.remove(`${folder}/${name}`);
    }
  return isAll;
}

type IsGone = Forgetting["isGone"];

/** The value unchanged when it has nothing of a gone account; undefined when nothing else is left of it. */
function withoutGone(key: string, value: unknown, isGone: IsGone): unknown {
  const row = Object.entries(stateShapes).find(([name]) =>
    /[:.]$/.test(name) ? key.startsWith(name) : key === name,
  );
  if (!row || value === undefined) return value;
  const [name, shape]: [string, StateShape] = row;
  const rest = key.slice(name.length);
  switch (shape) {
    case "own":
      return value;
    case "account":
      return isGone(rest) ? undefined : value;
    case "app":
      return isGone(accountIn(rest)) ? undefined : value;
    case "folder":
      return isOfGone(rest, isGone) ? undefined : value;
    case "place":
      return isObject(value) && isOfGone(value["uri"], isGone) ? undefined : value;
    case "list": {
      if (!Array.isArray(value)) return value;
      const left = value.filter((each) => !isEntryGone(each, isGone));
      return left.length === value.length ? value : left;
    }
    case "entries":
      return filtered(value, ([folder, entry]) => isOfGone(folder, isGone) || isEntryGone(entry, isGone));
    case "byApp":
      return filtered(value, ([app]) => isGone(accountIn(app)));
  }
}

function filtered(value: unknown, isLeftOut: (entry: [string, unknown]) => boolean): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const left = entries.filter((entry) => !isLeftOut(entry));
  if (left.length === entries.length) return value;
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

function isEntryGone(entry: unknown, isGone: IsGone): boolean {
  if (!isObject(entry)) return false;
  const { accountId } = entry;
  return typeof accountId === "string" && isGone(accountId);
}

/** From a text such as "account/app". */
function accountIn(app: string): string {
  return app.slice(0, Math.max(0, app.indexOf("/")));
}

/** Whether a URI is of an app of a gone account. */
function isOfGone(uri: unknown, isGone: IsGone): boolean {
  const [, accountId] = (typeof uri === "string" && /^hosted-app:\/\/([^/]+)(?:\/|$)/.exec(uri)) || [];
  return accountId !== undefined && isGone(accountId);
}
