// The rules that say whether single files are sent: those in the folders on the way to them, and no other.

import type { LocalFolder } from "../disk/localFolder";
import { type FolderChoices, FolderRules } from "./folderRules";
import { holdsRules, ignoreFileNames, rulesText } from "./ignoreRules";
import { foldersAbove } from "./relativePath";

interface FileRules {
  readonly rules: FolderRules;
  readonly unread: ReadonlyMap<string, unknown>;
}

/** `paths` are relative to the folder. Never rejects: unreadable files are returned by name. */
export async function readFileRules(
  source: Pick<LocalFolder, "tryStat" | "read" | "ignoresCase">,
  paths: readonly string[],
  choices: FolderChoices | undefined,
): Promise<FileRules> {
  const rules = new FolderRules(choices, source.ignoresCase);
  const unread = new Map<string, unknown>();
  // Outer rules decide whether rule files of inner folders count.
  const onTheWay = new Set(["", ...paths.flatMap(foldersAbove)]);
  for (const folder of [...onTheWay].sort()) {
    if (!rules.asksFor(folder)) continue;
    const found = await Promise.all(
      ignoreFileNames.map(async (name) => {
        const path = folder === "" ? name : `${folder}/${name}`;
        try {
          const stat = await source.tryStat(path);
          if (!stat || !holdsRules(name, stat)) return undefined;
          return { name, text: rulesText(name, await source.read(path)) };
        } catch (error) {
          unread.set(path, error);
          return undefined;
        }
      }),
    );
    for (const each of found) if (each) rules.learn(folder, each.name, each.text);
  }
  return { rules, unread };
}
