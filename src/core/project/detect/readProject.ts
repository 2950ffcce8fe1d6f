// Reads the files of a folder that say how its app starts.
import type { ArchiveFile } from "../../archive/archive";
import { forEachInSlices, Slices } from "../../async/slices";
import type { IgnoreRule } from "../ignoreRules";
import { ProjectPaths, runtimeOfFile } from "../projectPaths";
import type { FolderContents } from "../readFolder";
import { hostFileNames, type NotTaken } from "./hostFiles";
import { detectProject, type ProjectDefaults, pathsToProbe, readSigns, textsToRead } from "./projectDefaults";
import type { ProjectFinding } from "./projectFinding";

/** smol-toml takes 0.7 s for a megabyte on the extension host, and files that people write are far smaller. */
export const longestProjectFileBytes = 256 * 1024;
/** A literal of JavaScript is read as YAML, too. */
const yamlFile = /^(?:render|(?:docker-)?compose)\.ya?ml$|^ecosystem\.config\./;

/** 256 KB of unusual YAML take 2 to 5 s in the extension host; real files have a few kilobytes. */
const longestYamlBytes = 32 * 1024;

export function longestBytesOf(path: string): number {
  return yamlFile.test(path) ? longestYamlBytes : longestProjectFileBytes;
}

export type ProjectContents = Pick<FolderContents, "files" | "leftOut"> & {
  readonly rules: Pick<FolderContents["rules"], "ruleAgainst">;
};

/** `exists` is asked about a few files and folders that are left out: whether they are there. */
export async function readProject(
  folderName: string,
  { files, leftOut, rules }: ProjectContents,
  exists: (path: string) => Promise<boolean>,
): Promise<ProjectDefaults> {
  const byPath = new Map<string, ArchiveFile>();
  const paths = new ProjectPaths();
  const slices = new Slices();
  await forEachInSlices(
    files,
    (file) => {
      byPath.set(file.path, file);
      paths.add(file.path);
    },
    slices,
  );
  const texts = new Map<string, string>();
  const tooLarge: ProjectFinding[] = [];
  const notTaken: NotTaken[] = [];
  for (const path of new Set(textsToRead(paths))) {
    const file = byPath.get(path);
    if (!file) continue;
    const { sizeBytes } = file;
    const isAuthors = hostFileNames.includes(path);
    const isTooLarge = sizeBytes > longestBytesOf(path);
    if (isTooLarge && isAuthors) notTaken.push({ kind: "tooLarge", file: path });
    // The beginning of code is read, however long it is: it is searched, not parsed.
    else if (isTooLarge && !runtimeOfFile(path)) tooLarge.push({ kind: "tooLarge", path, sizeBytes });
    else {
      const bytes = await file.read().catch(() => undefined);
      if (bytes) texts.set(path, beginningOf(bytes));
    }
  }
  const known = new Map<string, IgnoreRule>();
  for (const { path, isDirectory, rule } of leftOut)
    if (!isDirectory && !path.includes("/")) known.set(path, rule);
  const needsYaml = [...texts.keys()].some((path) => yamlFile.test(path));
  const yaml = needsYaml ? await import("./yamlText") : undefined;
  await slices.next();
  const signs = readSigns(paths, texts, yaml?.parseYaml);
  for (const path of pathsToProbe(paths, texts, signs)) {
    const rule = paths.has(path)
      ? undefined
      : (rules.ruleAgainst(path, false) ?? rules.ruleAgainst(path, true));
    if (rule && (await exists(path))) known.set(path, rule);
  }
  await slices.next();
  const defaults = detectProject(folderName, paths, texts, { leftOut: known, signs });
  return {
    ...defaults,
    findings: [...tooLarge, ...defaults.findings],
    notTaken: [...notTaken, ...defaults.notTaken],
  };
}

function beginningOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, longestProjectFileBytes));
}
