// What has to be decided or said before an app of a project can run.
import type { Runtime } from "../../model/model";
import type { IgnoreRule } from "../ignoreRules";
import { codeSigns } from "./codeSigns";
import { hiddenDependencies } from "./hiddenDependencies";
import { compiledFile, nodeMainFiles, startOf } from "./nodeProject";
import { buildScript, builtSite, nodeServer } from "./nodeServers";
import type { ProjectFinding, ProjectPackage } from "./projectFinding";
import type { Manifest } from "./projectManifest";
import { projectsBelow, workspacePackages } from "./workspacePackages";

const kinds: readonly (readonly [string, RegExp])[] = [
  ["Deno", /^deno\.(?:jsonc?|lock)$/],
  ["Bun", /^(?:bun\.lockb?|bunfig\.toml)$/],
  ["Go", /^go\.mod$/],
  ["Rust", /^Cargo\.toml$/],
  ["PHP", /^(?:composer\.json|artisan|index\.php|wp-config\.php)$/],
  ["Java or Kotlin", /^(?:pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?)$/],
  ["Ruby", /^(?:Gemfile|config\.ru)$/],
  [".NET", /^[^/]+\.(?:cs|fs|vb)proj$|^[^/]+\.sln$/],
  ["Elixir", /^mix\.exs$/],
  ["Dart", /^pubspec\.yaml$/],
  ["Swift", /^Package\.swift$/],
  ["C or C++", /^(?:CMakeLists\.txt|Makefile|configure\.ac)$/],
];

interface Detected {
  readonly runtime: Runtime | undefined;
  readonly mainFile: string | undefined;
  readonly command: string;
  readonly candidates: readonly string[];
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly leftOut: ReadonlyMap<string, IgnoreRule>;
  readonly manifest: Manifest | undefined;
  readonly python: Manifest | undefined;
}

/** What a program reads when it starts, by its ending. */
const readable = /\.(?:json|ya?ml|toml|ini|cfg|conf|db|sqlite3?|csv|pem|key|txt)$/i;
const mostReads = 10;

/** `hasMainFile` is false where the main file would be a guess that starts something else. */
export function findingsOf(project: Detected): {
  readonly findings: readonly ProjectFinding[];
  readonly hasMainFile: boolean;
} {
  const { runtime, mainFile, manifest, paths } = project;
  const unsupported = unsupportedOf(project);
  if (unsupported) return { findings: [unsupported], hasMainFile: false };
  const build = runtime === "nodejs" ? builtOf(project) : [];
  const packages = packagesOf(project);
  const isSaid =
    mainFile !== undefined && (nodeMainFiles(manifest).includes(mainFile) || !mainFile.endsWith("js"));
  const workspace: ProjectFinding[] =
    packages.length > 0 && !(runtime === "nodejs" && isSaid && build.length === 0)
      ? [{ kind: "packages", packages }]
      : [];
  const site = staticSite(project);
  if (site && workspace.length === 0)
    return { findings: [...build, ...siteBuild(project), site], hasMainFile: false };
  const hidden =
    runtime &&
    hiddenDependencies(runtime, { paths, manifest, pyproject: project.python, command: commandOf(project) });
  return {
    findings: [
      ...workspace,
      ...build,
      ...(hidden && workspace.length === 0 ? [hidden] : []),
      ...ignoredReads(project),
    ],
    hasMainFile: build.length === 0 && workspace.length === 0,
  };
}

/** Of a workspace, or, where nothing in the folder itself could start an app, the projects in it. */
function packagesOf({ mainFile, candidates, manifest, paths, texts }: Detected): ProjectPackage[] {
  const packages = workspacePackages(manifest, paths, texts);
  const isApp = mainFile !== undefined || candidates.length > 0 || startOf(manifest) || isBuilt(manifest);
  return packages.length > 0 || isApp ? packages : projectsBelow(paths);
}

function commandOf({ command, manifest }: Detected): string {
  return command.startsWith("npm ") ? (startOf(manifest)?.command ?? "") : command;
}

function unsupportedOf({ runtime, mainFile, manifest, paths, texts }: Detected): ProjectFinding | undefined {
  const said = unsupportedProgram(startOf(manifest)?.command);
  if (said) return { kind: "unsupported", what: said };
  const kind = unsupportedKind(paths);
  const isOther =
    runtime === undefined ||
    (mainFile === undefined && !isBuilt(manifest) && texts.get("requirements.txt") === undefined);
  if (kind === "Deno" && mainFile === undefined) return { kind: "unsupported", what: kind };
  return kind !== undefined && isOther && workspacePackages(manifest, paths, texts).length === 0
    ? { kind: "unsupported", what: kind }
    : undefined;
}

function isBuilt(manifest: Manifest | undefined): boolean {
  return buildScript(manifest) !== undefined || nodeServer(manifest) !== undefined;
}

/** What a build has made or has to make. */
function builtOf({ manifest, paths, texts, leftOut, mainFile }: Detected): ProjectFinding[] {
  const server = nodeServer(manifest);
  const script = buildScript(manifest);
  const isSent = (path: string): boolean =>
    paths.includes(path) || paths.some((each) => each.startsWith(`${path}/`));
  if (server) {
    const rule = leftOut.get(server.makes);
    const build: ProjectFinding[] = script
      ? [
          {
            kind: "buildFirst",
            script,
            makes: server.makes,
            exists: rule !== undefined || isSent(server.makes),
          },
        ]
      : [];
    if (isSent(server.makes)) return [];
    if (!rule) return build;
    return server.isFolder
      ? [...build, { kind: "ignoredBuild", folder: server.makes, rule }]
      : [...build, { kind: "ignoredMainFile", mainFile: server.makes, rule }];
  }
  const named = nodeMainFiles(manifest);
  if (named.some((file) => paths.includes(file))) return [];
  const made = compiledFile(manifest, paths, texts.get("tsconfig.json"));
  const ignored = [...named, ...(made === undefined ? [] : [made])].find((file) => leftOut.has(file));
  const rule = ignored === undefined ? undefined : leftOut.get(ignored);
  if (ignored !== undefined && rule) {
    const build: ProjectFinding[] = script
      ? [{ kind: "buildFirst", script, makes: ignored, exists: true }]
      : [];
    return [...build, { kind: "ignoredMainFile", mainFile: ignored, rule }];
  }
  if (mainFile !== undefined && named.length === 0) return [];
  if (made === undefined) return [];
  if (script) return [{ kind: "buildFirst", script, makes: made, exists: false }];
  return mainFile === undefined ? [{ kind: "unsupported", what: "TypeScript without a build script" }] : [];
}

/** The pages that a project builds, where they are not among what is sent. */
function siteBuild({ manifest, paths, leftOut }: Detected): ProjectFinding[] {
  const script = buildScript(manifest);
  const folder = builtSite(manifest);
  const isSent = paths.some((path) => path.startsWith(`${folder}/`));
  if (folder === undefined || script === undefined || isSent) return [];
  const rule = leftOut.get(folder);
  const build = { kind: "buildFirst", script, makes: folder, exists: rule !== undefined } as const;
  return rule ? [build, { kind: "ignoredBuild", folder, rule }] : [build];
}

/** Some builds put the pages further down in their folder. */
function pagesIn(folder: string, paths: readonly string[]): string {
  const pages = paths.filter((path) => path.startsWith(`${folder}/`) && path.endsWith("/index.html"));
  const [first = `${folder}/index.html`] = pages.sort((a, b) => a.split("/").length - b.split("/").length);
  return first.slice(0, -"/index.html".length);
}

/** Only pages, and no program that could serve them. */
function staticSite({
  runtime,
  manifest,
  paths,
  texts,
  candidates,
  mainFile,
}: Detected): Extract<ProjectFinding, { kind: "staticSite" }> | undefined {
  const built = nodeServer(manifest) || startOf(manifest) ? undefined : builtSite(manifest);
  const isStarted = candidates.some((path) => {
    const signs = codeSigns(path.endsWith(".py") ? "python" : "nodejs", texts.get(path) ?? "");
    return signs.starts || signs.served !== undefined;
  });
  if (built !== undefined && !isStarted) return { kind: "staticSite", folder: pagesIn(built, paths) };
  if (runtime === "python" || isStarted || startOf(manifest)) return undefined;
  const isNamed =
    mainFile !== undefined && (nodeMainFiles(manifest).includes(mainFile) || manifest !== undefined);
  if (isNamed) return undefined;
  const page = [
    "index.html",
    "public/index.html",
    "docs/index.html",
    "site/index.html",
    "www/index.html",
  ].find((path) => paths.includes(path));
  return page === undefined
    ? undefined
    : { kind: "staticSite", folder: page.slice(0, -"/index.html".length) };
}

/** Files beside the main file that it names and that are left out. What holds secrets is asked about by itself. */
function ignoredReads({ mainFile, texts, leftOut }: Detected): ProjectFinding[] {
  const code = mainFile === undefined ? undefined : texts.get(mainFile);
  if (code === undefined) return [];
  const isNamed = (path: string): boolean =>
    ["", "./"].some((prefix) =>
      ['"', "'", "`"].some((quote) => code.includes(`${quote}${prefix}${path}${quote}`)),
    );
  return [...leftOut.keys()]
    .filter((path) => !path.includes("/") && readable.test(path) && isNamed(path))
    .slice(0, mostReads)
    .map((path) => ({ kind: "ignoredRead", path }));
}

/** The kind of a project that has no Python or Node.js program. */
function unsupportedKind(paths: readonly string[]): string | undefined {
  const names = paths.filter((path) => !path.includes("/"));
  return kinds.find(([, marker]) => names.some((name) => marker.test(name)))?.[0];
}

/** The runtime that a start command needs and the service has not. */
function unsupportedProgram(command: string | undefined): string | undefined {
  const program = /^(?:[A-Za-z_]\w{0,80}=\S{0,200}\s{1,8}){0,8}(bunx?|deno)(?=\s|$)/.exec(
    command?.trim() ?? "",
  );
  if (!program) return undefined;
  return program[1] === "deno" ? "Deno" : "Bun";
}
