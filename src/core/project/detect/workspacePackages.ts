// The packages of a workspace of npm, yarn or pnpm, and the projects that stand side by side in a folder.

import type { ProjectPackage } from "./projectFinding";
import { type Manifest, readManifest, stringAt, stringsAt } from "./projectManifest";

const mostPackages = 50;

/** Where a workspace's packages may be: their package.json is looked at. */
export function packageManifests(paths: readonly string[]): string[] {
  return paths.filter((path) => /^(?:[^/]+\/){1,3}package\.json$/.test(path)).slice(0, mostPackages);
}

/** Empty for a project that is no workspace. */
export function workspacePackages(
  manifest: Manifest | undefined,
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): ProjectPackage[] {
  const patterns = [
    ...stringsAt(manifest, "workspaces"),
    ...stringsAt(manifest, "workspaces", "packages"),
    ...listIn(texts.get("pnpm-workspace.yaml") ?? ""),
  ];
  if (patterns.length === 0) return [];
  const folders = packageManifests(paths).map((path) => path.slice(0, -"/package.json".length));
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!")).map(normalized);
  const unwanted = patterns
    .filter((pattern) => pattern.startsWith("!"))
    .map((pattern) => normalized(pattern.slice(1)).filter((part) => !part.includes("*")))
    .filter((parts) => parts.length > 0);
  return folders
    .filter((folder) => wanted.some((pattern) => isMatch(folder, pattern)))
    .filter((folder) => !unwanted.some((parts) => parts.every((part) => folder.split("/").includes(part))))
    .map((path) => {
      const said = readManifest(texts.get(`${path}/package.json`), JSON.parse);
      return { path, name: stringAt(said, "name") || (path.split("/").at(-1) ?? path) };
    });
}

/** Folders that hold a project of their own, such as a frontend and a backend: for a folder that holds none itself. */
export function projectsBelow(paths: readonly string[]): ProjectPackage[] {
  const folders = new Set(
    paths.map((path) => projectMark.exec(path)?.[1]).filter((path) => path !== undefined),
  );
  return [...folders]
    .filter((path) => !folders.has(path.split("/")[0] ?? "") || !path.includes("/"))
    .slice(0, mostPackages)
    .map((path) => ({ path, name: path.split("/").at(-1) ?? path }));
}

const projectMark =
  /^([^/]{1,100}(?:\/[^/]{1,100})?)\/(?:package\.json|requirements\.txt|pyproject\.toml|Pipfile|(?:main|app|bot|server|manage)\.py|(?:index|app|bot|server)\.[cm]?js)$/;

function normalized(pattern: string): readonly string[] {
  return pattern.replace(/^\.\//, "").replace(/\/$/, "").split("/").slice(0, 10);
}

/** Patterns have "*" for a name and "**" for any number of folders. */
function isMatch(folder: string, pattern: readonly string[]): boolean {
  const names = folder.split("/");
  const open = pattern.indexOf("**");
  const fixed = open < 0 ? pattern : pattern.slice(0, open);
  if (open < 0 ? names.length !== fixed.length : names.length <= fixed.length) return false;
  return fixed.every((part, index) => {
    const name = names[index] ?? "";
    if (part === "*") return true;
    return part.endsWith("*") ? name.startsWith(part.slice(0, -1)) : part === name;
  });
}

/** The list "packages" of pnpm-workspace.yaml, as everybody writes it. */
function listIn(yaml: string): string[] {
  const lines = yaml.slice(0, 20_000).split(/\r?\n/);
  const start = lines.findIndex((line) => /^packages\s{0,8}:/.test(line));
  if (start < 0) return [];
  const found: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (/^\s{0,40}(?:#|$)/.test(line)) continue;
    const [, item] = /^\s{0,40}-\s{1,8}["']?([^"'#\s]{1,200})/.exec(line) ?? [];
    if (item === undefined) break;
    found.push(item);
  }
  return found;
}
