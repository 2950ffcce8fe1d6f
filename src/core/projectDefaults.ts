// Guesses an app's settings from the files of its project, so that the steps of a deploy start filled in.
import type { Runtime } from "./model";

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
export const projectFilesToRead = ["package.json", "requirements.txt", "pyproject.toml", "Procfile"] as const;

const entryNames: Record<Runtime, readonly string[]> = {
  python: [
    "main.py",
    "app.py",
    "bot.py",
    "server.py",
    "run.py",
    "wsgi.py",
    "index.py",
    "manage.py",
    "__main__.py",
  ],
  nodejs: ["index.js", "server.js", "app.js", "main.js", "bot.js", "src/index.js", "index.mjs", "index.cjs"],
};

const webWords: Record<Runtime, RegExp> = {
  python:
    /\b(flask|django|fastapi|aiohttp|bottle|tornado|starlette|uvicorn|gunicorn|sanic|quart|http\.server)\b/i,
  nodejs:
    /["'](express|fastify|koa|@hapi\/hapi|next|hono|polka|restify|@nestjs\/core|node:http|http)["']|createServer\s*\(/,
};

const defaultMemoryMB: Record<Runtime, number> = { python: 256, nodejs: 512 };

/**
 * `paths` are the project's files, relative with "/"; `texts` holds the content of those in `projectFilesToRead` and
 * of candidates for the main file, as far as they exist.
 */
export function detectProject(
  folderName: string,
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): ProjectDefaults {
  const manifest = parseObject(texts.get("package.json"));
  const runtime = detectRuntime(paths, manifest !== undefined);
  const candidates = runtime ? mainFiles(runtime, paths, manifest) : [];
  const mainFile = candidates[0];
  const allText = [...texts.values()].join("\n");
  const manifestName = manifest?.["name"];
  return {
    name:
      typeof manifestName === "string" && manifestName !== ""
        ? manifestName.replace(/^@[^/]+\//, "")
        : folderName,
    ...(runtime && { runtime }),
    ...(mainFile !== undefined && { mainFile }),
    mainFileCandidates: candidates,
    startupCommand: startCommand(runtime, manifest, mainFile, texts.get("Procfile")),
    memoryMB: defaultMemoryMB[runtime ?? "nodejs"],
    exposedViaWeb: runtime !== undefined && webWords[runtime].test(allText),
  };
}

/** The entry files to read before detecting: their text tells whether the app serves the web. */
export function mainFilesToRead(paths: readonly string[]): string[] {
  const known = new Set(paths);
  return [...entryNames.python, ...entryNames.nodejs].filter((name) => known.has(name));
}

function detectRuntime(paths: readonly string[], hasManifest: boolean): Runtime | undefined {
  const has = (name: string) => paths.includes(name);
  const isPython = has("requirements.txt") || has("pyproject.toml") || has("Pipfile") || has("setup.py");
  if (isPython && !hasManifest) return "python";
  if (hasManifest && !isPython) return "nodejs";
  const topLevel = paths.filter((path) => !path.includes("/"));
  const python = topLevel.filter((path) => path.endsWith(".py")).length;
  const node = topLevel.filter((path) => /\.[cm]?js$/.test(path)).length;
  if (python === 0 && node === 0) return isPython ? "python" : hasManifest ? "nodejs" : undefined;
  return python >= node ? "python" : "nodejs";
}

function mainFiles(
  runtime: Runtime,
  paths: readonly string[],
  manifest: Record<string, unknown> | undefined,
): string[] {
  const known = new Set(paths);
  const extension = runtime === "python" ? /\.py$/ : /\.[cm]?js$/;
  const named = typeof manifest?.["main"] === "string" ? manifest["main"].replace(/^\.\//, "") : undefined;
  const started = /\bnode\s+(?:--?[\w-]+(?:=\S+)?\s+)*(?:\.\/)?([\w./-]+)/.exec(
    startScript(manifest) ?? "",
  )?.[1];
  const fromManifest =
    runtime === "nodejs"
      ? [started, named].flatMap((file) => (file ? [file, `${file}.js`, `${file}/index.js`] : []))
      : [];
  const others = paths.filter((path) => !path.includes("/") && extension.test(path));
  return [...new Set([...fromManifest, ...entryNames[runtime], ...others])].filter((file) => known.has(file));
}

function startScript(manifest: Record<string, unknown> | undefined): string | undefined {
  const scripts = manifest?.["scripts"];
  const start =
    typeof scripts === "object" && scripts !== null
      ? (scripts as Record<string, unknown>)["start"]
      : undefined;
  return typeof start === "string" ? start : undefined;
}

/** Empty where the service's own way to run the main file does the same. */
function startCommand(
  runtime: Runtime | undefined,
  manifest: Record<string, unknown> | undefined,
  mainFile: string | undefined,
  procfile: string | undefined,
): string {
  const fromProcfile = /^(?:web|worker):\s*(.+)$/m.exec(procfile ?? "")?.[1]?.trim();
  if (fromProcfile) return fromProcfile;
  const start = runtime === "nodejs" ? startScript(manifest) : undefined;
  return start === undefined || start === `node ${mainFile}` ? "" : "npm start";
}

function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
