// Reads around a package: its workspace, and the files that its code reads outside of its folder.
import type { FolderSource } from "../../disk/folderSource";
import { nameOf } from "../../paths/appPath";
import { hostFileFormats, type OuterEntry } from "../detect/hostFileFormats";
import { fromBelow } from "../detect/hostFiles";
import { mainFilesToRead, type ProjectDefaults } from "../detect/projectDefaults";
import type { ProjectFinding } from "../detect/projectFinding";
import {
  longestProjectFileBytes,
  type ProjectContents,
  parsedYaml,
  readProject,
} from "../detect/readProject";
import {
  isInWorkspace,
  leadsToPackage,
  packageManifests,
  workspaceManifests,
  workspacePatterns,
} from "../detect/workspacePackages";
import { ProjectPaths } from "../projectPaths";
import type { FolderContents } from "../readFolder";
import { ledOutside, type OutsideRead, outsideReads } from "./outsideReads";
import { inWhole, type MadeFile } from "./packageInWhole";
import {
  holdsPackage,
  missingBuilds,
  needsOfPackage,
  nxApp,
  obstacleIn,
  type PackagesFolder,
  type SharedCode,
  startOfWhole,
} from "./workspaces";

/** The folders around a package. */
interface FoldersAround {
  /** Names of the package's folder and of those above it, innermost first. */
  readonly names: readonly string[];
  /** The folder this many levels above. */
  above(levels: number): FolderSource;
  /** The user has opened that folder, or one that contains it. */
  isOpen(levels: number): boolean;
  /** The folder holds all files of the user, such as their home folder. */
  isPersonal(levels: number): boolean;
}

type Workspace = ProjectFinding & { readonly kind: "workspace" };

const mostLevels = 5;
/** Limit of folders listed for a pattern with "**": a sibling that is not found would be left to a registry. */
const mostFolders = 3_000;
const mostTypedFiles = 40;
const lists = ["requirements.txt", "pyproject.toml", "package.json"];
const packageFiles = [
  "package.json",
  "package-lock.json",
  "pyproject.toml",
  "project.json",
  "requirements.txt",
];

/** Finds what the package needs from the folders around it; undefined where it needs nothing. */
export async function findWorkspace(
  { files }: Pick<FolderContents, "files">,
  own: ProjectDefaults,
  around: FoldersAround,
): Promise<Workspace | undefined> {
  const code = await codeOf(files);
  const there = await readsThatExist(readsOf(files, code), around.names, (levels, folder) =>
    namesIn(around.above(levels), folder),
  );
  const reads: OutsideRead[] = [];
  for (const read of there) if (await isMeant(read, around)) reads.push(read);
  const furthest = Math.max(0, ...reads.map(({ levels }) => levels));
  const most = Math.min(mostLevels, around.names.length - 1);
  const at = (from: number, to: number): string => around.names.slice(from, to).reverse().join("/");
  const look = async (levels: number) => {
    const inside = reads.filter((read) => read.levels <= levels);
    const paths = inside.map((read) => [at(read.levels, levels), read.name].filter(Boolean).join("/"));
    const shared = { paths, isFound: isLed(code) };
    return { shared, folder: await packagesIn(around.above(levels), [at(0, levels), ...paths]) };
  };
  const found = async (
    levels: number,
    { folder, shared }: Awaited<ReturnType<typeof look>>,
    isSendable: boolean,
  ): Promise<Workspace | undefined> => {
    const packagePath = at(0, levels);
    const { names, mayBeAlone } = needsOfPackage(folder, packagePath, own.needed);
    const others = reads.filter(({ isPackage }) => isPackage !== true);
    const places = others.map((read) => `${"../".repeat(read.levels)}${read.name}`);
    const needs = [...new Set([...names, ...places])];
    if (needs.length === 0 && !nxApp(folder, packagePath)) return undefined;
    return {
      ...{ kind: "workspace", levels, packagePath, needs },
      startupCommand:
        isSendable && !around.isPersonal(levels) ? startOfWhole(folder, packagePath, own, shared) : undefined,
      ...{ obstacle: obstacleIn(folder), mayBeAlone },
    };
  };
  // The package's code may read from outer folders: only the workspace tells siblings' names.
  for (let levels = 1; levels <= most; levels++) {
    const looked = await look(levels);
    if (holdsPackage(looked.folder, at(0, levels)))
      return await found(levels, looked, levels <= ((await repositoryAround(around)) ?? levels));
  }
  if (furthest === 0) return undefined;
  return await found(furthest, await look(furthest), await isOneProject(around, furthest));
}

/** What files for other hosts in a folder above say of this one. */
export async function saidAbove(around: FoldersAround): Promise<OuterEntry[]> {
  for (let levels = 1; levels <= Math.min(mostLevels, around.names.length - 1); levels++) {
    if (around.isPersonal(levels) || !(await isOneProject(around, levels))) return [];
    const source = around.above(levels);
    const names = await namesIn(source, "");
    for (const { files, read, isOfImage } of hostFileFormats) {
      const file = files.find((name) => names.has(name));
      const text = file === undefined ? undefined : await textIn(source, file);
      if (file === undefined || text === undefined) continue;
      const yaml = await parsedYaml(new Map([[file, text]]));
      try {
        const folder = around.names.slice(0, levels).reverse().join("/");
        const word = [read(text, yaml) ?? []].flat().find((each) => each.folder === folder);
        if (word) return [fromBelow(file, word, isOfImage)];
      } catch {
        // It is not about this folder that it cannot be read.
      }
    }
  }
  return [];
}

/** The package as an app of the whole folder, whose contents are given. `exists` and `outer` as in `readProject`. */
export async function readPackage(
  packagePath: string,
  { files, leftOut, rules }: ProjectContents,
  exists: (path: string) => Promise<boolean>,
  outer: readonly OuterEntry[] = [],
): Promise<ProjectDefaults> {
  const prefix = `${packagePath}/`;
  const inside = <T extends { readonly path: string }>(all: readonly T[]): T[] =>
    all.flatMap((each) =>
      each.path.startsWith(prefix) ? [{ ...each, path: each.path.slice(prefix.length) }] : [],
    );
  const contents = {
    ...{ files: inside(files), leftOut: inside(leftOut) },
    rules: {
      ruleAgainst: (path: string, isDirectory: boolean) => rules.ruleAgainst(prefix + path, isDirectory),
    },
  };
  const own = await readProject(nameOf(packagePath), contents, (path) => exists(prefix + path), outer);
  const paths = files.map(({ path }) => path);
  const code = await codeOf(contents.files);
  const at = (levels: number, name: string): string =>
    [...packagePath.split("/").slice(0, -levels), name].filter(Boolean).join("/");
  const reads = await readsThatExist(
    readsOf(contents.files, code),
    ["", ...packagePath.split("/")].reverse(),
    async (levels, folder) => {
      const below = at(levels, folder) === "" ? "" : `${at(levels, folder)}/`;
      return new Set(
        paths.flatMap((path) =>
          path.startsWith(below) ? [path.slice(below.length).split("/")[0] ?? ""] : [],
        ),
      );
    },
  );
  const sharedPaths = reads.map(({ levels, name }) => at(levels, name));
  const shared: SharedCode = { paths: sharedPaths, isFound: isLed(code) };
  const wanted = [packagePath, ...sharedPaths].flatMap((path) =>
    packageFiles.map((name) => `${path}/${name}`),
  );
  const texts = await textsOf(files, [
    ...[...workspaceManifests, "requirements.txt", ...packageManifests(paths), ...wanted],
  ]);
  const folder: PackagesFolder = { paths, texts };
  const made: MadeFile[] = [];
  const nx = nxApp(folder, packagePath);
  for (const path of nx?.made ?? missingBuilds(folder, packagePath)) {
    const rule = rules.ruleAgainst(path, nx === undefined);
    made.push({ path, rule: rule && (await exists(path)) ? rule : undefined });
  }
  return inWhole({ folder, packagePath, own, shared, made });
}

/** `files` are those of the package. */
function readsOf(files: FolderContents["files"], code: ReadonlyMap<string, string>): OutsideRead[] {
  const paths = files.map(({ path }) => path);
  const listed = new Set(
    [...(code.get("requirements.txt") ?? "").matchAll(/^[ \t]*([\w.-]+)/gm)].map(([, name = ""]) =>
      name.toLowerCase(),
    ),
  );
  return outsideReads(paths, code, listed);
}

/** The likely main files, TypeScript files, and the lists of packages. */
async function codeOf(files: FolderContents["files"]): Promise<Map<string, string>> {
  const paths = files.map(({ path }) => path);
  const typed = paths.filter((path) => /\.[cm]?tsx?$/.test(path)).slice(0, mostTypedFiles);
  return await textsOf(files, [...mainFilesToRead(new ProjectPaths(paths)), ...typed, ...lists]);
}

async function textsOf(
  files: FolderContents["files"],
  paths: readonly string[],
): Promise<Map<string, string>> {
  const wanted = new Set(paths);
  const texts = new Map<string, string>();
  for (const { path, sizeBytes, read } of files) {
    if (!wanted.has(path) || sizeBytes > longestProjectFileBytes) continue;
    const bytes = await read().catch(() => undefined);
    if (bytes) texts.set(path, textOf(bytes));
  }
  return texts;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** `names` as in `FoldersAround`; `list` returns the names in a folder below the one this many levels above. */
async function readsThatExist(
  reads: readonly OutsideRead[],
  names: readonly string[],
  list: (levels: number, folder: string) => Promise<ReadonlySet<string>>,
): Promise<OutsideRead[]> {
  const listed = new Map<number, ReadonlySet<string>>();
  const there: OutsideRead[] = [];
  for (const read of reads) {
    const { levels, name, endings } = read;
    if (levels >= names.length || levels > mostLevels || name === names[levels - 1]) continue;
    const entries = listed.get(levels) ?? (await list(levels, ""));
    listed.set(levels, entries);
    for (const ending of endings) {
      const [, file] = ending.split("/");
      if (!entries.has(name + (file === undefined ? ending : ""))) continue;
      if (file !== undefined && !(await list(levels, name)).has(file)) continue;
      there.push(read);
      break;
    }
  }
  return there;
}

/** Reads the package list of a folder, and the manifests of these and the `wanted` packages. */
async function packagesIn(source: FolderSource, wanted: readonly string[]): Promise<PackagesFolder> {
  const texts = new Map<string, string>();
  const paths = [...(await namesIn(source, ""))];
  const read = async (path: string): Promise<void> => {
    const text = await textIn(source, path);
    if (text !== undefined) texts.set(path, text);
  };
  for (const name of workspaceManifests) if (paths.includes(name)) await read(name);
  const patterns = workspacePatterns(texts);
  const folders = new Set(wanted);
  let toList = [""];
  for (let left = mostFolders; toList.length > 0 && left > 0; ) {
    const below: string[] = [];
    for (const folder of toList.slice(0, left)) {
      left--;
      for (const name of await foldersIn(source, folder)) {
        const path = folder === "" ? name : `${folder}/${name}`;
        if (isInWorkspace(path, patterns)) folders.add(path);
        if (leadsToPackage(path, patterns)) below.push(path);
      }
    }
    toList = below;
  }
  for (const folder of folders)
    for (const name of await namesIn(source, folder))
      if (packageFiles.includes(name)) {
        paths.push(`${folder}/${name}`);
        if (name !== "package-lock.json") await read(`${folder}/${name}`);
      }
  return { paths, texts };
}

/** An unreadable file counts as none. */
async function textIn(source: FolderSource, path: string): Promise<string | undefined> {
  try {
    const { sizeBytes } = await source.stat(path);
    return sizeBytes > longestProjectFileBytes ? undefined : textOf(await source.read(path));
  } catch {
    return undefined;
  }
}

async function namesIn(source: FolderSource, folder: string): Promise<ReadonlySet<string>> {
  return new Set((await source.list(folder).catch(() => [])).map(({ name }) => name));
}

async function foldersIn(source: FolderSource, folder: string): Promise<string[]> {
  const entries = await source.list(folder).catch(() => []);
  return entries.flatMap(({ name, type, isLink }) =>
    type === "directory" && !isLink && name !== "node_modules" && !name.startsWith(".") ? [name] : [],
  );
}

/** A folder that does not list its packages is one project with them, not just where projects lie. */
async function isOneProject(around: FoldersAround, levels: number): Promise<boolean> {
  const repository = await repositoryAround(around);
  return repository === undefined ? around.isOpen(levels) : levels <= repository;
}

/** The nearest folder that is a Git repository. One of all of the user's files, such as of settings, says nothing. */
async function repositoryAround({ names, above, isPersonal }: FoldersAround): Promise<number | undefined> {
  for (let levels = 0; levels < names.length && !isPersonal(levels); levels++)
    if ((await namesIn(above(levels), "")).has(".git")) return levels;
  return undefined;
}

/** The import leads to that module, and to no other of its name: one repository has both, or it holds what is imported. */
async function isMeant({ levels, name, members }: OutsideRead, around: FoldersAround): Promise<boolean> {
  if (members === undefined) return true;
  if (around.isPersonal(levels) || !(await isOneProject(around, levels))) return false;
  if ((await repositoryAround(around)) !== undefined) return true;
  const source = around.above(levels);
  const inside = await namesIn(source, name);
  const texts = await Promise.all([`${name}.py`, `${name}/__init__.py`].map((path) => textIn(source, path)));
  const words = new Set(texts.flatMap((text) => text?.match(/\w{1,80}/g) ?? []));
  return members.some((each) => inside.has(`${each}.py`) || inside.has(each) || words.has(each));
}

function isLed(code: ReadonlyMap<string, string>): boolean {
  return [...code].some(([path, text]) => ledOutside(path, text) > 0);
}
