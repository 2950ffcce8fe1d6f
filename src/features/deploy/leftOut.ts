// What a folder leaves out, asked for paths of the app: what is not sent is not compared, deleted or pulled either.
import { IgnoreRules, ignoreFileNames } from "../../core/ignoreRules";
import type { FolderChoices } from "../../core/readFolder";
import type { LocalFile } from "../../core/syncedFiles";

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The test for paths relative to the folder, "/"-separated; folders above the path are to be asked first. */
export async function leftOutTest(
  files: readonly LocalFile[],
  choices: FolderChoices,
): Promise<(path: string, isDirectory: boolean) => boolean> {
  const texts = new Map<string, string>();
  for (const file of files) {
    if (!(ignoreFileNames as readonly string[]).includes(nameOf(file.path))) continue;
    texts.set(file.path, new TextDecoder().decode(await file.read()));
  }
  const known = new Map<string, IgnoreRules>();
  const rulesIn = (folder: string): IgnoreRules => {
    const there = known.get(folder);
    if (there) return there;
    let rules = folder === "" ? IgnoreRules.defaults() : rulesIn(folderOf(folder));
    for (const name of ignoreFileNames) {
      const text = texts.get(folder === "" ? name : `${folder}/${name}`);
      if (text !== undefined) rules = rules.with(folder, text);
    }
    known.set(folder, rules);
    return rules;
  };
  return (path, isDirectory) =>
    chosenFor(path, isDirectory, choices) ?? rulesIn(folderOf(path)).leavesOut(path, isDirectory);
}

/** What a person chose for the path or a folder above it; the nearest choice decides. */
function chosenFor(
  path: string,
  isDirectory: boolean,
  { excluded, included }: FolderChoices,
): boolean | undefined {
  for (let at = path; at !== ""; at = folderOf(at)) {
    if (excluded.has(at)) return true;
    if (included.has(at)) return false;
  }
  // On the way to a path that was brought in.
  return isDirectory && [...included].some((other) => other.startsWith(`${path}/`)) ? false : undefined;
}
