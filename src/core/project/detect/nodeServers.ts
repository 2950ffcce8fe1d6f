// Output of a Node.js build: a server and how it starts, or pages for a browser.
import { relativePlace } from "../relativePath";
import { nodeFrameworks, viteOutput } from "./frameworks";
import { type Manifest, objectAt, readManifest, stringAt } from "./projectManifest";

export interface NodeServer {
  readonly makes: string;
  readonly isFolder: boolean;
  /** Command for a project whose start script is missing or is one for development. */
  readonly command: string;
}

/** The framework that the project is built with and whose server it runs. */
export function nodeServer(manifest: Manifest | undefined): NodeServer | undefined {
  const found = nodeFrameworks(manifest, true).find(({ makes, start }) => makes && start);
  if (!found?.makes || !found.start) return undefined;
  const name = packageName(manifest) ?? "app";
  return {
    makes: found.makes.replace("{name}", name).replace(/\/$/, ""),
    isFolder: found.makes.endsWith("/"),
    command: found.start.replace("{name}", name),
  };
}

export function packageName(manifest: Manifest | undefined): string | undefined {
  return stringAt(manifest, "name")?.replace(/^@[^/]+\//, "") || undefined;
}

export function buildScript(manifest: Manifest | undefined): string | undefined {
  const scripts = objectAt(manifest, "scripts");
  return ["build", "compile", "build:prod", "docs:build", "tsc"].find(
    (name) => typeof scripts[name] === "string",
  );
}

export const viteConfigs = ["js", "mjs", "ts", "mts"].map((ending) => `vite.config.${ending}`);

/** The package.json of a folder, together with what its settings of Vite say. */
export function packageIn(folder: string, texts: ReadonlyMap<string, string>): Manifest | undefined {
  const at = folder && `${folder}/`;
  const manifest = readManifest(texts.get(`${at}package.json`), JSON.parse);
  const settings = viteConfigs.map((name) => texts.get(at + name)).find((text) => text !== undefined);
  return manifest && { ...manifest, [viteOutput]: settings && outputOfVite(settings, folder) };
}

/** Relative to the folder; undefined outside of the project. */
function outputOfVite(settings: string, folder: string): string | undefined {
  const own = ownOptions(settings);
  const root = placeAt("root", own);
  const output = placeAt("outDir", own.slice(Math.max(0, own.search(/\bbuild\s{0,4}:/))));
  if (root === undefined && output === undefined) return undefined;
  const from = output?.startsWith("/") ? [] : relativePlace([], root ?? "").names;
  const { levels, names } = relativePlace(from, output ?? "dist");
  const depth = folder === "" ? 0 : folder.split("/").length;
  return levels > depth ? undefined : "../".repeat(levels) + names.join("/");
}

/** Without comments, lists such as the plugins', and objects other than `build`, which may have the same options. */
function ownOptions(settings: string): string {
  const [first = "", ...others] = settings.split("/*");
  let text = first + others.map((part) => part.replace(/^[\s\S]*?\*\//, "")).join(" ");
  text = text.replaceAll(/(?<![:"'`])\/\/.*/g, "");
  for (let depth = 0; depth < 6; depth++)
    text = text.replaceAll(/\[[^[\]]*\]|\b(?!build\b)\w{1,40}["'`]?\s{0,4}:\s{0,4}\{[^{}]*\}/g, "");
  return text;
}

/** A string, or those in `path.join(__dirname, ...)`, each after a "/": so they are not resolved from `root`. */
function placeAt(option: string, settings: string): string | undefined {
  const word = "[\"'`]([\\w./-]{1,100})[\"'`]";
  const joined = `(?:path\\.)?(?:join|resolve)\\(\\s{0,8}(?:__dirname|import\\.meta\\.dirname|process\\.cwd\\(\\))((?:\\s{0,8},\\s{0,8}${word}){1,5})`;
  const [, words, , plain] =
    new RegExp(`\\b${option}\\s{0,4}:\\s{0,4}(?:${joined}|${word})`).exec(settings) ?? [];
  return words?.replaceAll(/["'`\s]/g, "").replaceAll(",", "/") ?? plain;
}

/** The folder of the pages that a project builds which has no server of its own. */
export function builtSite(manifest: Manifest | undefined): string | undefined {
  const command = stringAt(manifest, "scripts", buildScript(manifest) ?? "") ?? "";
  const isServer =
    /^(?!.*\bwebpack\b).*\btsc\b/.test(command) || nodeFrameworks(manifest, false).some(({ isWeb }) => isWeb);
  const row = nodeFrameworks(manifest, true).find(
    ({ pages, mayBuildServer }) => pages && !(mayBuildServer && isServer),
  );
  if (row?.pages === undefined) return undefined;
  const pages = (row.pagesKey && stringAt(manifest, row.pagesKey)) || row.pages;
  const said =
    /\s--(?:out-?dir|dist-dir|output|output-path|dest)[= ](?:\.\/)?([\w./-]{1,100}?)\/?(?:\s|$)/i.exec(
      command,
    )?.[1];
  const source = row.pages.startsWith(".")
    ? /\sbuild\s{1,4}([\w/-]{1,100}?)\/?(?:\s|$)/.exec(command)?.[1]
    : undefined;
  return said ?? (source === undefined ? pages : `${source}/${pages}`);
}
