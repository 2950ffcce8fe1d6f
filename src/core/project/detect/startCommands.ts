// Reads start commands as people write them in a Procfile or a package.json: which runtime, which file.
import type { Runtime } from "../../model/model";
import { pythonFramework } from "./frameworks";

/** One line of a Procfile. */
export interface ProcfileEntry {
  /** "web", "worker", ... */
  readonly process: string;
  readonly command: string;
}

/** What a start command runs. `files` could be it, likeliest first; they may not exist. */
interface StartTarget {
  readonly runtime: Runtime;
  readonly files: readonly string[];
}

/** What is looked at of a command. */
const longestCommand = 10_000;
const likelyProcesses = ["web", "worker", "bot", "app", "main", "start"];

/** The entry of a Procfile that an app with one process would run; "release" runs before and is never it. */
export function mainEntry(procfile: string | undefined): ProcfileEntry | undefined {
  const entries = [...(procfile ?? "").matchAll(/^([A-Za-z0-9_-]{1,100}):[ \t]*(\S.*)$/gm)]
    .map(([, process = "", command = ""]) => ({ process, command: command.trimEnd() }))
    .filter(({ process }) => process !== "release");
  for (const likely of likelyProcesses) {
    const found = entries.find(({ process }) => process === likely);
    if (found) return found;
  }
  return entries[0];
}

/** What the command runs; undefined for a program that isn't known. */
export function startTarget(command: string): StartTarget | undefined {
  return targetOf(bareCommand(command.slice(0, longestCommand)).split(/\s+/));
}

function targetOf([name = "", ...words]: readonly string[]): StartTarget | undefined {
  const program = name.split("/").at(-1) ?? "";
  if (/^python[\d.]*$/.test(program)) return { runtime: "python", files: pythonFiles(words) };
  const package_ = program.replace(/-serve$/, "");
  if (pythonFramework(({ packages }) => packages[0] === package_)) {
    return { runtime: "python", files: served(words) };
  }
  if (/^(?:node|nodemon|tsx|ts-node)$/.test(program)) {
    return { runtime: "nodejs", files: nodeFiles(words.find((word) => !word.startsWith("-"))) };
  }
  return /^(?:npm|npx|yarn|pnpm)$/.test(program) ? { runtime: "nodejs", files: [] } : undefined;
}

/** Whether the service runs the main file in the same way by itself. */
export function isDefaultCommand(command: string, mainFile: string | undefined): boolean {
  const target = /^(?:python3?|node)\s+(\S+)$/.exec(command.trim())?.[1]?.replace(/^\.\//, "");
  if (target === undefined || mainFile === undefined) return false;
  return target === mainFile || (command.trim().startsWith("node") && nodeFiles(target).includes(mainFile));
}

/** The files that a Python module can be. */
export function moduleFiles(module: string): string[] {
  const path = module.replaceAll(".", "/");
  return ["", "src/"].flatMap((folder) => [`${folder}${path}.py`, `${folder}${path}/__main__.py`]);
}

/** The files that Node.js takes a name for. */
export function nodeFiles(name: string | undefined): string[] {
  if (name === undefined) return [];
  const path = name.replace(/^\.\//, "").replace(/\/$/, "");
  return path === "." || path === ""
    ? ["index.js"]
    : [path, `${path}.js`, `${path}.cjs`, `${path}.mjs`, `${path}/index.js`];
}

/** Without variables set before it and without `exec`. */
function bareCommand(command: string): string {
  return command.trim().replace(/^(?:(?:exec|cross-env|env)\s+|[A-Za-z_]\w*=\S*\s+)+/, "");
}

function pythonFiles(words: readonly string[]): string[] {
  const module = words.indexOf("-m");
  const file = words.findIndex((word) => !word.startsWith("-"));
  if (module >= 0 && module < file) {
    const rest = words.slice(module + 1);
    // A module that runs another Python would be followed word by word.
    const server = rest[0]?.startsWith("python") ? undefined : targetOf(rest);
    return server ? [...server.files] : moduleFiles(rest[0] ?? "");
  }
  return file < 0 ? [] : [(words[file] ?? "").replace(/^\.\//, "")];
}

/** The module of `module:app`, of `--app module` or of `run file.py`. */
function served(words: readonly string[]): string[] {
  const named = words.find((word) => /^[A-Za-z_][\w.]*:[A-Za-z_][\w.]*(?:\(.*)?$/.test(word));
  const option = words[words.indexOf("--app") + 1];
  const name = named?.split(":")[0] ?? (words.includes("--app") ? option?.split(":")[0] : undefined);
  if (name !== undefined) return name.endsWith(".py") ? [name] : moduleFiles(name);
  return words.filter((word) => word.endsWith(".py"));
}
