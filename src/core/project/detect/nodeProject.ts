// What package.json and the code of a Node.js project tell of how it starts.
import { type Manifest, objectAt, stringAt } from "./projectManifest";
import { isDefaultCommand, nodeFiles, startTarget } from "./startCommands";

export const nodeEntries: readonly string[] = [
  ...["index.js", "server.js", "app.js", "main.js", "bot.js", "index.mjs", "index.cjs"],
  ...["src/index.js", "src/server.js", "src/app.js", "src/main.js", "src/bot.js", "src/index.mjs"],
];

const frameworks = [
  ...["express", "fastify", "koa", "hono", "polka", "restify", "next", "nuxt", "@hapi/hapi", "@nestjs/core"],
  ...["@hono/node-server", "@adonisjs/core", "@sveltejs/kit", "socket.io", "json-server", "h3", "micro"],
];
const frameworkImport = new RegExp(
  `(?:require\\(|\\bfrom|\\bimport)\\s{0,20}\\(?["'](?:${frameworks.map((name) => name.replace("/", "\\/")).join("|")})["']`,
);

/** Whether the package is meant to be run by Node.js, and doesn't only hold the tools of another project. */
export function isNodeApp(manifest: Manifest, paths: readonly string[]): boolean {
  const known = new Set(paths);
  return (
    startScript(manifest) !== undefined ||
    stringAt(manifest, "engines", "node") !== undefined ||
    Object.keys(objectAt(manifest, "dependencies")).length > 0 ||
    nodeFiles(stringAt(manifest, "main")).some((file) => known.has(file)) ||
    nodeEntries.some((file) => known.has(file))
  );
}

/** The package's name without its scope. */
export function packageName(manifest: Manifest | undefined): string | undefined {
  return stringAt(manifest, "name")?.replace(/^@[^/]+\//, "") || undefined;
}

/** Files that could be the main file, likeliest first; they may not exist. */
export function nodeMainFiles(manifest: Manifest | undefined): string[] {
  const named = nodeFiles(stringAt(manifest, "main"));
  const start = startScript(manifest);
  // "node ." runs what `main` names.
  const started =
    start === undefined || /^node\s+\.\/?$/.test(start) ? [] : (startTarget(start)?.files ?? []);
  return [...started, ...named, ...nodeEntries];
}

/** Empty where running the main file does the same. */
export function nodeStartCommand(manifest: Manifest | undefined, mainFile: string | undefined): string {
  const start = startScript(manifest);
  if (start === undefined) return "";
  const isPlain = /^node\s+\.\/?$/.test(start)
    ? nodeFiles(stringAt(manifest, "main") ?? ".").includes(mainFile ?? "")
    : isDefaultCommand(start, mainFile);
  const scripts = objectAt(manifest, "scripts");
  return isPlain && !scripts["prestart"] && !scripts["poststart"] ? "" : "npm start";
}

/** Whether it serves the web: a framework that it depends on, or a server in its code. */
export function isNodeWeb(manifest: Manifest | undefined, code: string): boolean {
  const dependencies = objectAt(manifest, "dependencies");
  return (
    frameworks.some((name) => name in dependencies) ||
    frameworkImport.test(code) ||
    /\bcreate(?:Secure)?Server\s{0,20}\(/.test(code)
  );
}

function startScript(manifest: Manifest | undefined): string | undefined {
  return stringAt(manifest, "scripts", "start")?.trim() || undefined;
}
