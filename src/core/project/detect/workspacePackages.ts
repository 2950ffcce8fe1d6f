// Finds the packages of a workspace of npm, Yarn, pnpm, uv or Nx, and projects side by side in a folder.
import { nameOf } from "../../paths/appPath";
import { foldersAbove } from "../relativePath";
import { isInRange } from "../versionRange";
import type { ProjectPackage } from "./projectFinding";
import { type Manifest, objectAt, parseToml, readManifest, stringAt, stringsAt } from "./projectManifest";

/** The files at the top of a workspace that say so. */
export const workspaceManifests = ["package.json", "pnpm-workspace.yaml", "pyproject.toml", "nx.json"];

const mostPackages = 50;

const dependencyGroups = ["dependencies", "optionalDependencies", "devDependencies", "peerDependencies"];
/** npm ends with an error at these: it knows neither siblings nor versions by them. */
export const foreign = /^(workspace|portal|link|catalog|patch):/;

/** Manifests to read: places where a workspace's packages may be. */
export function packageManifests(paths: readonly string[]): string[] {
  return ["package.json", "pyproject.toml", "project.json"].flatMap((name) =>
    paths
      .filter((path) => path.endsWith(`/${name}`) && path.split("/").length <= deepestPackage + 1)
      .slice(0, mostPackages),
  );
}

const deepestPackage = 3;

/** The patterns of its folders; empty for a project that is no workspace. */
export function workspacePatterns(texts: ReadonlyMap<string, string>): string[] {
  return [
    ...nodePatterns(readManifest(texts.get("package.json"), JSON.parse), texts),
    ...uvPatterns(readManifest(texts.get("pyproject.toml"), parseToml)),
  ];
}

export function uvPatterns(pyproject: Manifest | undefined): string[] {
  const said = (key: string): string[] => stringsAt(pyproject, "tool", "uv", "workspace", key);
  return [...said("members"), ...said("exclude").map((pattern) => `!${pattern}`)];
}

function nodePatterns(manifest: Manifest | undefined, texts: ReadonlyMap<string, string>): string[] {
  return [...npmPatterns(manifest), ...listIn(texts.get("pnpm-workspace.yaml") ?? "")];
}

export function npmPatterns(manifest: Manifest | undefined): string[] {
  return [...stringsAt(manifest, "workspaces"), ...stringsAt(manifest, "workspaces", "packages")];
}

/** Packages of an npm, Yarn or pnpm workspace, first those that can be started; empty for any other project. */
export function workspacePackages(
  manifest: Manifest | undefined,
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): ProjectPackage[] {
  const patterns = nodePatterns(manifest, texts);
  const found = packageManifests(paths)
    .filter((path) => path.endsWith("/package.json"))
    .map((path) => path.slice(0, -"/package.json".length))
    .filter((folder) => isInWorkspace(folder, patterns))
    .map((path) => {
      const said = readManifest(texts.get(`${path}/package.json`), JSON.parse);
      const name = stringAt(said, "name") || nameOf(path);
      return { path, name, isStarted: "start" in objectAt(said, "scripts") };
    });
  return [...found.filter((each) => each.isStarted), ...found.filter((each) => !each.isStarted)].map(
    ({ path, name }) => ({ path, name }),
  );
}

/** The apps that project.json files describe; empty where the folder is no workspace of Nx. */
export function nxApps(paths: readonly string[], texts: ReadonlyMap<string, string>): ProjectPackage[] {
  if (!paths.includes("nx.json")) return [];
  return packageManifests(paths).flatMap((manifest) => {
    const said = manifest.endsWith("/project.json")
      ? readManifest(texts.get(manifest), JSON.parse)
      : undefined;
    const path = manifest.slice(0, -"/project.json".length);
    return stringAt(said, "projectType") === "application"
      ? [{ path, name: stringAt(said, "name") || nameOf(path) }]
      : [];
  });
}

/** Folders that hold a project of their own, such as a frontend and a backend: for a folder that holds none itself. */
export function projectsBelow(paths: readonly string[]): ProjectPackage[] {
  const [isSite, listsNode, listsPython] = ["index.html", "package.json", "requirements.txt"].map((name) =>
    paths.includes(name),
  );
  const marks = paths.filter((path) =>
    path.endsWith("js")
      ? !isSite && !listsNode && !ofPages.test(path)
      : !listsPython || !path.endsWith(".py"),
  );
  const folders = new Set(
    marks.map((path) => projectMark.exec(path)?.[1]).filter((path) => path !== undefined),
  );
  return [...folders]
    .filter((path) => !foldersAbove(path).some((above) => folders.has(above)))
    .slice(0, mostPackages)
    .map((path) => ({ path, name: nameOf(path) }));
}

const ofPages = /^(?:public|docs|site|www|static|assets)\//;
const projectMark =
  /^([^/]{1,100}(?:\/[^/]{1,100}){0,2})\/(?:package\.json|requirements\.txt|pyproject\.toml|Pipfile|(?:main|app|bot|server|manage)\.py|(?:index|app|bot|server)\.[cm]?js)$/;

/** True in doubt, too: a registry would be asked for the name of an unknown sibling. */
export function isInWorkspace(folder: string, patterns: readonly string[]): boolean {
  const names = folder.split("/");
  const all = alternativesOf(patterns);
  return (
    all.some(({ isNegative, parts }) => !isNegative && isMatch(names, parts, true)) &&
    !all.some(({ isNegative, parts }) => isNegative && isMatch(names, parts, false))
  );
}

/** A folder that the patterns take in may lie in this one. */
export function leadsToPackage(folder: string, patterns: readonly string[]): boolean {
  const names = folder.split("/");
  return alternativesOf(patterns).some(({ isNegative, parts }) => {
    const open = parts.indexOf("**");
    if (isNegative || (open < 0 && parts.length <= names.length)) return false;
    return names.every(
      (name, index) => (open >= 0 && index >= open) || isPart(name, parts[index] ?? "", true),
    );
  });
}

interface Alternative {
  readonly isNegative: boolean;
  readonly parts: readonly string[];
}

/** Cache: the same patterns are asked about each folder. */
const alternatives = new WeakMap<readonly string[], readonly Alternative[]>();

function alternativesOf(patterns: readonly string[]): readonly Alternative[] {
  const known = alternatives.get(patterns);
  if (known) return known;
  const all: Alternative[] = [];
  for (const pattern of patterns) {
    if (all.length >= mostInAll) break;
    // "!(a|b)" is one of the forms that are not read here.
    const isNegative = /^!(?!\()/.test(pattern);
    const each = normalized(isNegative ? pattern.slice(1) : pattern);
    all.push(...each.map((parts) => ({ isNegative, parts })));
  }
  alternatives.set(patterns, all);
  return all;
}

const mostInAll = 2_000;
const mostGroups = 5;
const mostAlternatives = 100;

/** The parts of the pattern, for each alternative of "{a,b}". */
function normalized(pattern: string): (readonly string[])[] {
  let all = [pattern];
  for (let group = 0; group < mostGroups; group++) all = all.flatMap(withoutGroup).slice(0, mostAlternatives);
  return all.map((each) => each.replace(/^\.\//, "").replace(/\/$/, "").split("/").slice(0, 10));
}

function withoutGroup(pattern: string): string[] {
  const group = /\{([^{}]{0,1000})\}/.exec(pattern);
  if (!group) return [pattern];
  const [whole, inside = ""] = group;
  const after = pattern.slice(group.index + whole.length);
  return inside.split(",").map((each) => pattern.slice(0, group.index) + each + after);
}

/** Patterns have "*" for any text in a name and "**" for any number of folders. */
function isMatch(names: readonly string[], pattern: readonly string[], isOddTaken: boolean): boolean {
  // Possible numbers of names that the parts so far match.
  let counts = [0];
  for (const [index, part] of pattern.entries()) {
    if (part === "**") {
      const least = Math.min(...counts) + (index === pattern.length - 1 ? 1 : 0);
      counts = [...names.keys(), names.length].filter((count) => count >= least);
    } else
      counts = counts.flatMap((count) => {
        const name = names[count];
        return name !== undefined && isPart(name, part, isOddTaken) ? [count + 1] : [];
      });
    if (counts.length === 0) return false;
  }
  return counts.includes(names.length);
}

/** Other forms, such as "[ab]" and "@(a|b)", are not parsed: only the text before them is compared. */
function isPart(name: string, part: string, isOddTaken: boolean): boolean {
  const odd = part.search(/[?[]|[!@+*]\(/);
  if (odd >= 0) return isOddTaken && isPart(name, `${part.slice(0, odd)}*`, isOddTaken);
  const [first = "", ...pieces] = part.split("*");
  const last = pieces.pop();
  if (last === undefined) return part === name;
  if (!name.startsWith(first)) return false;
  let end = first.length;
  for (const piece of pieces) {
    const found = name.indexOf(piece, end);
    if (found < 0) return false;
    end = found + piece.length;
  }
  return name.length - last.length >= end && name.endsWith(last);
}

/** The list "packages" of pnpm-workspace.yaml in its usual forms; aliases are not resolved. */
function listIn(yaml: string): string[] {
  const text = yaml.slice(0, 20_000);
  const [, inline] = /^["']?packages["']?\s{0,8}:\s{0,8}\[([^\]]{0,2000})\]/m.exec(text) ?? [];
  if (inline !== undefined)
    return [...inline.matchAll(/"([^"]{1,200})"|'([^']{1,200})'|([^"',\s]{1,200})/g)].map(
      ([, double, single, plain]) => double ?? single ?? unquoted(plain),
    );
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^["']?packages["']?\s{0,8}:/.test(line));
  if (start < 0) return [];
  if (/:\s{1,8}\*/.test(lines[start] ?? "")) return ["**"];
  const found: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (/^\s{0,40}(?:#|$)/.test(line)) continue;
    const [, double, single, plain] =
      /^\s{0,40}-\s{1,8}(?:&\S{1,100}\s{1,8})?(?:"([^"]{1,200})"|'([^']{1,200})'|([^"'#\s]{1,200}))/.exec(
        line,
      ) ?? [];
    const item = double ?? single ?? (plain && unquoted(plain));
    if (item === undefined) break;
    found.push(item);
  }
  return found;
}

function unquoted(item = ""): string {
  return item.startsWith("*") ? "**" : item;
}

/** Dependencies that npm cannot install, in the project's own folder. */
export function unreadByNpm(manifest: Manifest | undefined): string[] {
  const unread = specifiers(manifest).filter(([, spec]) => foreign.test(spec) || leadsOut(spec));
  return [...new Set(unread.map(([name]) => name))];
}

/** The packages that it depends on in any way, with their versions. */
export function specifiers(manifest: Manifest | undefined): [string, string][] {
  return dependencyGroups.flatMap((group) =>
    Object.entries(objectAt(manifest, group)).flatMap(([name, spec]): [string, string][] =>
      typeof spec === "string" ? [[name, spec.trim()]] : [],
    ),
  );
}

/** The folders of the workspace's packages by their names. */
export function memberNames(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const patterns = workspacePatterns(texts);
  const names = new Map<string, string>();
  for (const [path, text] of texts) {
    const at = path.slice(0, -"/package.json".length);
    const manifest = path.endsWith("/package.json") ? readManifest(text, JSON.parse) : undefined;
    const name = stringAt(manifest, "name");
    if (name !== undefined && isInWorkspace(at, patterns)) names.set(name, at);
  }
  return names;
}

/** Siblings of the folder's own package that pnpm takes, and for which npm would ask the registry. */
export function siblingsOfPnpm(manifest: Manifest | undefined, texts: ReadonlyMap<string, string>): string[] {
  const npm = npmPatterns(manifest);
  const members = memberNames(texts);
  return specifiers(manifest).flatMap(([name, spec]) => {
    const at = members.get(name);
    if (at === undefined || isInWorkspace(at, npm)) return [];
    const sibling = readManifest(texts.get(`${at}/package.json`), JSON.parse);
    return isInRange(stringAt(sibling, "version"), spec) ? [name] : [];
  });
}

/** A folder that is not in that of the package. */
export function leadsOut(spec: string): boolean {
  return /^(?:file:)?(?:\.\/)?\.\.(?:\/|$)/.test(spec) || /^file:\/|^[~/]\//.test(spec);
}
