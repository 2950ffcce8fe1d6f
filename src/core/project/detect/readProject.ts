// Reads of a folder what tells how its app starts.
import type { IgnoreRule } from "../ignoreRules";
import type { FolderContents } from "../readFolder";
import { detectProject, type ProjectDefaults, pathsToProbe, textsToRead } from "./projectDefaults";

/** `exists` is asked about a few files and folders that are left out: whether they are there. */
export async function readProject(
  folderName: string,
  { files, leftOut, rules }: Pick<FolderContents, "files" | "leftOut" | "rules">,
  exists: (path: string) => Promise<boolean>,
): Promise<ProjectDefaults> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const paths = [...byPath.keys()];
  const texts = new Map<string, string>();
  for (const path of textsToRead(paths)) {
    const file = byPath.get(path);
    if (file) texts.set(path, new TextDecoder().decode(await file.read()));
  }
  const known = new Map<string, IgnoreRule>();
  for (const { path, isDirectory, rule } of leftOut)
    if (!isDirectory && !path.includes("/")) known.set(path, rule);
  for (const path of pathsToProbe(paths, texts)) {
    const rule = byPath.has(path)
      ? undefined
      : (rules.ruleAgainst(path, false) ?? rules.ruleAgainst(path, true));
    if (rule && (await exists(path))) known.set(path, rule);
  }
  return detectProject(folderName, paths, texts, known);
}
