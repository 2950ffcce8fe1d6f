// Files that act in an editor and that an app has already: the user is told of them before its folder is open.
import { contentHash } from "../../../core/disk/contentHash";
import type { AppKey } from "../../../core/model/appKey";
import { isSafeEntryName } from "../../../core/paths/appPath";
import { actsInEditor } from "../../../core/paths/editorFiles";
import type { ReviewGate } from "./reviewGate";

/** A folder with more names than this is not shown as a list. */
const mostNames = 50;

/** What is asked of an app's files and of the user. */
export interface BroughtSettings {
  readonly gate: Pick<ReviewGate, "isAccepted" | "accept">;
  /** The names in a folder of the app, those of folders with "/" at their end. */
  readonly list: (path: string) => Promise<readonly string[]>;
  readonly read: (path: string) => Promise<Uint8Array>;
  /** Asks about these files, undefined where they could not be looked at; rejects unless the user agrees. */
  readonly ask: (files: readonly string[] | undefined) => Promise<void>;
}

/** Resolves when the user has accepted what acts in an app's folder, now or before. Rejects as `ask` does. */
export async function agreeToSettings(app: AppKey, { gate, ...brought }: BroughtSettings): Promise<void> {
  const found = await lookInto(brought);
  const open = found?.filter(({ hash }) => !gate.isAccepted(app, hash));
  if (open?.length === 0) return;
  await brought.ask(open?.map(({ path }) => path));
  await gate.accept(app, open?.map(({ hash }) => hash) ?? []);
}

/** Undefined where it cannot be found out. */
async function lookInto({
  list,
  read,
}: Pick<BroughtSettings, "list" | "read">): Promise<{ path: string; hash: string }[] | undefined> {
  try {
    const paths: string[] = [];
    for (const name of await list("/"))
      if (!name.endsWith("/")) paths.push(name);
      else if (actsInEditor(`${name}x`) || name.toLowerCase() === ".github/")
        paths.push(...(await list(`/${name.slice(0, -1)}`)).map((inside) => `${name}${inside}`));
    const acting = paths.filter((path) => actsInEditor(path) && path.split("/").every(isSafeEntryName));
    if (acting.length > mostNames) return undefined;
    const found: { path: string; hash: string }[] = [];
    for (const path of acting.sort()) found.push({ path, hash: await contentHash(await read(`/${path}`)) });
    return found;
  } catch {
    // A service that does not answer now may answer later, when the folder is open.
    return undefined;
  }
}
