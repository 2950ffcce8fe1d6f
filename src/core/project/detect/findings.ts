// Finds what the user must decide or be told before a project can run as an app.
import type { Runtime } from "../../model/model";
import type { IgnoreRule } from "../ignoreRules";
import { type ProjectPaths, runtimeOfFile } from "../projectPaths";
import { foldersAbove, relativePlace } from "../relativePath";
import { isSettingsFile, isSettingsFolder, isVariableFile } from "../variableNames";
import { codeSigns, importedPlaces } from "./codeSigns";
import { nodeFrameworks } from "./frameworks";
import { hiddenDependencies } from "./hiddenDependencies";
import { type HostFiles, isOutput } from "./hostFiles";
import { builtServer, compiledFile, nodeMainFiles, startOf } from "./nodeProject";
import { buildScript, builtSite, nodeServer, packageIn } from "./nodeServers";
import type { ProjectFinding, ProjectPackage } from "./projectFinding";
import { type Manifest, objectAt, readManifest } from "./projectManifest";
import { missingRequirements, pythonDependencies } from "./requirementsText";
import { servedFolders } from "./servedFolders";
import { nodeFiles } from "./startCommands";
import { nxApps, projectsBelow, workspacePackages } from "./workspacePackages";

const unsupportedKinds: readonly (readonly [string, RegExp])[] = [
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

const anyUnsupportedKind = new RegExp(unsupportedKinds.map(([, marker]) => marker.source).join("|"));

interface Detected {
  readonly runtime: Runtime | undefined;
  readonly mainFile: string | undefined;
  readonly command: string;
  readonly candidates: readonly string[];
  readonly paths: ProjectPaths;
  readonly texts: ReadonlyMap<string, string>;
  readonly leftOut: ReadonlyMap<string, IgnoreRule>;
  readonly manifest: Manifest | undefined;
  readonly python: Manifest | undefined;
  readonly hostFiles: HostFiles;
}

const dataFile = /\.(?:json|ya?ml|toml|ini|cfg|conf|db|sqlite3?|csv|pem|key|txt)$/i;
const mostReads = 10;

/** `hasMainFile` is false where the main file would be a guess that starts something else. */
export function findingsOf(project: Detected): {
  readonly findings: readonly ProjectFinding[];
  readonly hasMainFile: boolean;
} {
  const { runtime, mainFile, manifest, paths, hostFiles } = project;
  const services = hostFiles.services ? [hostFiles.services] : [];
  // The app is in a folder below, so findings about this folder would mislead.
  if (hostFiles.services?.services[0]?.folder) return { findings: services, hasMainFile: false };
  const unsupported = unsupportedOf(project);
  if (unsupported) return { findings: [unsupported], hasMainFile: false };
  const build = runtime === "nodejs" ? builtOf(project) : ignoredMainFile(project, hostFiles.missingFiles);
  const isLoaded = loadedCode(project);
  const served = build.length === 0 ? servedBuilds(project, isLoaded) : [];
  const isBelow = isStartedBelow(project);
  const packages = packagesOf(project, isBelow);
  const isSaid =
    mainFile !== undefined &&
    !isBelow &&
    ([...nodeMainFiles(manifest), hostFiles.said.mainFile].includes(mainFile) || !mainFile.endsWith("js"));
  const workspace: ProjectFinding[] =
    packages.length > 0 && !(runtime === "nodejs" && isSaid && build.length === 0)
      ? [{ kind: "packages", packages }]
      : [];
  const site = staticSite(project);
  if (site && workspace.length === 0)
    return { findings: [...build, ...siteBuild(project), site], hasMainFile: false };
  const listed =
    runtime &&
    hiddenDependencies(runtime, {
      ...{ paths: paths.telling, manifest, pyproject: project.python, texts: project.texts },
      ...{ command: project.command, mainFile },
    });
  const image = imagePackages(project);
  // Imports name packages, but no versions: an image that lists packages knows more.
  const hidden = isListLeftOut(project) || (listed?.from === "code" && image.length > 0) ? undefined : listed;
  // That question writes the list, which the image's packages are compared with afterwards.
  const isListOpen =
    isListLeftOut(project) ||
    (hidden !== undefined && runtime === "python" && !paths.has("requirements.txt"));
  return {
    findings: [
      ...services,
      ...workspace,
      ...build,
      ...served,
      ...(hidden && (workspace.length === 0 || hidden.isNeeded) ? [hidden] : []),
      ...(workspace.length === 0 && !isListOpen ? image : []),
      ...ignoredReads(project, isLoaded),
    ],
    hasMainFile: build.length === 0 && workspace.length === 0,
  };
}

/** Packages that only the image has. */
function imagePackages({ runtime, paths, hostFiles, manifest, texts }: Detected): ProjectFinding[] {
  const { packages } = hostFiles.dockerfile;
  const found = { kind: "dependencies", from: "Dockerfile" } as const;
  if (runtime === "nodejs") {
    const listed = { ...objectAt(manifest, "dependencies"), ...objectAt(manifest, "optionalDependencies") };
    const said = packages.nodejs.map((each) => /^(.[^@]*)@?(.*)$/.exec(each)?.slice(1) ?? []);
    const missing = said.filter(([name = ""]) => !(name in listed));
    // npm installs nothing where the lock file lacks a package.
    const isLocked = ["package-lock.json", "npm-shrinkwrap.json"].some((name) => paths.has(name));
    const versions = Object.fromEntries(missing.map(([name, version]) => [name, version || "latest"]));
    if (missing.length === 0) return [];
    return [
      {
        ...{ ...found, names: Object.keys(versions) },
        ...(!isLocked && { packages: versions }),
        ...(manifest && { isAdded: true }),
      },
    ];
  }
  const isThere = paths.has("requirements.txt");
  if (runtime !== "python") return [];
  const listed = isThere ? texts.get("requirements.txt") : pythonDependencies(texts, "").lines.join("\n");
  if (listed === undefined || listed.includes("\0")) return [];
  const names = missingRequirements(new Map([["requirements.txt", listed]]), packages.python);
  if (names.length === 0) return [];
  const lines = [...(isThere || listed === "" ? [] : [listed]), ...names];
  return [{ ...found, names, requirements: `${lines.join("\n")}\n`, ...(isThere && { isAdded: true }) }];
}

/** Packages of a workspace; without one, and without an app here, the projects below. The one that gets started is first. */
function packagesOf(project: Detected, isBelow: boolean): ProjectPackage[] {
  const { mainFile, candidates, manifest, paths, texts } = project;
  const inWorkspace = workspacePackages(manifest, paths.telling, texts);
  const known = new Set(inWorkspace.map(({ path }) => path));
  const packages = [...inWorkspace, ...nxApps(paths.telling, texts).filter(({ path }) => !known.has(path))];
  const isApp = mainFile !== undefined || candidates.length > 0 || startOf(manifest) || isBuilt(manifest);
  const isHere = packages.length > 0 || (isApp && !isBelow);
  const all = isHere ? packages : projectsBelow(paths.telling);
  const place = startedPlace(project);
  const isStarted = ({ path, name }: ProjectPackage): boolean => path === place || name === place;
  return all.sort((a, b) => Number(isStarted(b)) - Number(isStarted(a)));
}

/** The folder below, or the package, whose program the start script runs. */
function startedPlace({ hostFiles, manifest }: Detected): string | undefined {
  return /(?:^cd|\s(?:--(?:prefix|cwd|filter|workspace)|-[CFw]|workspace))[\s=]["']?(?:\.\/)?([\w@./-]{1,200}?)(?:\/|\.{3})?["']?(?:\s|$)/.exec(
    hostFiles.said.startupCommand ?? startOf(manifest)?.command ?? "",
  )?.[1];
}

/** Nothing installs the packages of the project below whose program the start script runs. */
function isStartedBelow(project: Detected): boolean {
  const { mainFile, manifest, paths, texts } = project;
  const place = startedPlace(project) ?? "";
  const { postinstall = "" } = objectAt(manifest, "scripts");
  const tools = startOf(manifest)?.needsBefore ?? [];
  return (
    paths.has(`${place}/package.json`) &&
    Object.keys(objectAt(manifest, "dependencies")).every((name) => tools.includes(name)) &&
    workspacePackages(manifest, paths.telling, texts).length === 0 &&
    (mainFile === undefined || (mainFile.startsWith(`${place}/`) && !String(postinstall).includes(place)))
  );
}

function unsupportedOf(project: Detected): ProjectFinding | undefined {
  const { runtime, mainFile, manifest, paths, texts } = project;
  const said = unsupportedProgram(startOf(manifest)?.bare) ?? unsupportedFramework(project);
  if (said) return { kind: "unsupported", what: said };
  const kind = unsupportedKind(paths.telling);
  const isOther =
    runtime === undefined ||
    (mainFile === undefined && !isBuilt(manifest) && texts.get("requirements.txt") === undefined);
  if (kind === "Deno" && mainFile === undefined) return { kind: "unsupported", what: kind };
  return kind !== undefined && isOther && workspacePackages(manifest, paths.telling, texts).length === 0
    ? { kind: "unsupported", what: kind }
    : undefined;
}

function unsupportedFramework(project: Detected): string | undefined {
  const { runtime, manifest, hostFiles } = project;
  const isStarted =
    startOf(manifest) ?? hostFiles.said.startupCommand ?? hostFiles.said.mainFile ?? isStarting(project);
  if (runtime !== "nodejs" || isStarted) return undefined;
  return nodeFrameworks(manifest, true).find(({ makes, pages, unsupported }) => makes ?? pages ?? unsupported)
    ?.unsupported;
}

function isStarting({ candidates, texts }: Detected): boolean {
  return candidates.some((path) => {
    const { starts, served } = codeSigns(runtimeOfFile(path) ?? "nodejs", texts.get(path) ?? "");
    return starts || served !== undefined;
  });
}

function isBuilt(manifest: Manifest | undefined): boolean {
  return buildScript(manifest) !== undefined || nodeServer(manifest) !== undefined;
}

function ignoredMainFile({ leftOut }: Detected, files: readonly string[]): ProjectFinding[] {
  return files.slice(0, 1).flatMap((mainFile) => {
    const rule = leftOut.get(mainFile);
    return rule ? [{ kind: "ignoredMainFile", mainFile, rule }] : [];
  });
}

export interface BuildTask {
  readonly script: string;
  readonly task: string;
}

function buildTask({ manifest, paths, hostFiles }: Detected): BuildTask | undefined {
  const said = hostFiles.buildScript;
  const isThere = said !== undefined && typeof objectAt(manifest, "scripts")[said] === "string";
  const script = isThere ? said : buildScript(manifest);
  if (script !== undefined) return { script, task: `npm: ${script}` };
  // VS Code has a task for each tsconfig.json.
  const unused = startOf(manifest)?.canDoWithout ?? Object.keys(objectAt(manifest, "devDependencies"));
  const compiles = unused.includes("typescript") && paths.has("tsconfig.json");
  return compiles ? { script: "tsc", task: "tsc: build - tsconfig.json" } : undefined;
}

function isSent(paths: ProjectPaths, made: string): boolean {
  return paths.has(made) || paths.folders.has(made);
}

function toBuild(
  { paths, leftOut }: Detected,
  made: string,
  build: BuildTask | undefined,
  isFolder: boolean,
): ProjectFinding[] {
  if (isSent(paths, made)) return [];
  const rule = leftOut.get(made);
  const first: ProjectFinding[] = build
    ? [{ kind: "buildFirst", ...build, makes: made, exists: rule !== undefined }]
    : [];
  if (!rule) return first;
  return [
    ...first,
    isFolder
      ? { kind: "ignoredBuild", folder: made, rule }
      : { kind: "ignoredMainFile", mainFile: made, rule },
  ];
}

function builtOf(project: Detected): ProjectFinding[] {
  const { manifest, paths, texts, leftOut, mainFile, hostFiles } = project;
  const { said, missingFiles } = hostFiles;
  const server = builtServer(manifest);
  const own = buildTask(project);
  if (server && !server.isFolder) return toBuild(project, server.makes, own, false);
  // A server of the project's own is compiled beside the folder.
  const beside = server && compiledFile(manifest, paths, texts);
  const isStarted = beside !== undefined && startOf(manifest)?.files.includes(beside) === true;
  if (server)
    return [
      ...toBuild(project, server.makes, own, true),
      ...(isStarted && isOutput(beside) ? toBuild(project, beside, own, false) : []),
    ];
  if (said.mainFile !== undefined && said.mainFile === mainFile) return [];
  const named = [...missingFiles, ...nodeMainFiles(manifest)];
  if (named.some((file) => paths.has(file))) return [];
  const below = named.find((file) => buildInSubfolder(project, file));
  const build = own ?? (below === undefined ? undefined : buildInSubfolder(project, below));
  const made = below ?? missingFiles.find(isOutput) ?? compiledFile(manifest, paths, texts);
  const ignored = [...named, ...(made === undefined ? [] : [made])].find((file) => leftOut.has(file));
  if (ignored !== undefined) return toBuild(project, ignored, build, false);
  if ((mainFile !== undefined && named.length === 0) || made === undefined) return [];
  if (build) return toBuild(project, made, build, false);
  return mainFile === undefined ? [{ kind: "unsupported", what: "TypeScript without a build script" }] : [];
}

function servedBuilds(project: Detected, isLoaded: (path: string) => boolean): ProjectFinding[] {
  const { manifest, paths, texts, leftOut, mainFile, hostFiles } = project;
  const start = startOf(manifest);
  if (mainFile === undefined && !start) return [];
  const ofFramework = nodeFrameworks(manifest, true).flatMap((row) =>
    row.makes && !row.start ? [[builtSite(manifest) ?? row.makes]] : [],
  );
  const code = new Map(
    [...texts].filter(
      ([path]) => isLoaded(path) || /\.ts$|\/settings\.py$/.test(path) || start?.files.includes(path),
    ),
  );
  const named = [
    ...servedFolders(code, start?.bare ?? ""),
    ...hostFiles.dockerfile.built.map((folder) => [folder]),
  ];
  const below = sitesBelow(texts);
  const findings = [...ofFramework, ...named].flatMap((places) => {
    if (places.some((place) => isSent(paths, place))) return [];
    const place = places.find((each) => leftOut.has(each) || buildOf(project, each, below));
    return place === undefined ? [] : toBuild(project, place, buildOf(project, place, below), true);
  });
  const known = new Set<string>();
  return findings.filter((each) => {
    let what: string = each.kind;
    if (each.kind === "ignoredBuild") what = each.folder;
    if (each.kind === "buildFirst") what = each.task;
    return !known.has(what) && known.add(what);
  });
}

type SitesBelow = ReadonlyMap<string, { readonly project: string; readonly script: string }>;

/** Folders of projects in subfolders whose build makes pages, by the folders of the pages. */
function sitesBelow(texts: Detected["texts"]): SitesBelow {
  const found = [...texts.keys()].flatMap((path) => {
    const [, project] = /^(.+)\/package\.json$/.exec(path) ?? [];
    if (project === undefined) return [];
    const manifest = packageIn(project, texts);
    const [script, site] = [buildScript(manifest), builtSite(manifest)];
    if (script === undefined || site === undefined) return [];
    return [[relativePlace(project.split("/"), site).names.join("/"), { project, script }] as const];
  });
  return new Map(found);
}

/** The build that makes `folder`: the project's own, or that of a project below. */
function buildOf(project: Detected, folder: string, below: SitesBelow): BuildTask | undefined {
  const { manifest } = project;
  const own = buildTask(project);
  const scripts = Object.entries(objectAt(manifest, "scripts")).filter(([name]) => name.includes("build"));
  const said = scripts.map(([, command]) => String(command)).join(" ");
  const isOwn = builtSite(manifest) === folder || /^(?:dist|build)$/.test(folder) || said.includes(folder);
  if (own && isOwn) return own;
  const theirs = below.get(folder);
  if (!theirs) return undefined;
  if (own && said.includes(theirs.project)) return own;
  const script = `${theirs.script} - ${theirs.project}`;
  return { script, task: `npm: ${script}` };
}

/** The build of a project in a subfolder, if it makes `file`. */
function buildInSubfolder({ texts }: Detected, file: string): BuildTask | undefined {
  const [, folder, below = ""] = /^((?:[^/]+\/){0,2}?[^/]+)\/((?:dist|build|out|lib)\/.*)$/.exec(file) ?? [];
  const script = buildScript(readManifest(texts.get(`${folder}/package.json`), JSON.parse));
  if (folder === undefined || script === undefined || !isOutput(below)) return undefined;
  return { script: `${script} - ${folder}`, task: `npm: ${script} - ${folder}` };
}

function siteBuild(project: Detected): ProjectFinding[] {
  const folder = builtSite(project.manifest);
  return folder === undefined ? [] : toBuild(project, folder, buildTask(project), true);
}

/** Angular, for example, writes its pages to dist/NAME/browser. */
function pagesIn(folder: string, paths: ReadonlySet<string>): string {
  const pages = [...paths].filter((path) => path.startsWith(`${folder}/`) && path.endsWith("/index.html"));
  const [first = `${folder}/index.html`] = pages.sort((a, b) => a.split("/").length - b.split("/").length);
  return first.slice(0, -"/index.html".length);
}

/** Undefined when any program could serve the pages. */
function staticSite(project: Detected): Extract<ProjectFinding, { kind: "staticSite" }> | undefined {
  const { said } = project.hostFiles;
  const { runtime, manifest, paths, mainFile, command } = project;
  const built = nodeServer(manifest) || startOf(manifest) ? undefined : builtSite(manifest);
  const isStarted = isStarting(project) || (runtime === "python" && command !== "");
  if (built !== undefined && !isStarted) return { kind: "staticSite", folder: pagesIn(built, paths) };
  const isSaid = said.startupCommand !== undefined || (mainFile && mainFile === said.mainFile);
  if (runtime === "python" || isStarted || startOf(manifest) || isSaid) return undefined;
  const isNamed =
    mainFile !== undefined && (nodeMainFiles(manifest).includes(mainFile) || manifest !== undefined);
  if (isNamed) return undefined;
  const folder = ["", "public", "docs", "site", "www"].find((each) =>
    paths.has(each === "" ? "index.html" : `${each}/index.html`),
  );
  return folder === undefined ? undefined : { kind: "staticSite", folder };
}

function isListLeftOut({ runtime, leftOut }: Detected): boolean {
  return runtime === "python" && leftOut.has("requirements.txt");
}

/** Excluded files that the code imports, and data files that the main file names. Files of variables have their own question. */
function ignoredReads(project: Detected, isLoaded: (path: string) => boolean): ProjectFinding[] {
  const { mainFile, texts, leftOut } = project;
  const code = mainFile === undefined ? undefined : texts.get(mainFile);
  if (code === undefined || leftOut.size === 0) return [];
  const named = [...code.matchAll(/["'`](?:\.\/)?([^"'`\n/\\]{1,100})["'`]/g)]
    .map(([, name = ""]) => name)
    .filter((name) => dataFile.test(name) && leftOut.has(name));
  const imported = [...texts].flatMap(([path, text]) =>
    isLoaded(path)
      ? importedPlaces(path, text).flatMap((place) => leftOutAt(place, path.endsWith(".py"), project))
      : [],
  );
  const list = isListLeftOut(project) ? ["requirements.txt"] : [];
  return [...new Set([...list, ...named, ...imported])]
    .sort()
    .filter((path) => !isVariableFile(path) && !isSettingsFile(path) && !isSettingsFolder(path))
    .filter((path) => leftOut.get(path)?.source !== "link")
    .slice(0, mostReads)
    .map((path) => ({ kind: "ignoredRead", path }));
}

/** Of the files that may be read for it, the main file and what other code imports. */
function loadedCode({ mainFile, texts }: Detected): (path: string) => boolean {
  let imported: ReadonlySet<string> | undefined;
  return (path) => {
    imported ??= new Set(
      [...texts].flatMap(([each, text]) => [...codeSigns(runtimeOfFile(each) ?? "nodejs", text).imports]),
    );
    return path === mainFile || imported.has(/([^/]+)\.\w+$/.exec(path)?.[1] ?? "");
  };
}

/** A file, or a folder that holds it. Python has modules of its own with the names of two folders that are often left out. */
function leftOutAt(place: string, isPython: boolean, { paths, leftOut }: Detected): string[] {
  const above = [...foldersAbove(place), place].slice(0, 10);
  const files = isPython ? above.map((path) => `${path}.py`) : [...nodeFiles(place), `${place}.json`];
  if (files.some((path) => paths.has(path))) return [];
  const folders = above.filter((path) => !isPython || !/^(?:secrets|site)$/.test(path));
  return [...folders, ...files].filter((path) => leftOut.has(path)).slice(0, 1);
}

function unsupportedKind(paths: readonly string[]): string | undefined {
  const names = paths.filter((path) => !path.includes("/") && anyUnsupportedKind.test(path));
  return unsupportedKinds.find(([, marker]) => names.some((name) => marker.test(name)))?.[0];
}

function unsupportedProgram(command: string | undefined): string | undefined {
  const program = /^(?:bunx?|deno)(?=\s|$)/.exec(command ?? "")?.[0];
  return program && (program === "deno" ? "Deno" : "Bun");
}
