// Guesses an app's settings from the files of its project, so that the steps of a deploy start filled in.
import { parse as parseToml } from "smol-toml";
import type { Runtime } from "../../model/model";
import {
  isNodeApp,
  isNodeWeb,
  nodeEntries,
  nodeMainFiles,
  nodeStartCommand,
  packageName,
} from "./nodeProject";
import { type Manifest, readManifest } from "./projectManifest";
import {
  isPythonWeb,
  type PythonFiles,
  projectName,
  pythonEntries,
  pythonMainFiles,
  pythonStartCommand,
} from "./pythonProject";
import { isDefaultCommand, mainEntry, type ProcfileEntry, startTarget } from "./startCommands";

/** What was found, and why: each value can be changed before anything is sent. */
export interface ProjectDefaults {
  readonly name: string;
  readonly runtime?: Runtime;
  readonly mainFile?: string;
  readonly startupCommand: string;
  readonly memoryMB: number;
  readonly exposedViaWeb: boolean;
  /** Files that could be the main file, likeliest first. */
  readonly mainFileCandidates: readonly string[];
}

/** The files whose text is looked at, besides the candidates for the main file. */
export const manifestsToRead = ["package.json", "requirements.txt", "pyproject.toml", "Procfile"] as const;

const codeFile: Record<Runtime, RegExp> = { python: /\.py$/, nodejs: /\.[cm]?js$/ };
/** Code for tools and tests, which no app starts with. */
const aside =
  /^(?:setup|conftest|noxfile|fabfile)\.py$|^test_.*\.py$|_test\.py$|\.(?:config|test|spec)\.[cm]?js$|^\./;
const defaultMemoryMB: Record<Runtime, number> = { python: 256, nodejs: 512 };

/** More texts than this would cost more than they tell. */
const maxEntryFiles = 40;

/**
 * `paths` are the project's files, relative with "/"; `texts` holds the content of those in `manifestsToRead` and
 * of candidates for the main file, as far as they exist.
 */
export function detectProject(
  folderName: string,
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): ProjectDefaults {
  const manifest = readManifest(texts.get("package.json"), JSON.parse);
  const procfile = mainEntry(texts.get("Procfile"));
  const python = pythonFiles(texts);
  const runtime = detectRuntime(paths, manifest, procfile);
  const candidates = runtime ? mainFiles(runtime, paths, { manifest, python, procfile }) : [];
  const mainFile = candidates[0];
  const name = (runtime === "python" ? projectName(python.manifest) : undefined) ?? packageName(manifest);
  return {
    name: name ?? folderName,
    ...(runtime && { runtime }),
    ...(mainFile !== undefined && { mainFile }),
    mainFileCandidates: candidates,
    startupCommand: startCommand(runtime, mainFile, { manifest, python, procfile }),
    memoryMB: defaultMemoryMB[runtime ?? "nodejs"],
    exposedViaWeb: runtime !== undefined && isWeb(runtime, texts, { manifest, python, procfile }),
  };
}

/** The entry files to read before detecting: their text tells whether the app serves the web. */
export function mainFilesToRead(paths: readonly string[]): string[] {
  const known = new Set([...pythonEntries, ...nodeEntries]);
  const isNear = (path: string) => path.split("/").length <= (path.startsWith("src/") ? 3 : 2);
  const likely = paths.filter((path) => known.has(path));
  const others = paths.filter(
    (path) => !known.has(path) && isNear(path) && Object.values(codeFile).some((code) => code.test(path)),
  );
  return [...likely, ...others].slice(0, maxEntryFiles);
}

interface Signs {
  readonly manifest: Manifest | undefined;
  readonly python: PythonFiles;
  readonly procfile: ProcfileEntry | undefined;
}

function detectRuntime(
  paths: readonly string[],
  manifest: Manifest | undefined,
  procfile: ProcfileEntry | undefined,
): Runtime | undefined {
  const said = procfile && startTarget(procfile.command)?.runtime;
  if (said) return said;
  const has = (name: string) => paths.includes(name);
  const isPython = has("requirements.txt") || has("pyproject.toml") || has("Pipfile") || has("setup.py");
  const isNode = manifest !== undefined && isNodeApp(manifest, paths);
  if (isPython && !isNode) return "python";
  const topLevel = paths.filter(isOwnCode);
  const python = topLevel.filter((path) => codeFile.python.test(path)).length;
  const node = topLevel.filter((path) => codeFile.nodejs.test(path)).length;
  if (isNode && (!isPython || python === 0)) return "nodejs";
  if (python === 0 && node === 0) return isPython ? "python" : manifest ? "nodejs" : undefined;
  return python >= node ? "python" : "nodejs";
}

function mainFiles(runtime: Runtime, paths: readonly string[], signs: Signs): string[] {
  const known = new Set(paths);
  const said = signs.procfile && startTarget(signs.procfile.command);
  const guessed = runtime === "python" ? pythonMainFiles(signs.python, paths) : nodeMainFiles(signs.manifest);
  const others = paths.filter((path) => isOwnCode(path) && codeFile[runtime].test(path));
  const inOrder = [...(said?.runtime === runtime ? said.files : []), ...guessed, ...others];
  return [...new Set(inOrder)].filter((file) => known.has(file));
}

function isOwnCode(path: string): boolean {
  return !path.includes("/") && !aside.test(path);
}

/** Empty where the service's own way to run the main file does the same. */
function startCommand(runtime: Runtime | undefined, mainFile: string | undefined, signs: Signs): string {
  const said = signs.procfile?.command;
  if (said !== undefined) return isDefaultCommand(said, mainFile) ? "" : said;
  if (runtime === undefined) return "";
  return runtime === "python"
    ? pythonStartCommand(signs.python, mainFile)
    : nodeStartCommand(signs.manifest, mainFile);
}

function isWeb(runtime: Runtime, texts: ReadonlyMap<string, string>, signs: Signs): boolean {
  // Whoever names a process says what it is for.
  const said = signs.procfile?.process;
  if (said === "web") return true;
  if (said === "worker" || said === "bot") return false;
  if (runtime === "python") return isPythonWeb(signs.python);
  const code = [...texts].filter(([path]) => codeFile.nodejs.test(path)).map(([, text]) => text);
  return isNodeWeb(signs.manifest, code.join("\n"));
}

function pythonFiles(texts: ReadonlyMap<string, string>): PythonFiles {
  return {
    requirements: texts.get("requirements.txt") ?? "",
    manifest: readManifest(texts.get("pyproject.toml"), parseToml),
    code: new Map([...texts].filter(([path]) => codeFile.python.test(path))),
  };
}
