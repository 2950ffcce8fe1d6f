// A requirements.txt made of where else a Python project names its packages. A sibling in the same workspace is named by its
// folder, never by its name, which pip would look for in the registry, where another author may own it.
import { segmentsOf } from "../../paths/appPath";
import { isObject } from "../../text/isObject";
import { relativePlace } from "../relativePath";
import { type Manifest, objectAt, parseToml, readManifest, stringAt, stringsAt } from "./projectManifest";
import { isInWorkspace, uvPatterns } from "./workspacePackages";

const requirements = "requirements.txt";

/** `from` is the file that names them, `text` what it says; undefined where nothing can be made of it. */
export function requirementsText(from: string, text: string): string | undefined {
  // pip follows the other file itself, and every change of it.
  if (from.endsWith(".txt")) return `-r ${from}\n`;
  if (/^setup\.(?:py|cfg)$/.test(from)) return ".\n";
  const lines = from.endsWith("Pipfile")
    ? ofTable(objectAt(readManifest(text, parseToml), "packages"))
    : from.endsWith(".toml")
      ? pythonDependencies(new Map([["pyproject.toml", text]]), "").lines
      : from.endsWith(".py")
        ? inlineDependencies(text)
        : [];
  return lines.length === 0 ? undefined : `${lines.join("\n")}\n`;
}

/** Those in the comment of a script, by PEP 723. */
function inlineDependencies(code: string): string[] {
  const begun = code.split(/^# \/\/\/ script[ \t]*\r?\n/m).slice(1);
  const [comment = ""] = begun.flatMap(
    (lines) => /(?:#(?: .*)?\r?\n)+?(?=# \/\/\/[ \t]*$)/my.exec(lines) ?? [],
  );
  return stringsAt(readManifest(comment.replaceAll(/^# ?/gm, ""), parseToml), "dependencies").filter(isLine);
}

function ofTable(table: Manifest): string[] {
  return Object.entries(table).flatMap(([name, spec]) => requirementOf(name, spec));
}

interface Sibling {
  readonly name: string;
  /** Relative to the folder; undefined for a path outside of it. */
  readonly path: string | undefined;
}

interface PythonDependencies {
  /** Lines of a requirements.txt in the top folder, siblings included. */
  readonly lines: readonly string[];
  readonly siblings: readonly Sibling[];
}

/** `texts` are those of the folder's pyproject.toml files, by path; "" is the folder itself. */
export function pythonDependencies(
  texts: ReadonlyMap<string, string>,
  packagePath: string,
): PythonDependencies {
  const manifests = new Map<string, Manifest>();
  for (const [path, text] of texts) {
    const manifest = /(?:^|\/)pyproject\.toml$/.test(path) ? readManifest(text, parseToml) : undefined;
    if (manifest) manifests.set(path.slice(0, -"pyproject.toml".length).replace(/\/$/, ""), manifest);
  }
  const patterns = uvPatterns(manifests.get(""));
  const members = [...manifests].filter(([path]) => isInWorkspace(path, patterns));
  const paths = new Map(members.map(([path, manifest]) => [pythonName(nameIn(manifest)), path]));
  const lines = new Set<string>();
  const siblings = new Map<string, string | undefined>();
  const seen = new Set([packagePath]);
  for (const at of seen) {
    const manifest = manifests.get(at);
    const sources = { ...sourcesIn(manifests.get("")), ...sourcesIn(manifest) };
    const listed = at === packagePath ? texts.get([at, requirements].filter(Boolean).join("/")) : undefined;
    const dependencies = listed === undefined ? dependenciesIn(manifest) : listedIn(listed, at);
    for (const { name, line, spec } of dependencies) {
      const source = spec ?? sources[name];
      const isOwn = isObject(source) && (source["workspace"] === true || source["path"] !== undefined);
      if (isOwn || (source === undefined && (paths.get(name) ?? at) !== at)) {
        const said = isObject(source) ? source["path"] : undefined;
        const base = sourcesIn(manifest)[name] || spec ? at : "";
        const path = typeof said === "string" ? inFolder(base, said) : paths.get(name);
        siblings.set(name, path);
        if (path !== undefined) seen.add(path);
      } else if (at === packagePath) for (const each of ofSource(name, source) ?? line) lines.add(each);
    }
  }
  for (const path of siblings.values()) if (path !== undefined) lines.add(`./${path}`);
  return { lines: [...lines], siblings: [...siblings].map(([name, path]) => ({ name, path })) };
}

/** The lines of `wanted` that the list at the top lacks. A package may have another version there. */
export function missingRequirements(texts: ReadonlyMap<string, string>, wanted: readonly string[]): string[] {
  const keys = (lines: string): string[] =>
    listedIn(lines, "").map(({ name, line, spec }) => {
      const path = isObject(spec) ? inFolder("", String(spec["path"])) : undefined;
      return path ?? (/^-/.test(name) ? line.join() : name);
    });
  const listed = new Set(keys(texts.get(requirements) ?? ""));
  const has = (line: string): boolean => keys(line).every((key) => listed.has(key));
  return wanted.filter((line) => {
    const other = line.startsWith("-r ") ? texts.get(line.slice("-r ".length)) : undefined;
    return !has(line) && (other === undefined || !has(other));
  });
}

/** The list with more lines. pip 23.2 takes a folder for the name of its package only where the folder comes first. */
export function withRequirements(text: string, added: string): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = added.split("\n").filter(Boolean);
  const end = text === "" || text.endsWith("\n") ? "" : eol;
  const those = (isFolder: boolean): string =>
    lines.flatMap((line) => (line.startsWith("./") === isFolder ? [line + eol] : [])).join("");
  return those(true) + text + end + those(false);
}

/** Names are the same in any case, and with any of "-", "_" and ".". */
function pythonName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

function nameIn(manifest: Manifest): string {
  return stringAt(manifest, "project", "name") ?? stringAt(manifest, "tool", "poetry", "name") ?? "";
}

interface Dependency {
  readonly name: string;
  readonly line: readonly string[];
  /** Poetry's value for the package. */
  readonly spec: unknown;
}

function dependenciesIn(manifest: Manifest | undefined): Dependency[] {
  const standard = stringsAt(manifest, "project", "dependencies").filter(isLine);
  const poetry = Object.entries(objectAt(manifest, "tool", "poetry", "dependencies"));
  return [
    ...standard.map((line) => {
      const name = /^[\w.-]{1,200}/.exec(line)?.[0] ?? line;
      return { name: pythonName(name), line: [line], spec: undefined };
    }),
    ...poetry
      .filter(([name]) => name.toLowerCase() !== "python")
      .map(([name, spec]) => ({
        ...{ name: pythonName(name), line: requirementOf(name, spec) },
        spec: isObject(spec) && spec["path"] !== undefined ? spec : undefined,
      })),
  ];
}

/** Entries of a package's requirements.txt, as a file further up would have them. */
function listedIn(text: string, at: string): Dependency[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.replace(/(?:^|\s)#.*$/, "").trim());
  return lines.filter(Boolean).map((line) => {
    const [, path] =
      /^(?:(?:-e|--editable)[ =]{1,8}|[\w.-]{1,200} ?@ ?)?(?:file:)?(\.{1,2}\/[^\s;[]{1,300})/.exec(line) ??
      [];
    // pip asks no registry for a requirement with a URL.
    const name = path ?? pythonName(/^[\w.-]{1,200}(?!.*@)/.exec(line)?.[0] ?? line);
    const below = at === "" ? "" : `${at}/`;
    const further = line.replace(
      /^(-[rc]|--requirement|--constraint)[ =]{1,8}(?![/~]|https?:)/,
      `$1 ${below}`,
    );
    return { name, line: [further], spec: path === undefined ? undefined : { path } };
  });
}

function sourcesIn(manifest: Manifest | undefined): Manifest {
  const said = Object.entries(objectAt(manifest, "tool", "uv", "sources"));
  return Object.fromEntries(said.map(([name, source]) => [pythonName(name), source]));
}

function ofSource(name: string, source: unknown): readonly string[] | undefined {
  if (!isObject(source) || (source["git"] === undefined && source["url"] === undefined)) return undefined;
  return requirementOf(name, source);
}

/** Undefined for one outside of the folder, or one that a line of requirements cannot hold. */
function inFolder(base: string, said: string): string | undefined {
  const { levels, names } = relativePlace(segmentsOf(base), said);
  const path = names.join("/");
  return levels === 0 && !said.startsWith("/") && /^[\w@+][\w.@/+-]{0,300}$/.test(path) ? path : undefined;
}

function isLine(value: string): boolean {
  return /^[A-Za-z0-9][^\r\n]{0,500}$/.test(value);
}

/** Pipfile and Poetry give a version, or a table; a list of tables for several platforms. */
function requirementOf(name: string, spec: unknown): string[] {
  return linesOf(name, spec).filter(isLine);
}

function linesOf(name: string, spec: unknown): string[] {
  if (typeof spec === "string") return [`${name}${versionOf(spec)}`];
  if (Array.isArray(spec)) return [name];
  if (!isObject(spec)) return [];
  const { version, extras, git, url, path, optional } = spec;
  // The app may lack local paths and optional packages.
  if (path !== undefined || optional === true) return [];
  const more = Array.isArray(extras) ? extras.filter((each) => typeof each === "string") : [];
  const named = more.length > 0 ? `${name}[${more.join(",")}]` : name;
  if (typeof git === "string") return [`${named} @ git+${git}${refOf(spec)}`];
  if (typeof url === "string") return [`${named} @ ${url}`];
  return [`${named}${typeof version === "string" ? versionOf(version) : ""}`];
}

function refOf({ rev, ref, tag, branch }: Readonly<Record<string, unknown>>): string {
  const named = [rev, ref, tag, branch].find((each) => typeof each === "string");
  return named === undefined ? "" : `@${named}`;
}

/** Translates Poetry's version operators to pip's. */
function versionOf(said: string): string {
  return said
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "*")
    .map(partOf)
    .join(",");
}

function partOf(part: string): string {
  const version = part.replace(/^[\^~]=?\s{0,8}/, "");
  const numbers = version.split(".").map((each) => Number.parseInt(each, 10) || 0);
  if (part.startsWith("^")) return `>=${version},<${afterCaret(numbers)}`;
  if (/^~[^=]/.test(part))
    return `>=${version},<${numbers.length > 1 ? `${numbers[0]}.${(numbers[1] ?? 0) + 1}` : (numbers[0] ?? 0) + 1}`;
  return /^\d/.test(part) ? `==${part}` : part;
}

/** The first number that is not zero may not change. */
function afterCaret(numbers: readonly number[]): string {
  const index = Math.max(
    0,
    numbers.findIndex((each) => each > 0),
  );
  return [...numbers.slice(0, index), (numbers[index] ?? 0) + 1].join(".");
}
