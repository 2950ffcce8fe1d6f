// Finds packages that the app needs and the service doesn't install: it installs requirements.txt, and package.json
// without development dependencies.
import type { Runtime } from "../../model/model";
import { isObject } from "../../text/isObject";
import { foldersAbove, relativePlace } from "../relativePath";
import { importedModules } from "./codeSigns";
import { asgi, frameworks, moduleOf } from "./frameworks";
import type { ProjectFinding } from "./projectFinding";
import { type Manifest, objectAt, stringsAt } from "./projectManifest";
import { hasUvicorn } from "./pythonProject";
import { pythonDependencies, requirementsText } from "./requirementsText";
import { nodeFiles, startedBy } from "./startCommands";
import { siblingsOfPnpm, unreadByNpm } from "./workspacePackages";

const asgiProgram = asgi.slice(0, asgi.indexOf("{"));

const longestText = 100_000;
const mostFiles = 40;
const code = /\.[cm]?[jt]sx?$/;
/** Only at the beginning of a line: further in, a condition may keep it from being loaded. */
const loaded = new RegExp(
  [
    `(?:^|;)(?:import\\b(?!\\s{1,8}type\\s{1,8}[\\w{*])|export\\s{0,8}[*{])[^"'\`;()=]{0,1000}["']([^"'\\s]{1,200})["']`,
    `(?:^(?:(?:const|let|var)\\s[^=;"'\`(]{1,400}=\\s{0,8})?|,\\s{0,80}[\\w$]{1,80}\\s{0,4}=\\s{0,8})` +
      `(?:[\\w$.]{1,80}\\(){0,2}(?:require|await\\s{1,8}import)\\s{0,4}\\(\\s{0,8}["']([^"'\\s]{1,200})["']`,
  ].join("|"),
  "gm",
);

interface ProgramFiles {
  has(path: string): boolean;
  text(path: string): Promise<string | undefined>;
}

interface NodeProject {
  readonly manifest: Manifest | undefined;
  readonly texts: ReadonlyMap<string, string>;
  readonly command: string;
}

interface PythonProject extends NodeProject {
  readonly mainFile: string | undefined;
  readonly paths: readonly string[];
  readonly pyproject: Manifest | undefined;
}

type Dependencies = ProjectFinding & { readonly kind: "dependencies" };

export function hiddenDependencies(runtime: Runtime, project: PythonProject): Dependencies | undefined {
  return runtime === "python" ? ofPython(project) : ofNode(project);
}

function ofPython({
  paths,
  pyproject,
  texts,
  command,
  mainFile = "",
}: PythonProject): Dependencies | undefined {
  const server = command.startsWith(asgiProgram) ? ["uvicorn"] : [];
  if (paths.includes("requirements.txt")) {
    const files = { requirements: texts.get("requirements.txt") ?? "", manifest: undefined };
    const isMissing = server.length > 0 && !hasUvicorn(files);
    return siblingsByName(texts) ?? (isMissing ? { ...unlisted(server), isAdded: true } : undefined);
  }
  const siblings = siblingRequirements(texts, "");
  if (siblings) return siblings;
  const poetry = Object.keys(objectAt(pyproject, "tool", "poetry", "dependencies")).filter(
    (name) => name !== "python",
  );
  const standard = stringsAt(pyproject, "project", "dependencies").map(nameOfRequirement);
  if (poetry.length > 0) return { kind: "dependencies", from: "pyproject.toml", names: poetry };
  if (standard.length > 0 && paths.includes("uv.lock"))
    return { kind: "dependencies", from: "uv.lock", names: standard };
  if (paths.includes("Pipfile")) return { kind: "dependencies", from: "Pipfile", names: [] };
  const isInline = requirementsText(mainFile, texts.get(mainFile) ?? "") !== undefined;
  if (isInline) return { kind: "dependencies", from: mainFile, names: [] };
  const setup = ["setup.py", "setup.cfg"].find((path) => /\binstall_requires\b/.test(texts.get(path) ?? ""));
  const elsewhere = likeliestRequirements(paths) ?? setup;
  if (elsewhere !== undefined) return { kind: "dependencies", from: elsewhere, names: [] };
  const imported = standard.length > 0 ? [] : importedPackages(texts);
  return imported.length > 0 ? unlisted([...new Set([...imported, ...server])]) : undefined;
}

function unlisted(names: readonly string[]): Dependencies {
  return { kind: "dependencies", from: "code", names, requirements: `${names.join("\n")}\n` };
}

/** Known packages among the imports: an unknown name may be another author's package. */
function importedPackages(texts: ReadonlyMap<string, string>): string[] {
  const imported = new Set<string>();
  const own = new Set<string>();
  for (const [path, text] of texts) {
    own.add(path.replace(/(?:\/.*|\.py)$/, ""));
    if (path.endsWith(".py")) for (const name of importedModules(text)) imported.add(name);
  }
  return frameworks.flatMap((row) =>
    row.runtime === "python" && imported.has(moduleOf(row)) && !own.has(moduleOf(row))
      ? row.packages.slice(0, 1)
      : [],
  );
}

/** Requirements of a package that needs siblings; undefined for another. */
export function siblingRequirements(
  texts: ReadonlyMap<string, string>,
  packagePath: string,
): Dependencies | undefined {
  const { lines, siblings } = pythonDependencies(texts, packagePath);
  if (siblings.length === 0) return undefined;
  const lost = siblings.filter(({ path }) => path === undefined);
  const from = packagePath === "" ? "pyproject.toml" : `${packagePath}/pyproject.toml`;
  const needed = { kind: "dependencies", isNeeded: true } as const;
  return lost.length > 0
    ? { ...needed, from: "workspace", names: lost.map(({ name }) => name) }
    : { ...needed, from, names: siblings.map(({ name }) => name), requirements: `${lines.join("\n")}\n` };
}

/** Siblings that pip would take from the registry. In the top list, a folder counts only for later names. */
export function siblingsByName(texts: ReadonlyMap<string, string>): Dependencies | undefined {
  const given = new Set<string>();
  const named = pythonDependencies(texts, "").siblings.filter(({ name, path }) => {
    if (!name.startsWith(".")) return path === undefined || !given.has(path);
    if (path !== undefined) given.add(path);
    return false;
  });
  if (named.length === 0) return undefined;
  const names = named.map(({ name }) => name);
  const lines = [...new Set(named.map(({ path }) => `./${path}\n`))].join("");
  const needed = { kind: "dependencies", names, isNeeded: true } as const;
  return named.some(({ path }) => path === undefined)
    ? { ...needed, from: "workspace" }
    : { ...needed, from: "requirements.txt", requirements: lines, isAdded: true };
}

const ranks = [
  /prod/,
  /(?:^|\/)(?:requirements|base|main|common)\.txt$/,
  /^(?!.*(?:dev|test|doc|lint))/,
  /./,
];

/** The file of requirements that is for running, where there is none at the top. */
function likeliestRequirements(paths: readonly string[]): string | undefined {
  const files = paths.filter((path) =>
    /^(?:requirements\/[\w.-]{1,80}\.txt|requirements[-_][\w.-]{1,60}\.txt|[^/]{1,80}\/requirements\.txt|environment\.ya?ml)$/.test(
      path,
    ),
  );
  const rank = (path: string): number => ranks.findIndex((each) => each.test(path));
  return [...files].sort((a, b) => rank(a) - rank(b))[0];
}

/** The packages that this file imports, or one of the project's files that it imports. */
export async function loadedPackages(mainFile: string, files: ProgramFiles): Promise<string[]> {
  const packages = new Set<string>();
  const read = new Set([mainFile]);
  for (const file of read) {
    if (read.size > mostFiles || !code.test(file)) continue;
    const text = (await files.text(file))?.slice(0, longestText) ?? "";
    const folder = file.split("/").slice(0, -1);
    for (const [, imported, required = ""] of text.matchAll(loaded)) {
      const name = imported ?? required;
      if (!name.startsWith(".")) {
        const found = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
        // The output of some builds has packages of its own.
        const isBeside = foldersAbove(file).some((above) =>
          files.has(`${above}/node_modules/${found}/package.json`),
        );
        if (!isBeside) packages.add(found);
        continue;
      }
      const { levels, names } = relativePlace(folder, name);
      const path = names.join("/");
      const typed = [`${path.replace(/\.[cm]?js$/, "")}.ts`, `${path}/index.ts`];
      const local = levels > 0 ? undefined : [...nodeFiles(path), ...typed].find((each) => files.has(each));
      if (local !== undefined) read.add(local);
    }
  }
  return [...packages];
}

/** Packages that the command needs to start. */
export function neededByCommand(command: string, manifest: Manifest | undefined): string[] {
  const { needs, needsBefore, canDoWithout } = startedBy(command, objectAt(manifest, "scripts"));
  return [...needs, ...needsBefore, ...canDoWithout];
}

/** Those of the packages that only developers get. */
export function forDevelopment(
  names: readonly string[],
  manifest: Manifest | undefined,
): Dependencies | undefined {
  const { dependencies, optionalDependencies, devDependencies } = manifest ?? {};
  const isIn = (group: unknown, name: string): boolean => isObject(group) && name in group;
  const hidden = [...new Set(names)].filter(
    (name) => isIn(devDependencies, name) && !isIn(dependencies, name) && !isIn(optionalDependencies, name),
  );
  return hidden.length > 0 ? { kind: "dependencies", from: "devDependencies", names: hidden } : undefined;
}

function ofNode({ manifest, texts, command }: NodeProject): Dependencies | undefined {
  const inWorkspace = unreadByNpm(manifest);
  // npm ends with an error at those, and asks no registry for any.
  if (inWorkspace.length > 0) return { kind: "dependencies", from: "workspace", names: inWorkspace };
  const siblings = siblingsOfPnpm(manifest, texts);
  if (siblings.length > 0)
    return { kind: "dependencies", from: "workspace", names: siblings, isNeeded: true };
  return forDevelopment(neededByCommand(command, manifest), manifest);
}

function nameOfRequirement(requirement: string): string {
  return /^[\w.-]{1,200}/.exec(requirement.trim())?.[0] ?? requirement.slice(0, 80);
}
