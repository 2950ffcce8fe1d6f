// Files that act in an editor and that an app has already: the user is told of them before its folder is open.
import { contentHash } from "../../../core/disk/contentHash";
import type { AppKey } from "../../../core/model/appKey";
import { isSafeEntryName } from "../../../core/paths/appPath";
import { actsInEditor } from "../../../core/paths/editorFiles";
import { foldedName } from "../../../core/paths/localNames";
import { mostMustShow } from "../../../editor/safeUi/questions";
import type { PlacedContent, ReviewGate } from "./reviewGate";

/** More files and folders than this are not looked at. */
const mostLookedAt = 50;

/** What is asked of an app's files and of the user. */
export interface BroughtSettings {
  readonly gate: Pick<ReviewGate, "isAccepted" | "accept">;
  /** The names in a folder of the app, those of folders with "/" at their end. */
  readonly list: (path: string) => Promise<readonly string[]>;
  readonly read: (path: string) => Promise<Uint8Array>;
  /**
   * Asks about these files, undefined where they could not be looked at, and says how many more are held back, since no
   * question can name them; rejects unless the user agrees.
   */
  readonly ask: (files: readonly string[] | undefined, heldBack: number) => Promise<void>;
}

/** Resolves when the user has accepted the named files that act in an app's folder, now or before. Rejects as `ask` does. */
export async function agreeToSettings(app: AppKey, { gate, ...brought }: BroughtSettings): Promise<void> {
  const found = await lookInto(brought);
  const open = found?.filter((each) => !gate.isAccepted(app, each)) ?? [];
  if (found && open.length === 0) return;
  const named = open.slice(0, mostMustShow);
  await brought.ask(found && named.map(({ path }) => path), open.length - named.length);
  await gate.accept(app, named);
}

/** The files of an app that act in an editor, with their hashes; undefined where it cannot be found out. */
export async function lookInto({
  list,
  read,
}: Pick<BroughtSettings, "list" | "read">): Promise<readonly PlacedContent[] | undefined> {
  try {
    const paths: string[] = [];
    const folders = [""];
    for (const folder of folders) {
      for (const name of await list(`/${folder.slice(0, -1)}`)) {
        const path = `${folder}${name}`;
        if (!isSafeEntryName(name.replace(/\/$/, ""))) continue;
        if (!name.endsWith("/")) {
          if (actsInEditor(path)) paths.push(path);
        } else if (actsInEditor(`${path}x`) || foldedName(path.slice(0, -1)) === ".github")
          folders.push(path);
      }
      if (folders.length + paths.length > mostLookedAt) return undefined;
    }
    const found: PlacedContent[] = [];
    for (const path of paths.sort()) found.push({ path, hash: await contentHash(await read(`/${path}`)) });
    return found;
  } catch {
    // A service that does not answer now may answer later, when the folder is open.
    return undefined;
  }
}
