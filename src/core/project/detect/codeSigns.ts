// Signs in the text of a program: whether it starts or serves something or is for a browser, and its imports.
import type { Runtime } from "../../model/model";
import { relativePlace } from "../relativePath";
import { type Framework, moduleOf, patternOf, pythonFramework } from "./frameworks";

const longestText = 100_000;
const mostImports = 1_000;

/** An object that a server is to run, and of which framework; `isFactory` when a function makes it. */
export interface Served {
  readonly name: string;
  readonly framework: Framework | undefined;
  readonly isFactory: boolean;
}

export interface CodeSigns {
  readonly starts: boolean;
  readonly startsOthers?: boolean;
  readonly served: Served | undefined;
  readonly isForBrowser: boolean;
  /** Imports from its own project: the last parts of the paths, without endings. */
  readonly imports: ReadonlySet<string>;
}

const pythonStarts = new RegExp(
  `__name__\\s{0,8}==\\s{0,8}["']__main__["']|(?:(?<!\\bsubprocess)\\.run|\\.run_forever|\\.serve_forever|\\bserve|\\basyncio\\.run|${patternOf("python", ({ runs }) => runs)})\\s{0,8}\\(|^while[ \\t]{1,8}(?:True|1)[ \\t]{0,8}:`,
  "m",
);
const nodeStarts = new RegExp(
  `(?:\\.listen|\\bcreate(?:Secure)?Server|${patternOf("nodejs", ({ runs }) => runs)})\\s{0,8}\\(`,
);
const browser =
  /\b(?:document\.(?:getElementById|querySelector|addEventListener|createElement|body)|window\.(?:addEventListener|location|onload))/;
/** Only a bundler understands these imports. */
const bundled =
  /^[ \t]{0,40}import\s[^;"'\n]{0,200}["'](?:react-dom\/client|[^"'\n]{1,200}\.(?:vue|svelte|jsx|css|less|s[ac]ss))["']/m;
const nodeImport = /\brequire\s{0,4}\(|^\s{0,40}import\s/m;

const objects = patternOf("python", ({ object }) => object);
const servedObject = new RegExp(
  `^(\\w{1,80})(?:,[ \\t]{0,8}\\w{1,80}){0,4}(?:[ \\t]{0,8}:[^=\\n]{1,100})?[ \\t]{0,8}=[ \\t]{0,8}(?:\\w{1,80}\\.)?(${objects})[ \\t]{0,8}\\(`,
  "m",
);
const madeByFactory =
  /^(\w{1,80})[ \t]{0,8}=[ \t]{0,8}(?:\w{1,80}\.)?(?:create|make|build|get)_app[ \t]{0,8}\(/m;
const factory = /^(?:async[ \t]{1,8})?def[ \t]{1,8}((?:create|make|build)_app)[ \t]{0,8}\(/m;
const frameworkMade = new RegExp(`\\b(${objects})[ \\t]{0,8}\\(`);
const importedModule = new RegExp(
  `^[ \\t]{0,40}(?:from|import)[ \\t]{1,8}(${patternOf("python", (row) => (row.start && !row.file ? moduleOf(row) : undefined))})\\b`,
  "m",
);

export function codeSigns(runtime: Runtime, text: string): CodeSigns {
  const code = text.slice(0, longestText);
  return runtime === "python" ? pythonSigns(code) : nodeSigns(code);
}

/** The framework that a text imports, of those that have a command to serve with. */
export function importedFramework(text: string): Framework | undefined {
  const found = importedModule.exec(text.slice(0, longestText))?.[1];
  return found === undefined ? undefined : pythonFramework((row) => moduleOf(row) === found);
}

/** First names of the modules that Python code imports, one for each line. */
export function importedModules(code: string): string[] {
  return [...code.matchAll(/^[ \t]{0,40}(?:from|import)[ \t]{1,8}(\w{1,80})/gm)].map(([, name = ""]) => name);
}

const imported = /[\w.]{1,200}(?:[ \t]{1,8}as[ \t]{1,8}\w{1,80})?/.source;
const pythonImports = new RegExp(
  `^[ \\t]{0,40}(?:from[ \\t]{1,8}(\\.{0,9})([\\w.]{0,200})[ \\t]{1,8})?import\\b[ \\t]{0,8}(?:\\(\\s{0,80})?((?:${imported}(?:[ \\t]{0,8},\\s{0,80}${imported}){0,20})?)`,
  "gm",
);

/** Dots, module and name of each import. The name is empty where all are imported. */
function importedBy(code: string): string[][] {
  const found = [...code.matchAll(pythonImports)].slice(0, mostImports);
  return found.flatMap(([, dots = "", from = "", names = ""]) =>
    names.split(",").map((name) => [dots, from, name.trim().replace(/\s.*/s, "")]),
  );
}

function pythonSigns(code: string): CodeSigns {
  const paths = importedBy(code).flatMap(([, from = "", name = ""]) => [from, name]);
  const imports = new Set(paths.map((path) => path.replace(/^.*\./, "")).filter(Boolean));
  return { starts: pythonStarts.test(code), served: servedIn(code), isForBrowser: false, imports };
}

const nodeImports =
  /(?:\brequire\s{0,4}\(|\bimport\s{0,4}\(?|\bfrom)\s{0,4}["'`](\.{1,2}\/[\w./@-]{1,200})["'`]/g;

/** Where a file of the project may be that `path` imports: paths from the folder, without endings. */
export function importedPlaces(path: string, text: string): string[] {
  const code = text.slice(0, longestText);
  const folder = path.split("/").slice(0, -1);
  if (!path.endsWith(".py"))
    return [...code.matchAll(nodeImports)].map(([, to = ""]) => relativePlace(folder, to).names.join("/"));
  return importedBy(code).flatMap(([dots = "", from = "", name = ""]) => {
    const module = [...from.split("."), ...name.split(".")].filter(Boolean);
    const bases = dots === "" ? [[], folder, ["src"]] : [folder.slice(0, folder.length - dots.length + 1)];
    return bases.map((base) => [...base, ...module].join("/"));
  });
}

const listens =
  /(?:\.(?:listen|run|run_app|run_simple)|\b(?:HTTPServer|TCPServer|serve|run_app|make_server|run_simple))\s{0,8}\(([^\n]{0,300})/g;

/** Why the web may not reach the server of this code: only its own machine does, or its port is a fixed one. */
export function unreachable(text: string): "loopback" | "port" | undefined {
  const code = text.slice(0, longestText);
  const calls = [...code.matchAll(listens)].map(([call]) => call);
  const isFlask = /^\s{0,40}(?:from|import)\s{1,8}flask\b/m.test(code);
  const isLoopback = (call: string): boolean =>
    /["'`](?:127\.0\.0\.1|localhost)["'`]/.test(call) || (isFlask && /^\.run\b(?!.*\bhost\b)/.test(call));
  if (calls.some(isLoopback)) return "loopback";
  return calls.some((call) => /\b\d{2,5}\b/.test(call)) && !/\bPORT\b/.test(code) ? "port" : undefined;
}

function servedIn(code: string): Served | undefined {
  const made = (object: string | undefined) =>
    object && pythonFramework((row) => new RegExp(`^(?:${row.object})$`).test(object));
  const [, name, object] = servedObject.exec(code) ?? [];
  if (name && object) return { name, framework: made(object) || undefined, isFactory: false };
  const framework = made(frameworkMade.exec(code)?.[1]) || importedFramework(code);
  const byFactory = madeByFactory.exec(code)?.[1];
  if (byFactory) return { name: byFactory, framework, isFactory: false };
  const maker = factory.exec(code)?.[1];
  return maker && framework ? { name: maker, framework, isFactory: true } : undefined;
}

function nodeSigns(code: string): CodeSigns {
  const paths = [...code.matchAll(/["'`]\.{1,2}\/([\w./@-]{1,200})["'`]/g)].map(([, path = ""]) => path);
  const imports = new Set(paths.map((path) => path.replaceAll(/^.*\/|\.[cm]?[jt]s$/g, "")).filter(Boolean));
  const isForBrowser = nodeImport.test(code)
    ? bundled.test(code) && !nodeStarts.test(code)
    : browser.test(code);
  const startsOthers = /\bnew\s{1,8}(?:\w{1,40}\.)?(?:Cluster|Sharding)Manager\s{0,8}\(/.test(code);
  const starts = !isForBrowser && (startsOthers || nodeStarts.test(code));
  return { starts, startsOthers, served: undefined, isForBrowser, imports };
}
