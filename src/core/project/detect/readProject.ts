// Reads the files of a folder that say how its app starts.
import type { ArchiveFile } from "../../archive/archive";
import { forEachInSlices, Slices } from "../../async/slices";
import { decodeText } from "../../text/decodeText";
import type { IgnoreRule } from "../ignoreRules";
import { ProjectPaths, runtimeOfFile } from "../projectPaths";
import type { FolderContents } from "../readFolder";
import { forDevelopment, loadedPackages, neededByCommand } from "./hiddenDependencies";
import { type OuterEntry, type ParseYaml, yamlOf } from "./hostFileFormats";
import { hostFileNames, type NotTaken } from "./hostFiles";
import { detectProject, type ProjectDefaults, pathsToProbe, readSigns, textsToRead } from "./projectDefaults";
import type { ProjectFinding } from "./projectFinding";
import { objectAt } from "./projectManifest";

/** smol-toml takes 0.7 s for a megabyte on the extension host, and files that people write are far smaller. */
export const longestProjectFileBytes = 256 * 1024;
export type ProjectContents = Pick<FolderContents, "files" | "leftOut"> & {
  readonly rules: Pick<FolderContents["rules"], "ruleAgainst">;
};

/** `exists` is asked about a few files and folders that are left out: whether they are there. `outer` as in `readHostFiles`. */
export async function readProject(
  folderName: string,
  { files, leftOut, rules }: ProjectContents,
  exists: (path: string) => Promise<boolean>,
  outer: readonly OuterEntry[] = [],
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
  const unread: ProjectFinding[] = [];
  const notTaken: NotTaken[] = [];
  for (const path of new Set(textsToRead(paths))) {
    const file = byPath.get(path);
    if (!file) continue;
    const isAuthors = hostFileNames.includes(path);
    const isTooLarge = file.sizeBytes > longestProjectFileBytes;
    if (isTooLarge && isAuthors) notTaken.push({ kind: "tooLarge", file: path });
    // The beginning of code is read, however long it is: it is searched, not parsed.
    else if (isTooLarge && !runtimeOfFile(path)) unread.push({ kind: "unread", path });
    else {
      const text = await beginningOf(file);
      if (text !== undefined) texts.set(path, text);
    }
  }
  const known = new Map<string, IgnoreRule>(leftOut.map(({ path, rule }) => [path, rule]));
  const yaml = await parsedYaml(texts, slices);
  await slices.next();
  const signs = readSigns(paths, texts, yaml, outer);
  if (texts.has("package.json") && !signs.manifest) unread.push({ kind: "unread", path: "package.json" });
  for (const path of pathsToProbe(paths, texts, signs)) {
    const rule = paths.has(path)
      ? undefined
      : (rules.ruleAgainst(path, false) ?? rules.ruleAgainst(path, true));
    if (rule && (await exists(path))) known.set(path, rule);
  }
  await slices.next();
  const defaults = detectProject(folderName, paths, texts, { leftOut: known, signs });
  const { runtime, mainFile, startupCommand } = defaults;
  const loaded =
    runtime === "nodejs" && mainFile !== undefined
      ? await loadedPackages(mainFile, {
          has: (path) => paths.has(path),
          text: async (path) => texts.get(path) ?? (await beginningOf(byPath.get(path))),
        })
      : [];
  const scripts = objectAt(signs.manifest, "scripts");
  const onInstall = ["preinstall", "install", "postinstall", "prepare"].filter(
    (name) => runtime === "nodejs" && !String(scripts[name]).includes("||"),
  );
  const needed = [startupCommand, ...onInstall.map((name) => `npm run ${name}`)]
    .flatMap((command) => neededByCommand(command, signs.manifest))
    .concat(loaded);
  const hidden = mainFile === undefined ? undefined : forDevelopment(needed, signs.manifest);
  const findings = defaults.findings.filter(
    (each) => !(hidden && each.kind === "dependencies" && each.from === hidden.from),
  );
  return {
    ...{ ...defaults, needed },
    findings: [...unread, ...findings, ...(hidden ? [hidden] : [])],
    notTaken: [...notTaken, ...defaults.notTaken],
  };
}

/** Its reader is loaded on first use: few projects have a file of it. */
export async function parsedYaml(
  texts: ReadonlyMap<string, string>,
  slices = new Slices(),
): Promise<ParseYaml> {
  const parsed = new Map<string, () => unknown>();
  for (const [path, text] of texts) {
    const own = yamlOf(path, text);
    if (own === undefined) continue;
    const { parseYaml } = await import("./yamlText");
    try {
      const steps = parseYaml(own);
      let step = steps.next();
      for (; !step.done; step = steps.next()) await slices.next();
      const { value } = step;
      parsed.set(own, () => value);
    } catch (error) {
      parsed.set(own, () => {
        throw error;
      });
    }
  }
  return (text) => parsed.get(text)?.();
}

async function beginningOf(file: ArchiveFile | undefined): Promise<string | undefined> {
  const bytes = await file?.read().catch(() => undefined);
  return bytes && decodeText(bytes.subarray(0, longestProjectFileBytes));
}
