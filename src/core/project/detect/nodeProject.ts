// Detects how a Node.js project starts, by its package.json and its code.
import { getNodeValue, parseTree } from "jsonc-parser";
import { frameworks, isForDevelopment, nodeFrameworks, patternOf } from "./frameworks";
import { buildScript, builtSite, type NodeServer, nodeServer } from "./nodeServers";
import { type Manifest, objectAt, readManifest, stringAt, stringsAt } from "./projectManifest";
import { isDefaultCommand, nodeFiles, type StartedProgram, startedBy, withSlashes } from "./startCommands";

export const nodeEntries: readonly string[] = [
  ...["index.js", "server.js", "app.js", "main.js", "bot.js", "index.mjs", "index.cjs"],
  ...["src/index.js", "src/server.js", "src/app.js", "src/main.js", "src/bot.js", "src/index.mjs"],
];

const webPackages = patternOf("nodejs", ({ isWeb, makes, packages }) =>
  isWeb || makes ? packages.at(-1)?.replaceAll(/[/.-]/g, "\\$&") : undefined,
);
const frameworkImport = new RegExp(`(?:require\\(|\\bfrom|\\bimport)\\s{0,20}\\(?["'](?:${webPackages})["']`);
const startScripts = ["start:prod", "start:production", "start", "serve:prod", "prod", "production"];
/** Scripts that start the app where they run a program of the project itself. */
const likelyScripts = ["serve", "server", "preview"];

/** The package is an app for Node.js, not just the tools of another project. */
export function isNodeApp(manifest: Manifest, known: ReadonlySet<string>): boolean {
  return (
    startOf(manifest) !== undefined ||
    stringAt(manifest, "engines", "node") !== undefined ||
    Object.keys(objectAt(manifest, "dependencies")).length > 0 ||
    [...nodeFiles(stringAt(manifest, "main")), ...exportedFiles(manifest)].some((file) => known.has(file)) ||
    nodeEntries.some((file) => known.has(file))
  );
}

/** Files that package.json names as the start or as the package's main file, likeliest first. They may not exist. */
export function nodeMainFiles(manifest: Manifest | undefined): string[] {
  const named = [...nodeFiles(stringAt(manifest, "main")), ...exportedFiles(manifest)];
  // TypeScript is started by a script: what else names it is for editors.
  return [
    ...(startOf(manifest)?.files ?? []),
    ...named.filter((file) => !/\.[cm]?tsx?(?:$|[./])/.test(file)),
  ];
}

/** Output of a TypeScript build: the file that package.json names, else by tsconfig.json; it may not exist. */
export function compiledFile(
  manifest: Manifest | undefined,
  known: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const typed = ["index", "main", "app", "server", "bot"].flatMap((name) => [`src/${name}.ts`, `${name}.ts`]);
  const source = typed.find((path) => known.has(path));
  const named = nodeMainFiles(manifest);
  const [first] = named;
  if (first !== undefined && (source !== undefined || isOfBuild(first))) return withEnding(first, named);
  // The output of a site's build is for a browser.
  if (source === undefined || builtSite(manifest) !== undefined) return undefined;
  return compiledBy(texts, manifest, source.replace(/\.ts$/, ".js"));
}

function compiledBy(
  texts: ReadonlyMap<string, string>,
  manifest: Manifest | undefined,
  beside: string,
): string {
  const build = stringAt(manifest, "scripts", buildScript(manifest) ?? "") ?? "";
  const [compile] = /\btsc(?=\s|$)(?![^&|;]{0,400}--noEmit)[^&|;]{0,400}/.exec(build) ?? [];
  const [, settings = ""] =
    /\s(?:-[pb]|--project)\s{1,8}(?:\.\/|\.(?=\s|$))?(\S{0,80})/.exec(compile ?? "") ?? [];
  const options = compilerOptions(settings || "tsconfig.json", texts);
  const folderOf = (option: string): string | undefined =>
    /^(?:\.\/|\.$)?([\w./-]{0,100}?)\/?$/.exec(stringAt(options, option) ?? "?")?.[1];
  // Another tool, the command, or settings that were not read may name a folder.
  const isPlain = compile !== undefined && !compile.includes("--outDir") && options !== undefined;
  if (isPlain && !["outDir", "noEmit", "extends"].some((name) => name in options)) return beside;
  const folder = folderOf("outDir") ?? "dist";
  const below = folderOf("rootDir") === "" ? beside : beside.replace(/^src\//, "");
  return folder === "" ? below : `${folder}/${below}`;
}

/** With those of the files that it extends. `extends` is among them if one was not read: it may set a folder. */
function compilerOptions(
  path: string,
  texts: ReadonlyMap<string, string>,
  followed = new Set<string>(),
): Manifest | undefined {
  if (followed.has(path)) return {};
  followed.add(path);
  const own = readManifest(texts.get(path), parseWithComments);
  if (!own) return undefined;
  const names = [stringAt(own, "extends") ?? stringsAt(own, "extends")].flat();
  const extended = names.map((name) => {
    const base = name.replace(/^\.\//, "").replace(/(?:\.json)?$/, ".json");
    return compilerOptions(base, texts, followed) ?? { extends: name };
  });
  return Object.assign({}, ...extended, objectAt(own, "compilerOptions"));
}

function parseWithComments(text: string): unknown {
  const root = parseTree(text);
  return root && getNodeValue(root);
}

function isOfBuild(path: string): boolean {
  return /^(?:dist|build|out|lib|\.output)(?:\/|$)/.test(path);
}

/** Node.js takes an ending, or the index.js of a folder, for granted. */
function withEnding(name: string, names: readonly string[]): string {
  if (/\.\w+$/.test(name)) return name;
  const ending = name.includes("/") ? ".js" : "/index.js";
  return names.find((each) => each === name + ending) ?? name;
}

/** A start script knows better than its framework what a build makes, such as one of several apps. */
export function builtServer(manifest: Manifest | undefined): NodeServer | undefined {
  const server = nodeServer(manifest);
  const files = startOf(manifest)?.files ?? [];
  const [first] = files;
  if (!server || server.isFolder || first === undefined || files.includes(server.makes)) return server;
  return isOfBuild(first) ? { ...server, makes: withEnding(first, files) } : server;
}

interface NodeStart extends StartedProgram {
  readonly script: string;
  /** The script does more, which the service cannot do, so the program itself is started. */
  readonly isDirect: boolean;
}

/** Cache: each rule needs the start of the same package.json. */
const starts = new WeakMap<Manifest, NodeStart | "none">();

/** The script that starts the app where it is in use, not where it is written. */
export function startOf(manifest: Manifest | undefined): NodeStart | undefined {
  if (manifest === undefined) return undefined;
  const start = starts.get(manifest) ?? findStart(manifest) ?? "none";
  starts.set(manifest, start);
  return start === "none" ? undefined : start;
}

function findStart(manifest: Manifest): NodeStart | undefined {
  const scripts = objectAt(manifest, "scripts");
  const made = nodeServer(manifest)?.makes;
  for (const script of [...startScripts, ...likelyScripts]) {
    const command = scripts[script];
    if (typeof command !== "string" || command.trim() === "") continue;
    const started = startedBy(`npm run ${script}`, scripts);
    const { files, bare, canDoWithout, isDetached } = started;
    // A script that is meant for the folder of the build.
    const isInBuild =
      files.some((file) => made?.endsWith(`/${file}`)) && !files.some((file) => file === made);
    const isLikely = !likelyScripts.includes(script) || (files.length > 0 && bare.startsWith("node "));
    if (isForDevelopment(bare) || isInBuild || !isLikely) continue;
    const isMissing = (name: string): boolean => !(name in objectAt(manifest, "dependencies"));
    const isOfWindows = command !== withSlashes(command);
    const isDirect =
      isDetached || isOfWindows || (canDoWithout.some(isMissing) && !started.needsBefore.some(isMissing));
    return { ...started, script, isDirect };
  }
  return undefined;
}

/** Empty where running the main file does the same. */
export function nodeStartCommand(manifest: Manifest | undefined, mainFile: string | undefined): string {
  const start = startOf(manifest);
  if (start === undefined) {
    const server = nodeServer(manifest);
    return server && (server.isFolder || server.makes === mainFile) ? server.command : "";
  }
  const { script, command, isDirect, isAlone } = start;
  const isPlain = isPackageItself(command)
    ? nodeFiles(stringAt(manifest, "main") ?? ".").includes(mainFile ?? "")
    : isDefaultCommand(command, mainFile);
  if (isPlain && (isAlone || isDirect)) return "";
  if (isDirect) return command;
  return script === "start" ? "npm start" : `npm run ${script}`;
}

/** The project serves the web: a framework that it depends on or starts, or a server in its code. */
export function isNodeWeb(manifest: Manifest | undefined, code: string): boolean {
  const needed = startOf(manifest)?.needs ?? [];
  return (
    nodeServer(manifest) !== undefined ||
    nodeFrameworks(manifest, false).some(({ isWeb }) => isWeb) ||
    frameworks.some(({ isWeb, packages: [name = ""] }) => isWeb && needed.includes(name)) ||
    frameworkImport.test(code) ||
    /\b(?:create(?:Secure)?|WebSocket\.?)Server\s{0,20}\(/.test(code)
  );
}

function isPackageItself(command: string): boolean {
  return /^node\s+\.\/?$/.test(command);
}

function exportedFiles(manifest: Manifest | undefined): string[] {
  const exported = objectAt(manifest, "exports");
  const root = exported["."] === undefined ? exported : objectAt(manifest, "exports", ".");
  const ways = ["node", "import", "require", "default"].map((way) => root[way]);
  const programs = Object.values(objectAt(manifest, "bin"));
  const named = [
    stringAt(manifest, "exports"),
    exported["."],
    ...ways,
    stringAt(manifest, "bin"),
    ...programs,
  ];
  return named.flatMap((name) => (typeof name === "string" ? [name.replace(/^\.\//, "")] : []));
}
