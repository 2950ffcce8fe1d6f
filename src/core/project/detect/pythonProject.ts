// Detects how a Python project starts, by its requirements.txt, its pyproject.toml and its code.
import type { ProjectPaths } from "../projectPaths";
import { codeSigns, importedFramework, importedModules, type Served } from "./codeSigns";
import { asgi, type Framework, frameworks, moduleOf, patternOf, pythonFramework } from "./frameworks";
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
  /\bhttp\.server\b|\baiohttp\.web\b|\bfrom[ \t]{1,8}aiohttp[ \t]{1,8}import[ \t][^\n]{0,200}\bweb\b|\bwsgiref\b|\bimport serve\b|(?:\b(?:start_server|websockets\.serve|(?:run|start)_webhook)|TCPServer)\s{0,8}\(/;

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
  readonly paths: ProjectPaths;
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
  const folder = mainFile.slice(0, mainFile.lastIndexOf("/") + 1);
  const { starts, ...signs } = codeSigns("python", code);
  const [runner, args = ""] = runForItsMachine(code, mainBlock);
  const [, target = "", name = ""] = /^\s{0,40}["']([\w.]{1,200}):(\w{1,80})["']/.exec(args) ?? [];
  const isThere = folder === "" && files.paths.has(`${target.replaceAll(".", "/")}.py`);
  if (asgi.includes(`${runner}{`) && isThere && onlyServing.test(code)) {
    const framework = pythonFramework(({ start }) => start === asgi);
    const isFactory = /\bfactory\s{0,8}=\s{0,8}True/.test(args);
    return serveCommand(framework, { name, framework, isFactory }, `${target}.py`);
  }
  const [atEnd] = runForItsMachine(code, lastCall);
  const named = runner ?? atEnd ?? (starts || otherCall.test(code) ? undefined : "app");
  const served = signs.served ?? importedObject(files, code, named);
  const isPassedOver = served?.name === atEnd && served?.framework?.passesOverRun;
  const imports = importedFramework(code);
  const isOnlyUsed = imports?.object !== undefined && !served && !starts;
  const framework =
    pythonFramework(({ file }) => file === mainFile.slice(folder.length)) ??
    (isOnlyUsed ? undefined : imports) ??
    listedFramework(files, code, folder) ??
    imports;
  // A framework without an object runs the file itself.
  if (framework && !framework.object && (starts || !served))
    return serveCommand(framework, undefined, mainFile);
  const isOther = pythonFramework((row) => moduleOf(row) === runner) !== undefined;
  if (served && (!starts || isOther || isPassedOver || runner === served.name)) {
    const others = [...files.code.values()].map(importedFramework);
    const known =
      served.framework ??
      others.find((each) => each?.object) ??
      pythonFramework(({ object }) => object !== undefined);
    const needsOther = known?.start === asgi && !hasUvicorn(files);
    const server = needsOther ? pythonFrameworks(files).find(({ serves }) => serves) : undefined;
    const top = mainFile.startsWith("src/") ? "src" : "";
    const root = importsFrom(folder, files, code) ? folder.slice(0, -1) : top;
    return serveCommand(server ?? known, served, mainFile, root);
  }

  // A file of a package can't be run by its path: its own imports would not be found.
  const module = moduleName(mainFile);
  const script = mainScript(files.manifest);
  if (mainFile.endsWith("/__main__.py") && folder !== "src/")
    return run(mainFile, `runpy.run_module('${module}', run_name='__main__')`, "runpy");
  if (script && moduleFiles(script.module).includes(mainFile) && (folder !== "" || !starts))
    return run(mainFile, `${script.module}.${script.call}()`, script.module);
  const isAbove = importsFrom("", files, code) && !importsFrom(folder, files, code);
  // In discord/bot.py, "import discord" means the package: the file is run by its path.
  const isNamedAsFramework = pythonFrameworks(files).some(
    (row) => moduleOf(row) === mainFile.split("/", 1)[0],
  );
  return isNamedAsFramework ? "" : commandOfPackage(mainFile, code, isAbove);
}

const mainBlock = /(?:^|\n)if[ \t]{1,8}__name__\s{0,8}==\s{0,8}["']__main__["']\s{0,8}:([\s\S]{0,1000})$/;
/** Any call but those that set up an imported app: the file may start the app itself. */
const otherCall = /^(?!(?:app|logging|os|sys|load_dotenv)\b)\w[\w.]{0,200}[ \t]{0,8}\(/m;
const lastCall = /(?:^|\n)(\w{1,80}\.run\([^\n]{0,200}\)\s{0,100})$/;
/** Nothing but imports is before the main block. */
const onlyServing =
  /^(?:(?:(?:from|import) [^\n]{0,200}|["#][^\n]{0,200}|[ \t\r]{0,8})\n){0,40}if[ \t]{1,8}__name__/;

/** What runs in the block, if that is all, at an address that only its own machine reaches, and its arguments. */
function runForItsMachine(code: string, runs: RegExp): string[] {
  const [, block = ""] = runs.exec(code) ?? [];
  const [, runner, args = ""] =
    /^\s{0,40}(?:#[^\n]{0,200}\s{1,40}|import \w{1,80}\s{1,40}|print\([^\n]{0,200}\n\s{0,40}){0,5}(\w{1,80})\.run(?:_server)?\(((?:[^()]|\([^()]{0,200}\)){0,500})\)\s{0,100}$/.exec(
      block,
    ) ?? [];
  const isElsewhere = /^\s{0,40}["']\d|\*\*|\bhost\s{0,8}=(?!\s{0,8}["'](?:127\.0\.0\.1|localhost)["'])/.test(
    args,
  );
  return isElsewhere || runner === undefined ? [] : [runner, args];
}

/** The object that the code imports from the file of the project that makes it. */
function importedObject({ code: all }: PythonFiles, code: string, name = ""): Served | undefined {
  const [, module] =
    new RegExp(
      `^from[ \\t]{1,8}([\\w.]{1,200})[ \\t]{1,8}import[ \\t][^\\n]{0,200}\\b${name || "!"}\\b`,
      "m",
    ).exec(code) ?? [];
  const made = moduleFiles(module ?? "").map((path) => codeSigns("python", all.get(path) ?? "").served);
  return made.find((each) => each?.name === name && each.framework !== undefined);
}

/** A framework without a `module` that the project lists and the code imports; `folder` is "" or ends in "/". */
function listedFramework(files: PythonFiles, code: string, folder: string): Framework | undefined {
  if (code.includes(".serve(")) return undefined;
  const modules = importedModules(code);
  return pythonFrameworks(files).find(
    ({ module, packages: [name = ""] }) =>
      module === "" && modules.includes(name) && !isModule(folder + name, files),
  );
}

/** The code imports a module that lies in the folder: "" is the project's own, others end in "/". */
function importsFrom(folder: string, files: PythonFiles, code: string): boolean {
  return importedModules(code).some((name) => isModule(folder + name, files));
}

function isModule(place: string, { paths }: PythonFiles): boolean {
  return paths.has(`${place}.py`) || paths.folders.has(place);
}

/** Code that imports from its own package, or from above, finds it only as a module of that. */
function commandOfPackage(mainFile: string, code: string, isAbove: boolean): string {
  const [top = "", ...rest] = mainFile.split("/");
  if (rest.length === 0 || !/^[\w/]+\.py$/.test(mainFile)) return "";
  const names = top === "src" && rest.length > 1 ? [rest[0], top] : [top];
  const named = names.find((name) =>
    new RegExp(
      `^[ \\t]{0,40}(?:from|import)[ \\t]{1,8}${name}\\b|["']${name}(?:\\.\\w{1,80}){0,8}:\\w`,
      "m",
    ).test(code),
  );
  const found = named ?? (isAbove ? top : undefined);
  if (found === undefined && !/^[ \t]{0,40}from[ \t]{1,8}\./m.test(code)) return "";
  const module = moduleName(mainFile);
  return top === "src" && (found === top || rest.length === 1)
    ? `python -m src.${module}`
    : run(mainFile, `runpy.run_module('${module}', run_name='__main__')`, "runpy");
}

function serveCommand(
  framework: Framework | undefined,
  served: Served | undefined,
  mainFile: string,
  folder = "",
): string {
  const module = moduleName(folder === "" ? mainFile : mainFile.slice(folder.length + 1));
  const made = `${served?.name ?? ""}${served?.isFactory ? "()" : ""}`;
  const facts: Readonly<Record<string, string>> = {
    ...{ module, made, variable: served?.name ?? "", file: mainFile },
    object: quoted(`${module}:${framework?.serves ? made : served?.name}`),
    app: quoted(mainFile.replace(/\/__init__\.py$/, "")),
    ...{ dir: folder && ` --app-dir ${quoted(folder)}`, path: folder && `PYTHONPATH=${quoted(folder)} ` },
    factory: served?.isFactory ? " --factory" : "",
    port: "$" + "{PORT:-8000}",
  };
  return (framework?.serves ?? framework?.start ?? "").replaceAll(
    /\{(\w+)\}/g,
    (all, name) => facts[name] ?? all,
  );
}

function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `"${word.replaceAll(/["$`\\]/g, "\\$&")}"`;
}

export function pythonFrameworks(files: Omit<PythonFiles, "code" | "paths">): Framework[] {
  const names = new Set(
    listed(files).map((line) => /^[ \t]*([\w.-]+)/.exec(line)?.[1]?.toLowerCase().replaceAll("_", "-")),
  );
  return frameworks.filter(
    ({ runtime, packages }) => runtime === "python" && packages.every((name) => names.has(name)),
  );
}

function listed({ requirements, manifest }: Omit<PythonFiles, "code" | "paths">): string[] {
  return [
    ...requirements.split(/[\r\n]+/),
    ...stringsAt(manifest, "project", "dependencies"),
    ...Object.keys(objectAt(manifest, "tool", "poetry", "dependencies")),
  ];
}

/** Perhaps by another file, by an extra such as "fastapi[standard]", or with a framework. */
export function hasUvicorn(files: Omit<PythonFiles, "code" | "paths">): boolean {
  return (
    listed(files).some((line) => /^\s*(?:-r|--requirement|[\w.-]+\[)/i.test(line)) ||
    pythonFrameworks(files).some((row) => row.hasUvicorn)
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
