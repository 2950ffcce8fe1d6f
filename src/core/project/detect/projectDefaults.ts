// Guesses an app's settings from the files of its project, so that the steps of a deploy start filled in, and finds what
// has to be decided first.
import type { Runtime } from "../../model/model";
import type { IgnoreRule } from "../ignoreRules";
import { aside, type ProjectPaths, runtimeOfFile } from "../projectPaths";
import { foldersAbove } from "../relativePath";
import { codeSigns } from "./codeSigns";
import type { Dockerfile } from "./dockerfile";
import { findingsOf } from "./findings";
import { nextExport, nodeFrameworks } from "./frameworks";
import type { OuterEntry, ParseYaml } from "./hostFileFormats";
import { type HostFiles, hostFileNames, readHostFiles } from "./hostFiles";
import { rankMainFiles } from "./mainFileRanking";
import {
  builtServer,
  compiledFile,
  isNodeApp,
  isNodeWeb,
  nodeEntries,
  nodeMainFiles,
  nodeStartCommand,
  startOf,
} from "./nodeProject";
import { builtSite, packageIn, packageName, viteConfigs } from "./nodeServers";
import type { ProjectFinding } from "./projectFinding";
import { type Manifest, objectAt, parseToml, readManifest, stringAt } from "./projectManifest";
import {
  isPythonWeb,
  type PythonFiles,
  projectName,
  pythonEntries,
  pythonFrameworks,
  pythonMainFiles,
  pythonStartCommand,
} from "./pythonProject";
import { servedFolders } from "./servedFolders";
import { isDefaultCommand, startTarget } from "./startCommands";
import { packageManifests, workspaceManifests } from "./workspacePackages";

export interface ProjectDefaults {
  readonly name: string;
  readonly runtime?: Runtime;
  readonly mainFile?: string;
  readonly startupCommand: string;
  readonly memoryMB: number;
  readonly exposedViaWeb: boolean;
  readonly autoRestart: boolean;
  readonly sources: HostFiles["sources"];
  readonly notTaken: HostFiles["notTaken"];
  /** Names of the variables that the files for other hosts set. */
  readonly variables: readonly string[];
  /** Files that could be the main file, likeliest first; of very many the first ones. */
  readonly mainFileCandidates: readonly string[];
  /** The start command names .env: without it the app does not start. */
  readonly needsEnvironmentFile: boolean;
  readonly findings: readonly ProjectFinding[];
  /** Packages of Node.js that the code, or the start command, needs; not known before the files are read. */
  readonly needed?: readonly string[];
}

const nextConfigs = ["next.config.js", "next.config.mjs", "next.config.ts"];

/** The files that are read, besides the candidates for the main file. */
export const manifestsToRead = [
  ...["package.json", "requirements.txt", "pyproject.toml", "setup.cfg", "Dockerfile"],
  ...["pnpm-workspace.yaml", "tsconfig.json", "nodemon.json"],
  ...[...nextConfigs, ...viteConfigs, ...hostFileNames],
  ...["boot.sh", "entrypoint.sh", "run.sh", "start.sh"],
];

const projectManifests = ["package.json", "requirements.txt", "pyproject.toml", "Pipfile"];
const defaultMemoryMB: Record<Runtime, number> = { python: 256, nodejs: 512 };

/** Usual entry files of TypeScript servers: they name the folders that the server serves. */
const typedEntry = /^(?:(?:src|server|src\/server)\/)?(?:index|main|app|server)\.ts$/;

const maxEntryFiles = 40;
const mostTsconfigs = 5;
/** Limit of candidates: a longer list is of no use, and files beyond it are not read to rank them. */
const mostCandidates = 1_000;

/** Left-out files that matter here: the rule, by path. */
type LeftOutFiles = ReadonlyMap<string, IgnoreRule>;

interface DetectOptions {
  readonly leftOut?: LeftOutFiles;
  readonly signs?: Signs;
}

/**
 * `paths` are the project's files that are sent, relative with "/"; `texts` holds the content of those in `manifestsToRead`
 * and of candidates for the main file, as far as they exist; `leftOut` what exists of `pathsToProbe` and is not sent.
 */
export function detectProject(
  folderName: string,
  paths: ProjectPaths,
  texts: ReadonlyMap<string, string>,
  { leftOut = new Map(), signs = readSigns(paths, texts) }: DetectOptions = {},
): ProjectDefaults {
  const { manifest, python, hostFiles } = signs;
  const { said } = hostFiles;
  const runtime = detectRuntime(paths, signs);
  const { mainFile, candidates } = runtime
    ? mainFiles(runtime, paths, texts, signs)
    : { mainFile: undefined, candidates: [] };
  const name = (runtime === "python" ? projectName(python.manifest) : undefined) ?? packageName(manifest);
  const command = startCommand(runtime, mainFile, signs);
  const { findings, hasMainFile } = findingsOf({
    ...signs,
    runtime,
    mainFile,
    command,
    candidates,
    paths,
    texts,
    leftOut,
    python: python.manifest,
  });
  const isStarted = runtime !== undefined && hasMainFile;
  const used = runtime === "python" ? pythonFrameworks(python) : nodeFrameworks(manifest, true);
  const exposedViaWeb = runtime !== undefined && isWeb(runtime, texts, signs);
  return {
    name: said.name ?? name ?? folderName,
    ...(runtime && { runtime }),
    ...(isStarted && mainFile !== undefined && { mainFile }),
    mainFileCandidates: candidates,
    needsEnvironmentFile: /--env-file[= ]["']?(?:\.\/)?\.env["']?(?:\s|$)/.test(
      `${command} ${startOf(manifest)?.command ?? ""}`,
    ),
    startupCommand: command,
    memoryMB:
      said.memoryMB ??
      Math.max(defaultMemoryMB[runtime ?? "nodejs"], ...used.map((row) => row.memoryMB ?? 0)),
    exposedViaWeb,
    autoRestart: said.autoRestart ?? true,
    findings,
    variables: hostFiles.variables,
    sources: {
      ...saidByImage(hostFiles.dockerfile, { mainFile, command, exposedViaWeb }),
      ...hostFiles.sources,
    },
    notTaken: hostFiles.notTaken.filter(
      (each) => each.kind !== "mainFile" || !findings.some((finding) => isAbout(finding, each.path)),
    ),
  };
}

function saidByImage(
  { command: said = "", exposesPort }: Dockerfile,
  found: { readonly mainFile: string | undefined; readonly command: string; readonly exposedViaWeb: boolean },
): HostFiles["sources"] {
  const source = "Dockerfile";
  return {
    ...(startTarget(said)?.files.includes(found.mainFile ?? "") && { mainFile: source }),
    ...(said !== "" && said === found.command && { startupCommand: source }),
    ...(exposesPort && found.exposedViaWeb && { exposedViaWeb: source }),
  };
}

function isAbout(finding: ProjectFinding, path: string): boolean {
  if (finding.kind === "ignoredMainFile") return finding.mainFile === path;
  return finding.kind === "buildFirst" && finding.makes === path;
}

function noYaml(): never {
  throw new Error("YAML is read with a reader of it");
}

/** The entry files to read before detecting: their text tells whether the app serves the web. */
export function mainFilesToRead(paths: ProjectPaths): string[] {
  const known = new Set([...pythonEntries, ...nodeEntries]);
  const likely = paths.telling.filter((path) => known.has(path) || /^(?:[^/]+\/){1,2}manage\.py$/.test(path));
  return [...new Set([...likely, ...paths.nearCode])].slice(0, maxEntryFiles);
}

export function textsToRead(paths: ProjectPaths): string[] {
  const mayHavePackages = [...workspaceManifests, "requirements.txt"].some((name) => paths.has(name));
  const packages = mayHavePackages ? packageManifests(paths.telling) : [];
  return [
    ...manifestsToRead,
    ...packages,
    ...packages.flatMap((path) => viteConfigs.map((name) => path.replace(/(?<=^|\/)package\.json$/, name))),
    ...mainFilesToRead(paths),
    ...paths.telling.filter((path) => typedEntry.test(path)),
    ...paths.telling.filter((path) => /^tsconfig\b[^/]*\.json$/.test(path)).slice(0, mostTsconfigs),
  ];
}

/** Files and folders that may start the app, or be needed to, though a deploy leaves them out. */
export function pathsToProbe(
  paths: ProjectPaths,
  texts: ReadonlyMap<string, string>,
  { manifest, hostFiles }: Signs,
): string[] {
  const compiled = compiledFile(manifest, paths, texts);
  const served = servedFolders(texts, startOf(manifest)?.bare ?? "").flat();
  const made = [
    builtServer(manifest)?.makes,
    builtSite(manifest),
    compiled,
    ...served,
    ...hostFiles.dockerfile.built,
    ...hostFiles.missingFiles,
  ];
  const all = new Set([...made, ...nodeMainFiles(manifest)].filter((path) => path !== undefined));
  return [...all].slice(0, maxEntryFiles);
}

interface Signs {
  readonly manifest: Manifest | undefined;
  readonly python: PythonFiles;
  readonly hostFiles: HostFiles;
}

/** Parses each of the project's own files once. Without a reader of YAML its files cannot be read. */
export function readSigns(
  paths: ProjectPaths,
  texts: ReadonlyMap<string, string>,
  parseYaml: ParseYaml = noYaml,
  outer: readonly OuterEntry[] = [],
): Signs {
  return {
    manifest: withNodemon(withNextExport(packageIn("", texts), texts), texts),
    python: pythonFiles(paths, texts),
    hostFiles: readHostFiles(paths, texts, parseYaml, outer),
  };
}

/** Puts the command from nodemon's settings into a start script that is nodemon alone. */
function withNodemon(manifest: Manifest | undefined, texts: ReadonlyMap<string, string>): typeof manifest {
  const scripts = objectAt(manifest, "scripts");
  const settings = readManifest(texts.get("nodemon.json"), JSON.parse) ?? objectAt(manifest, "nodemonConfig");
  const exec = stringAt(settings, "exec");
  if (exec === undefined || scripts["start"] !== "nodemon") return manifest;
  return { ...manifest, scripts: { ...scripts, start: `nodemon --exec ${JSON.stringify(exec)}` } };
}

function withNextExport(
  manifest: Manifest | undefined,
  texts: ReadonlyMap<string, string>,
): Manifest | undefined {
  const isExport = nextConfigs.some((name) =>
    /^[^/\r\n]{0,400}\boutput\s{0,4}:\s{0,4}["'`]export["'`]/m.test(texts.get(name) ?? ""),
  );
  const { next, ...dependencies } = objectAt(manifest, "dependencies");
  if (!isExport || next === undefined) return manifest;
  const scripts = Object.entries(objectAt(manifest, "scripts"));
  const others = scripts.filter(([, command]) => !/\bnext\s{1,4}start\b/.test(String(command)));
  return {
    ...{ ...manifest, scripts: Object.fromEntries(others) },
    dependencies: { ...dependencies, [nextExport]: next },
  };
}

function detectRuntime(
  paths: ProjectPaths,
  { manifest, hostFiles: { said, dockerfile } }: Signs,
): Runtime | undefined {
  const started =
    runtimeOfFile(said.mainFile ?? "") ?? startTarget(said.startupCommand ?? "")?.runtime ?? said.runtime;
  if (started) return started;
  const isPython = ["requirements.txt", "pyproject.toml", "Pipfile", "setup.py"].some((name) =>
    paths.has(name),
  );
  const isNode = manifest !== undefined && isNodeApp(manifest, paths);
  if (isPython && !isNode) return "python";
  if (startOf(manifest)?.files.some((file) => runtimeOfFile(file) === "nodejs" && paths.has(file)))
    return "nodejs";
  const python = paths.ownCode.python.length;
  const node = paths.ownCode.nodejs.length;
  if (isNode && (!isPython || python === 0)) return "nodejs";
  const image = startTarget(dockerfile.command ?? "")?.runtime;
  if (image) return image;
  if (python > 0 || node > 0) return python >= node ? "python" : "nodejs";
  if (isPython || paths.telling.some((path) => /^(?:[^/]+\/){1,2}manage\.py$/.test(path))) return "python";
  return manifest ? "nodejs" : undefined;
}

function mainFiles(
  runtime: Runtime,
  paths: ProjectPaths,
  texts: ReadonlyMap<string, string>,
  { hostFiles: { said: stated, dockerfile }, manifest, python }: Signs,
): { readonly mainFile: string | undefined; readonly candidates: readonly string[] } {
  const scripts = objectAt(manifest, "scripts");
  const pythonCommand = runtime === "nodejs" ? undefined : dockerfile.command;
  const byCommand = [stated.startupCommand, pythonCommand].flatMap((command) => {
    const target = startTarget(command ?? "", scripts);
    return target?.runtime === runtime ? target.files : [];
  });
  const named = [...(stated.mainFile === undefined ? [] : [stated.mainFile]), ...byCommand];
  const ofImage = runtime === "nodejs" ? (startTarget(dockerfile.command ?? "")?.files ?? []) : [];
  const server = runtime === "nodejs" ? builtServer(manifest) : undefined;
  const made = server && !server.isFolder ? [server.makes] : [];
  const compiled = compiledFile(manifest, paths, texts);
  const found =
    runtime === "python"
      ? pythonMainFiles(python, paths.telling)
      : {
          said: [...made, ...nodeMainFiles(manifest), ...ofImage],
          usual: [...nodeEntries, ...(compiled === undefined ? [] : [compiled])],
        };
  const said = [...named, ...found.said].filter((file) => paths.has(file));
  const usual = found.usual.filter((file) => paths.has(file));
  const own = paths.ownCode[runtime].slice(0, mostCandidates);
  const rank = (others: readonly string[]) => rankMainFiles(runtime, { said, usual, others }, texts);
  const near = rank(own);
  // Files of a nested project do not start this one.
  const isProject = (folder: string): boolean =>
    projectManifests.some((name) => paths.has(`${folder}/${name}`));
  const below = (): string[] =>
    [...texts].flatMap(([path, text]) =>
      isStarting(runtime, path, text) && !foldersAbove(path).some(isProject) ? [path] : [],
    );
  const ranked = near[0]?.isLikely ? near : rank([...own, ...below()]);
  const mainFile = ranked[0]?.isLikely ? ranked[0].path : undefined;
  // An app that runs by its command alone needs no code file.
  const start = runtime === "nodejs" && mainFile === undefined ? startOf(manifest) : undefined;
  const isByCommand =
    (server?.isFolder === true &&
      stated.mainFile === undefined &&
      nodeStartCommand(manifest, undefined) !== "") ||
    (start?.files.length === 0 && start.needs.length > 0);
  return {
    mainFile: isByCommand ? "package.json" : mainFile,
    candidates: ranked.map(({ path }) => path),
  };
}

/** A deeper file counts as the main file only if it starts something. */
function isStarting(runtime: Runtime, path: string, text: string): boolean {
  if (runtimeOfFile(path) !== runtime) return false;
  const folders = path.split("/");
  if (aside.test(folders.pop() ?? "") || folders.some((name) => /^(?:tests?|examples?|docs)$/.test(name)))
    return false;
  const { starts, served } = codeSigns(runtime, text);
  return starts || served !== undefined;
}

/** Empty where the service's own way to run the main file does the same. */
function startCommand(
  runtime: Runtime | undefined,
  mainFile: string | undefined,
  { hostFiles, manifest, python }: Signs,
): string {
  const { said: stated, dockerfile } = hostFiles;
  const said = stated.startupCommand;
  if (said !== undefined) return isDefaultCommand(said, mainFile) ? "" : said;
  if (runtime === undefined) return "";
  // The author's file starts the app elsewhere without the script of package.json, which may start another file.
  const script = startTarget(startOf(manifest)?.command ?? "")?.files ?? [];
  const isLost =
    script.length > 0 &&
    !script.some((file) => python.paths.has(file) || /(?:^|\/)(?:dist|build|out|lib|\.\w+)\//.test(file));
  if (runtime === "nodejs" && mainFile !== undefined && (isLost || mainFile === stated.mainFile))
    if (!script.includes(mainFile) && runtimeOfFile(mainFile)) return "";
  const found =
    runtime === "python" ? pythonStartCommand(python, mainFile) : nodeStartCommand(manifest, mainFile);
  const { command: imageCommand = "" } = dockerfile;
  const [program = ""] = imageCommand.split(/\s/, 1);
  // An image that runs another program than the framework's own, such as gunicorn, or several, knows more.
  const isKnown = runtime === "nodejs" || (found.includes(program) && !imageCommand.includes(" & "));
  if ((found !== "" && isKnown) || mainFile === undefined) return found;
  const image = startTarget(imageCommand);
  const isOfImage = image?.runtime === runtime && image.files.includes(mainFile);
  return isOfImage && !isDefaultCommand(imageCommand, mainFile) ? imageCommand : found;
}

function isWeb(runtime: Runtime, texts: ReadonlyMap<string, string>, signs: Signs): boolean {
  const { exposedViaWeb } = signs.hostFiles.said;
  if (exposedViaWeb !== undefined) return exposedViaWeb;
  if (runtime === "python" && isPythonWeb(signs.python)) return true;
  const code = [...texts].filter(([path]) => runtimeOfFile(path) === "nodejs").map(([, text]) => text);
  if (runtime === "nodejs" && isNodeWeb(signs.manifest, code.join("\n"))) return true;
  return signs.hostFiles.dockerfile.exposesPort;
}

function pythonFiles(paths: ProjectPaths, texts: ReadonlyMap<string, string>): PythonFiles {
  return {
    paths,
    requirements: texts.get("requirements.txt") ?? "",
    manifest: readManifest(texts.get("pyproject.toml"), parseToml),
    code: new Map([...texts].filter(([path]) => runtimeOfFile(path) === "python")),
  };
}
