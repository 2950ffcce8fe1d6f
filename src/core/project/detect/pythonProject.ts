// Detects how a Python project starts, by its requirements.txt, its pyproject.toml and its code.
import { codeSigns, importedFramework, type Served } from "./codeSigns";
import { type Framework, frameworks, moduleOf, patternOf, pythonFramework } from "./frameworks";
import { type Manifest, objectAt, stringAt, stringsAt } from "./projectManifest";
import { moduleFiles } from "./startCommands";

export const pythonEntries: readonly string[] = [
  ...["main.py", "app.py", "bot.py", "server.py", "run.py", "wsgi.py", "asgi.py", "index.py", "manage.py"],
  ...["__main__.py", "src/main.py", "src/app.py", "src/bot.py", "app/main.py", "streamlit_app.py"],
];

const imported = new RegExp(
  `^[ \\t]*(?:from|import)[ \\t]+(?:${patternOf("python", (row) => (row.isWeb ? moduleOf(row) : undefined))})\\b`,
  "m",
);
const otherServers =
  /\bhttp\.server\b|\baiohttp\.web\b|\bfrom[ \t]{1,8}aiohttp[ \t]{1,8}import[ \t][^\n]{0,200}\bweb\b|\bwsgiref\b|\bstart_server\s{0,8}\(/;

/** A command of pyproject.toml: the function that it calls. */
interface ProjectScript {
  readonly name: string;
  readonly module: string;
  readonly call: string;
}

export interface PythonFiles {
  readonly requirements: string;
  readonly manifest: Manifest | undefined;
  readonly code: ReadonlyMap<string, string>;
}

/** Project name from `[project]` or `[tool.poetry]`. */
export function projectName(manifest: Manifest | undefined): string | undefined {
  return stringAt(manifest, "project", "name") || stringAt(manifest, "tool", "poetry", "name") || undefined;
}

/** Files that the project names, and usual names, likeliest first. They may not exist. */
export function pythonMainFiles(
  { manifest, code }: PythonFiles,
  paths: readonly string[],
): { readonly said: readonly string[]; readonly usual: readonly string[] } {
  const script = mainScript(manifest);
  const packages = paths.filter((path) => /^(?:src\/)?[^/]+\/__main__\.py$/.test(path));
  const managers = paths.filter((path) => /^(?:[^/]+\/){0,2}manage\.py$/.test(path));
  const factories = [...code].flatMap(([path, text]) =>
    /^(?:src\/)?[^/]+\/__init__\.py$/.test(path) && codeSigns("python", text).served ? [path] : [],
  );
  const isDjango = managers.some((path) => /django/i.test(code.get(path) ?? ""));
  return {
    said: [...(script ? moduleFiles(script.module) : []), ...(isDjango ? managers : [])],
    usual: [...pythonEntries, ...packages, ...factories, ...managers],
  };
}

/** Empty where running the main file does the same. */
export function pythonStartCommand(files: PythonFiles, mainFile: string | undefined): string {
  if (mainFile === undefined) return "";
  const code = files.code.get(mainFile) ?? "";
  const { served, starts } = codeSigns("python", code);
  const framework =
    pythonFramework(({ file }) => file === mainFile.split("/").at(-1)) ?? importedFramework(code);
  // A framework without an object runs the file itself.
  if (framework && !framework.object) return serveCommand(framework, undefined, mainFile);
  if (served && !starts) {
    const others = [...files.code.values()].map(importedFramework);
    const known = served.framework ?? others.find((each) => each?.object);
    return serveCommand(known ?? pythonFramework(({ object }) => object !== undefined), served, mainFile);
  }

  // A file of a package can't be run by its path: its own imports would not be found.
  const module = moduleName(mainFile);
  const script = mainScript(files.manifest);
  const isPackaged = /^(?:src\/)?[^/]+\/.+\.py$/.test(mainFile);
  if (mainFile.endsWith("/__main__.py"))
    return run(mainFile, `runpy.run_module('${module}', run_name='__main__')`, "runpy");
  if (script && moduleFiles(script.module).includes(mainFile) && (isPackaged || !starts)) {
    return run(mainFile, `${script.module}.${script.call}()`, script.module);
  }
  return "";
}

function serveCommand(
  framework: Framework | undefined,
  served: Served | undefined,
  mainFile: string,
): string {
  const module = moduleName(mainFile);
  const facts: Readonly<Record<string, string>> = {
    ...{ module, variable: served?.name ?? "", object: `${module}:${served?.name}` },
    app: mainFile.endsWith("/__init__.py") ? module : mainFile,
    dir: mainFile.startsWith("src/") ? " --app-dir src" : "",
    factory: served?.isFactory ? " --factory" : "",
    port: "$" + "{PORT:-8000}",
  };
  return (framework?.start ?? "").replaceAll(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
}

export function pythonFrameworks({ requirements, manifest }: Omit<PythonFiles, "code">): Framework[] {
  const listed = [
    ...stringsAt(manifest, "project", "dependencies"),
    ...Object.keys(objectAt(manifest, "tool", "poetry", "dependencies")),
  ];
  const names = new Set(
    [...requirements.split("\n"), ...listed].map((line) =>
      /^[ \t]*([\w.-]+)/.exec(line)?.[1]?.toLowerCase().replaceAll("_", "-"),
    ),
  );
  return frameworks.filter(
    ({ runtime, packages }) => runtime === "python" && packages.every((name) => names.has(name)),
  );
}

/** The project serves the web: a framework that it needs, or a server in its code. */
export function isPythonWeb(files: PythonFiles): boolean {
  if (pythonFrameworks(files).some(({ isWeb }) => isWeb)) return true;
  return [...files.code.values()].some((text) => imported.test(text) || otherServers.test(text));
}

/** Python code as a command, with the folder `src` where the project has its packages there. */
function run(mainFile: string, statement: string, toImport: string): string {
  if (toImport === "runpy" && !mainFile.startsWith("src/")) return `python -m ${moduleName(mainFile)}`;
  const path = mainFile.startsWith("src/") ? "import sys; sys.path.insert(0, 'src'); " : "";
  return `python -c "${path}import ${toImport}; ${statement}"`;
}

function moduleName(file: string): string {
  return file
    .replace(/^src\//, "")
    .replace(/(?:\/__(?:main|init)__)?\.py$/, "")
    .replaceAll("/", ".");
}

/** The command that is named as the project or as commands for starting are, else the only one. */
function mainScript(manifest: Manifest | undefined): ProjectScript | undefined {
  const entries = {
    ...objectAt(manifest, "tool", "poetry", "scripts"),
    ...objectAt(manifest, "project", "scripts"),
  };
  const scripts = Object.entries(entries).flatMap(([name, entry]): ProjectScript[] => {
    if (typeof entry !== "string") return [];
    const [, module, call] = /^([A-Za-z_][\w.]*):([A-Za-z_][\w.]*)$/.exec(entry) ?? [];
    return module && call ? [{ name, module, call }] : [];
  });
  const likely = new Set([projectName(manifest), "start", "serve", "run", "main", "bot", "web"]);
  return scripts.find(({ name }) => likely.has(name)) ?? (scripts.length === 1 ? scripts[0] : undefined);
}
