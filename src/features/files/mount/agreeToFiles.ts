// Asks about files of an app that act in an editor, before the app's folder is opened.
import { contentHash } from "../../../core/disk/contentHash";
import type { AppKey } from "../../../core/model/appKey";
import { isSafeEntryName } from "../../../core/paths/appPath";
import { actsInEditor } from "../../../core/paths/editorFiles";
import { foldedName } from "../../../core/paths/localNames";
import { mostMustShow } from "../../../editor/safeUi/questions";
import type { PlacedContent, ReviewGate } from "./reviewGate";

/** An app with more acting files and folders than this counts as not checked. */
const mostActing = 50;

export interface ActingFilesOfApp {
  readonly gate: Pick<ReviewGate, "isAccepted" | "accept">;
  /** Names in a folder of the app; those of folders end in "/". */
  readonly list: (path: string) => Promise<readonly string[]>;
  readonly read: (path: string) => Promise<Uint8Array>;
  /** `files`: undefined when not checked. `heldBack`: how many others stay held back. Rejects unless the user agrees. */
  readonly ask: (files: readonly string[] | undefined, heldBack: number) => Promise<void>;
}

/** Resolves when the user has accepted the app's acting files that were named, now or before. Rejects as `ask` does. */
export async function agreeToFiles(app: AppKey, { gate, ...access }: ActingFilesOfApp): Promise<void> {
  const found = await actingFiles(access);
  const open = found?.filter((each) => !gate.isAccepted(app, each)) ?? [];
  if (found && open.length === 0) return;
  const named = open.slice(0, mostMustShow);
  await access.ask(found && named.map(({ path }) => path), open.length - named.length);
  await gate.accept(app, named);
}

/** Files of an app that act in an editor, with their hashes; undefined when they cannot be checked. */
export async function actingFiles({
  list,
  read,
}: Pick<ActingFilesOfApp, "list" | "read">): Promise<readonly PlacedContent[] | undefined> {
  try {
    const paths: string[] = [];
    const folders = [""];
    for (const folder of folders) {
      for (const name of await list(`/${folder.slice(0, -1)}`)) {
        const path = `${folder}${name}`;
        if (!isSafeEntryName(name.replace(/\/$/, ""))) continue;
        // Only folders whose files would act are listed, and .github, whose subfolders do.
        if (!name.endsWith("/")) {
          if (actsInEditor(path)) paths.push(path);
        } else if (actsInEditor(`${path}x`) || foldedName(path.slice(0, -1)) === ".github")
          folders.push(path);
      }
      if (folders.length + paths.length > mostActing) return undefined;
    }
    const found: PlacedContent[] = [];
    for (const path of paths.sort()) found.push({ path, hash: await contentHash(await read(`/${path}`)) });
    return found;
  } catch {
    // Not "none": a service that fails now may respond once the folder is open.
    return undefined;
  }
}
