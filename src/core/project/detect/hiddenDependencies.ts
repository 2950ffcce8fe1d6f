// Finds packages that the app needs and the service doesn't install: it installs requirements.txt, and package.json
// without development dependencies.
import type { Runtime } from "../../model/model";
import { asgi, frameworks, moduleOf } from "./frameworks";
import type { ProjectFinding } from "./projectFinding";
import { type Manifest, objectAt, stringsAt } from "./projectManifest";
import { hasUvicorn } from "./pythonProject";
import { pythonDependencies } from "./requirementsText";
import { startedBy } from "./startCommands";
import { siblingsOfPnpm, unreadByNpm } from "./workspacePackages";

const asgiProgram = asgi.slice(0, asgi.indexOf("{"));

interface NodeProject {
  readonly manifest: Manifest | undefined;
  readonly texts: ReadonlyMap<string, string>;
  /** Command that starts the app. */
  readonly command: string;
}

interface PythonProject extends NodeProject {
  readonly paths: readonly string[];
  readonly pyproject: Manifest | undefined;
}

type Dependencies = ProjectFinding & { readonly kind: "dependencies" };

export function hiddenDependencies(runtime: Runtime, project: PythonProject): Dependencies | undefined {
  return runtime === "python" ? ofPython(project) : ofNode(project);
}

function ofPython({ paths, pyproject, texts, command }: PythonProject): Dependencies | undefined {
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
  const setup = ["setup.py", "setup.cfg"].find((path) => /\binstall_requires\b/.test(texts.get(path) ?? ""));
  const elsewhere = likeliestRequirements(paths) ?? setup;
  if (elsewhere !== undefined) return { kind: "dependencies", from: elsewhere, names: [] };
  const imported = standard.length > 0 ? [] : importedPackages(texts);
  return imported.length > 0 ? unlisted([...new Set([...imported, ...server])]) : undefined;
}

function unlisted(names: readonly string[]): Dependencies {
  return { kind: "dependencies", from: "code", names, requirements: `${names.join("\n")}\n` };
}

/** The packages that are known by what the code imports; the name of any other may be that of another author's. */
function importedPackages(texts: ReadonlyMap<string, string>): string[] {
  const imported = new Set<string>();
  const own = new Set<string>();
  for (const [path, text] of texts) {
    own.add(path.replace(/(?:\/.*|\.py)$/, ""));
    if (path.endsWith(".py"))
      for (const [, name = ""] of text.matchAll(/^[ \t]{0,40}(?:from|import)[ \t]{1,8}(\w{1,80})/gm))
        imported.add(name);
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

/** The siblings for which the list at the top makes pip ask the registry. A folder counts for names that come later. */
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

function ofNode({ manifest, texts, command }: NodeProject): Dependencies | undefined {
  const dependencies = objectAt(manifest, "dependencies");
  const inWorkspace = unreadByNpm(manifest);
  // npm ends with an error at those, and asks no registry for any.
  if (inWorkspace.length > 0) return { kind: "dependencies", from: "workspace", names: inWorkspace };
  const siblings = siblingsOfPnpm(manifest, texts);
  if (siblings.length > 0)
    return { kind: "dependencies", from: "workspace", names: siblings, isNeeded: true };
  const development = objectAt(manifest, "devDependencies");
  const { needs, needsBefore, canDoWithout } = startedBy(command, objectAt(manifest, "scripts"));
  const hidden = [...new Set([...needs, ...needsBefore, ...canDoWithout])].filter(
    (name) => name in development && !(name in dependencies),
  );
  return hidden.length > 0 ? { kind: "dependencies", from: "devDependencies", names: hidden } : undefined;
}

function nameOfRequirement(requirement: string): string {
  return /^[\w.-]{1,200}/.exec(requirement.trim())?.[0] ?? requirement.slice(0, 80);
}
