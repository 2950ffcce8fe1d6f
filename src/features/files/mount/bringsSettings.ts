// Settings, tasks and the like that an app's files bring along. VS Code takes a window of such files for trusted, so
// that they act as soon as the folder is open: the user is told of them before.
import { contentHash } from "../../../core/disk/contentHash";
import type { AppKey } from "../../../core/model/appKey";
import { keyText } from "../../../core/model/appKey";
import { field, readAs } from "../../../core/outside/reading";
import { isSafeEntryName } from "../../../core/paths/appPath";
import type { StateMemory } from "../../../editor/state/stateMemory";

const folderName = ".vscode";
const stateKey = "mountsThatBringSettings";
/** More than the editor reads itself; a folder of this many names is not shown as a list. */
const mostNames = 50;

/** What is asked of an app's files and of the window's memory. */
export interface BroughtSettings {
  readonly state: StateMemory;
  /** The names in a folder of the app. */
  readonly list: (path: string) => Promise<readonly string[]>;
  readonly read: (path: string) => Promise<Uint8Array>;
  /** Asks about these files, undefined where they could not be looked at; rejects unless the user agrees. */
  readonly ask: (files: readonly string[] | undefined) => Promise<void>;
}

/**
 * Resolves when an app's folder may be opened: it brings nothing that acts by itself, or the user agreed to just that,
 * now or before. Rejects as `ask` does.
 */
export async function agreeToSettings(app: AppKey, brought: BroughtSettings): Promise<void> {
  const found = await lookInto(brought);
  if (found?.names.length === 0) return;
  const { state, ask } = brought;
  const agreed = readAs(field.entries(field.text), state.get(stateKey)) ?? {};
  if (found && agreed[keyText(app)] === found.hash) return;
  await ask(found?.names);
  if (found) await state.update(stateKey, { ...agreed, [keyText(app)]: found.hash });
}

/** Undefined where it cannot be found out. */
async function lookInto({
  list,
  read,
}: BroughtSettings): Promise<{ readonly names: readonly string[]; readonly hash: string } | undefined> {
  try {
    if (!(await list("/")).includes(folderName)) return { names: [], hash: "" };
    const names = (await list(`/${folderName}`)).filter(isSafeEntryName).sort();
    if (names.length > mostNames) return undefined;
    const hashes: string[] = [];
    for (const name of names) {
      const bytes = /\.json$/i.test(name) ? await read(`/${folderName}/${name}`) : new Uint8Array();
      hashes.push(JSON.stringify([name, await contentHash(bytes)]));
    }
    return { names, hash: await contentHash(new TextEncoder().encode(hashes.join())) };
  } catch {
    // Whoever cannot be asked may answer later, when the folder is open.
    return undefined;
  }
}
