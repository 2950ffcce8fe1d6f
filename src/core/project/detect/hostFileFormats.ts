// Reads the project author's files for other hosts: how the app starts and what it needs. One row for each kind of
// file. Nothing in them is run; each value is only a suggestion, checked like a user's answer.
import { isObject } from "../../text/isObject";
import { imageCommand, imageStart } from "./dockerfile";
import { type Manifest, objectAt, parseToml, stringAt, stringsAt } from "./projectManifest";
import { likelyProcess, mainEntry } from "./startCommands";

/** What a file says of one app or service, not yet checked. */
export interface HostEntry {
  readonly name?: unknown;
  readonly mainFile?: unknown;
  readonly startupCommand?: unknown;
  readonly memoryMB?: unknown;
  readonly runtime?: unknown;
  readonly exposedViaWeb?: unknown;
  readonly autoRestart?: unknown;
  readonly buildCommand?: unknown;
  readonly variables?: readonly string[] | undefined;
  /** Service in the file, where it has several. */
  readonly of?: string | undefined;
  /** Name of one of several services, and its folder in the project, "" for the project itself. */
  readonly service?: string;
  readonly folder?: string | undefined;
}

export type ParseYaml = (text: string) => unknown;

/** What another file than the project's own says of it. */
export interface OuterEntry {
  /** Path of the file, relative to the project, with the service in it. */
  readonly file: string;
  readonly isOfImage?: boolean | undefined;
  readonly read: () => HostEntry;
}

interface Row {
  readonly files: readonly string[];
  /** The command is for an image, which may hold more: it is used only if it runs a file of the project. */
  readonly isOfImage?: boolean;
  /**
   * Of several services, the likeliest comes first. Undefined when the file is about something else; throws when it is
   * no file of this kind.
   */
  readonly read: (text: string, parseYaml: ParseYaml) => HostEntry | readonly HostEntry[] | undefined;
}

const mebibyte = 1024 * 1024;

/** Files that say most about an app come first. */
export const hostFileFormats: readonly Row[] = [
  // https://docs.discloudbot.com: NAME, TYPE (bot or site), MAIN, RAM in MB, START, BUILD, AUTORESTART.
  {
    files: ["discloud.config"],
    read: (text) => {
      const said = keyValues(text);
      const type = said["TYPE"]?.toLowerCase();
      return {
        ...{ name: said["NAME"], mainFile: said["MAIN"], memoryMB: megabytes(said["RAM"]) },
        ...{ startupCommand: said["START"], buildCommand: said["BUILD"] },
        exposedViaWeb: type === "site" ? true : type === "bot" ? false : undefined,
        autoRestart: flag(said["AUTORESTART"]),
      };
    },
  },
  // https://docs.squarecloud.app: an app with a subdomain is a website.
  {
    files: ["squarecloud.app", "squarecloud.config"],
    read: (text) => {
      const said = keyValues(text);
      return {
        ...{ name: said["DISPLAY_NAME"], mainFile: said["MAIN"], memoryMB: megabytes(said["MEMORY"]) },
        ...{ startupCommand: said["START"], autoRestart: flag(said["AUTORESTART"]) },
        exposedViaWeb: said["SUBDOMAIN"] === undefined ? undefined : true,
      };
    },
  },
  {
    files: ["Procfile"],
    read: (text) => {
      const entry = mainEntry(text);
      if (!entry && text.trim() !== "") throw new Error("not a Procfile");
      return entry && { startupCommand: entry.command, exposedViaWeb: isWebProcess(entry.process) };
    },
  },
  // Heroku's; a file of this name is more often one of Expo.
  {
    files: ["app.json"],
    read: (text) => {
      const said = jsonObject(text);
      if (!herokuKeys.some((key) => key in said)) return undefined;
      const formation = objectAt(said, "formation");
      const process = likelyProcess(Object.keys(formation));
      const size = stringAt(formation, process ?? "", "size")?.toLowerCase();
      return {
        name: said["name"],
        memoryMB: valueIn(herokuSizesMB, size),
        variables: Object.keys(objectAt(said, "env")),
        exposedViaWeb: process === undefined ? undefined : isWebProcess(process),
      };
    },
  },
  {
    files: ["render.yaml", "render.yml"],
    read: (text, parseYaml) => {
      const services = objectsIn(objectOf(parseYaml(text))["services"]).filter(
        (each) =>
          ["web", "worker", "pserv"].includes(String(each["type"])) &&
          !["static", "image"].includes(String(each["runtime"] ?? each["env"])),
      );
      const entries = services.map((service) => {
        const runtime = service["runtime"] ?? service["env"];
        return {
          service: stringAt(service, "name") ?? String(service["type"]),
          folder: folderOf(service["rootDir"]),
          ...{ name: service["name"], buildCommand: service["buildCommand"] },
          startupCommand: service["startCommand"] ?? service["dockerCommand"],
          memoryMB: valueIn(renderPlansMB, String(service["plan"]).toLowerCase()),
          runtime: runtime === "node" ? "nodejs" : runtime === "python" ? runtime : undefined,
          exposedViaWeb: service["type"] === "web",
          of: services.length > 1 ? stringAt(service, "name") : undefined,
          variables: objectsIn(service["envVars"]).flatMap((each) => stringAt(each, "key") ?? []),
        };
      });
      return likeliestFirst(entries, ({ exposedViaWeb }) => (exposedViaWeb ? 0 : 1));
    },
  },
  { files: ["railway.json"], read: (text) => railwayEntry(jsonObject(text)) },
  { files: ["railway.toml"], read: (text) => railwayEntry(parseToml(text)) },
  {
    files: ["fly.toml"],
    isOfImage: true,
    read: (text) => {
      const said: Manifest = parseToml(text);
      const [vm = objectAt(said, "vm")] = objectsIn(said["vm"]);
      const processes = objectAt(said, "processes");
      const process = likelyProcess(Object.keys(processes));
      const [policy = stringAt(said, "restart", "policy")] = objectsIn(said["restart"]).map(
        (each) => each["policy"],
      );
      const isServed = said["http_service"] !== undefined || said["services"] !== undefined;
      return {
        name: said["app"],
        startupCommand: imageCommand(processes[process ?? ""] ?? objectAt(said, "experimental")["cmd"]),
        memoryMB: megabytes(vm["memory"] ?? vm["memory_mb"]) ?? flySizeMB(vm["size"]),
        exposedViaWeb: isServed ? true : undefined,
        variables: Object.keys(objectAt(said, "env")),
        autoRestart: valueIn(restartPolicies, String(policy).toLowerCase()) ?? policy,
      };
    },
  },
  {
    files: [".replit"],
    read: (text) => {
      const said: Manifest = parseToml(text);
      const deployment = objectAt(said, "deployment");
      const deployed = imageCommand(deployment["run"]);
      const run = imageCommand(said["run"]);
      const language = stringAt(said, "language") ?? stringsAt(said, "modules").join();
      return {
        mainFile: said["entrypoint"],
        startupCommand: deployed ?? (isForWriting(run) ? undefined : run),
        buildCommand: imageCommand(deployment["build"]),
        runtime: /^python/.test(language) ? "python" : /^node/.test(language) ? "nodejs" : undefined,
        exposedViaWeb: deployment["deploymentTarget"] === "cloudrun" ? true : undefined,
      };
    },
  },
  {
    files: ["js", "cjs", "mjs", "json", "yml", "yaml"].map((ending) => `ecosystem.config.${ending}`),
    read: (text, parseYaml) => {
      const apps = readPm2Apps(text, parseYaml).filter(({ cwd }) => isHere(cwd));
      const [app] = apps;
      return app && { ...pm2Entry(app), of: apps.length > 1 ? stringAt(app, "name") : undefined };
    },
  },
  {
    files: ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"],
    isOfImage: true,
    read: (text, parseYaml) => {
      const services = objectAt(objectOf(parseYaml(text)), "services");
      const own = Object.keys(services).filter((name) => isLasting(name, objectAt(services, name)));
      const entries = own.map((name) => {
        const service = objectAt(services, name);
        const command = imageStart(service["entrypoint"], service["command"]);
        const { restart } = service;
        const limits = objectAt(service, "deploy", "resources", "limits");
        return {
          ...{ service: name, folder: serviceFolder(service) },
          startupCommand: command === "" || isForWriting(command) ? undefined : command,
          memoryMB: megabytes(limits["memory"] ?? service["mem_limit"], 1),
          exposedViaWeb: isPublished(service) ? true : undefined,
          autoRestart: valueIn(restartPolicies, String(restart).replace(/:\d+$/, "")) ?? restart,
          of: Object.keys(services).length > 1 ? name : undefined,
          variables: [
            ...stringsAt(service, "environment").map((each) => each.replace(/=.*/s, "")),
            ...Object.keys(objectAt(service, "environment")),
          ],
        };
      });
      const likely = likelyProcess(own);
      return likeliestFirst(entries, ({ service, exposedViaWeb }) =>
        service === likely ? 0 : exposedViaWeb ? 1 : 2,
      );
    },
  },
  {
    // Files and memory in vercel.json are about single functions.
    files: ["vercel.json"],
    read: (text) => {
      const said = jsonObject(text);
      return { name: said["name"], buildCommand: said["buildCommand"], exposedViaWeb: true };
    },
  },
];

/** Sizes of a Heroku dyno: https://devcenter.heroku.com/articles/dyno-sizes. */
const herokuSizesMB: Readonly<Record<string, number>> = {
  ...{ free: 512, eco: 512, hobby: 512, basic: 512, "standard-1x": 512, "standard-2x": 1_024 },
  ...{ "performance-m": 2_560, "performance-l": 14_336 },
};
const herokuKeys = ["formation", "buildpacks", "addons", "stack", "success_url", "repository", "env"];
/** https://render.com/docs/blueprint-spec#plan. */
const renderPlansMB: Readonly<Record<string, number>> = {
  ...{ free: 512, starter: 512, standard: 2_048, pro: 4_096, "pro plus": 8_192, "pro max": 16_384 },
};

/** "shared-cpu-2x": 256 MB for each processor, 2 GB where it is not shared. */
function flySizeMB(size: unknown): number | undefined {
  const [, kind, count] = /^(shared-cpu|performance)-(\d{1,2})x$/.exec(String(size)) ?? [];
  return kind === undefined ? undefined : Number(count) * (kind === "performance" ? 2_048 : 256);
}

const restartPolicies: Readonly<Record<string, boolean>> = {
  ...{ always: true, "unless-stopped": true, "on-failure": true, on_failure: true, "on-fail": true },
  ...{ never: false, no: false, false: false },
};

function valueIn<T>(table: Readonly<Record<string, T>>, name = ""): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function railwayEntry(said: Manifest): HostEntry {
  const deploy = objectAt(said, "deploy");
  const policy = deploy["restartPolicyType"];
  return {
    startupCommand: deploy["startCommand"],
    buildCommand: objectAt(said, "build")["buildCommand"],
    memoryMB: megabytes(objectAt(deploy, "limitOverride", "containers")["memoryBytes"], 1),
    exposedViaWeb: deploy["healthcheckPath"] === undefined ? undefined : true,
    autoRestart: valueIn(restartPolicies, String(policy).toLowerCase()) ?? policy,
  };
}

/** `script` is a file, or a program with its arguments. */
function pm2Entry(app: Manifest): HostEntry {
  const { script, args, interpreter, node_args: before = app["interpreter_args"] } = app;
  const wordsOf = (value: unknown): string =>
    Array.isArray(value) ? value.map(String).join(" ") : String(value ?? "");
  const isFile = /[./\\]/.test(String(script));
  const usual = /\.py$/.test(String(script)) ? "python" : "node";
  const program = typeof interpreter === "string" && !interpreter.includes(usual) ? interpreter : usual;
  const rest = [wordsOf(before), String(script).replace(/^\.\//, ""), wordsOf(args)].filter(
    (each) => each !== "",
  );
  const isPlain = program === usual && rest.length === 1;
  const command = [...(isFile && program !== "none" ? [program] : []), ...rest].join(" ");
  return {
    name: app["name"],
    mainFile: isFile ? script : undefined,
    startupCommand: script === undefined || (isFile && isPlain) ? undefined : command,
    memoryMB: megabytes(app["max_memory_restart"], 1),
    autoRestart: app["autorestart"],
    variables: ["env", "env_production"].flatMap((key) => Object.keys(objectAt(app, key))),
  };
}

/** The folder that it is built from, or that an image of Python or Node.js runs it in. */
function serviceFolder(service: Manifest): string | undefined {
  const { build, image, working_dir: folder } = service;
  if (build !== undefined && build !== null) return folderOf(isObject(build) ? build["context"] : build);
  const isOurs = /^(?:[\w.-]{1,80}\/){0,3}(?:python|node)(?::|$)/.test(String(image));
  if (!isOurs || service["command"] === undefined) return undefined;
  // Elsewhere in the image, the command would name files of that folder.
  const mounts = stringsAt(service, "volumes").map((each) => /^(\.[^:]*):([^:]+)/.exec(each) ?? []);
  const [, mounted] = mounts.find(([, , target]) => target === folder) ?? [];
  return folder === undefined ? "" : mounted && folderOf(mounted);
}

/** The service does not end when its work is done, as tests do. */
function isLasting(name: string, service: Manifest): boolean {
  const last = imageStart(service["entrypoint"], service["command"]).split(/&&|;/).at(-1);
  return (
    !/(?:^|[-_])(?:migrat\w{0,10}|tests?|e2e|seed\w{0,5}|lint|init|pre-?start)(?:$|[-_])/.test(name) &&
    !/\b(?:migrat\w{0,10}|alembic|pytest|unittest|jest|vitest|mocha|seed|(?:run|npm|yarn|pnpm) test)\b/.test(
      last ?? "",
    )
  );
}

/** Services in the project folder come first; services outside of it are left out. */
function likeliestFirst(entries: readonly HostEntry[], rankOf: (entry: HostEntry) => number): HostEntry[] {
  const rank = (entry: HostEntry): number => (entry.folder === "" ? 0 : 3) + rankOf(entry);
  return entries.filter(({ folder }) => folder !== undefined).sort((a, b) => rank(a) - rank(b));
}

/** Undefined for one outside of the project. */
function folderOf(path: unknown): string | undefined {
  if (isHere(path)) return "";
  const [, folder] =
    /^(?:\.\/)?((?:[\w@-][\w.@-]{0,100}\/){0,5}[\w@-][\w.@-]{0,100})\/?$/.exec(String(path)) ?? [];
  return folder;
}

function isPublished({ ports }: Manifest): boolean {
  return Array.isArray(ports) && ports.length > 0;
}

function isWebProcess(process: string): boolean | undefined {
  return process === "web" ? true : process === "worker" || process === "bot" ? false : undefined;
}

function isHere(path: unknown): boolean {
  return path === undefined || path === null || /^(?:\.\/?|\/|__dirname)?$/.test(String(path).trim());
}

function isForWriting(command: string | undefined): boolean {
  return /\b(?:dev|develop|watch|nodemon|runserver)\b|--(?:reload|watch|debug)\b/.test(command ?? "");
}

/** Lines such as MAIN=index.js, as text; an empty value is none. */
function keyValues(text: string): Readonly<Record<string, string | undefined>> {
  const lines = text.matchAll(/^[ \t]{0,40}([A-Za-z_]{1,40})[ \t]{0,40}=([^\r\n]*)/gm);
  const said = [...lines].map(
    ([, key = "", value = ""]) => [key.toUpperCase(), unquoted(value.trim())] as const,
  );
  if (said.length === 0 && text.trim() !== "") throw new Error("no lines of settings");
  return Object.fromEntries(said.filter(([, value]) => value !== ""));
}

function unquoted(value: string): string {
  const [, inner] = /^(["'])(.*)\1$/.exec(value)?.slice(1) ?? [];
  return (inner ?? value.replace(/(?:^|\s)#.*$/, "")).trim();
}

/** Other words are returned unchanged: the check reports them. */
function flag(said: string | undefined): boolean | string | undefined {
  return /^(?:true|yes|on|1)$/i.test(said ?? "")
    ? true
    : /^(?:false|no|off|0)$/i.test(said ?? "")
      ? false
      : said;
}

/** Converts "512", "512MB" or "1g" to MB; other values are returned unchanged: the check reports them. */
function megabytes(said: unknown, unitBytes = mebibyte): unknown {
  const [, number, prefix = ""] =
    /^\s{0,9}(\d{1,15}(?:\.\d{1,3})?)\s{0,9}([kmgt]?)(?:i?b)?\s{0,9}$/i.exec(String(said)) ?? [];
  if (number === undefined) return said;
  const bytes = prefix === "" ? unitBytes : 1_024 ** " kmgt".indexOf(prefix.toLowerCase());
  return Math.ceil((Number(number) * bytes) / mebibyte);
}

function jsonObject(text: string): Manifest {
  return objectOf(JSON.parse(text));
}

function objectOf(value: unknown): Manifest {
  if (isObject(value)) return value;
  throw new Error("not an object");
}

function objectsIn(value: unknown): Manifest[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const pm2File = "ecosystem.config.";
const literalStart = /(?:module\.exports\s{0,20}=|export\s{1,20}default\b)[^{[]{0,200}(?=[{[])/;
const pieces =
  /"(?:\\.|[^"\\\n]){0,2000}"|'(?:\\.|[^'\\\n]){0,2000}'|`[^`$]{0,2000}`|\/\/[^\n]*|\/\*|[{}[\]]/g;

/** The YAML in a file: a literal of JavaScript is read as that, too. Undefined for another kind of file. */
export function yamlOf(file: string, text: string): string | undefined {
  const own = text.replace(/^\uFEFF/, "");
  if (/^(?:render|(?:docker-)?compose)\.ya?ml$/.test(file)) return own;
  const start = file.startsWith(pm2File) ? literalStart.exec(own) : undefined;
  if (start) return literalIn(own.slice(start.index + start[0].length));
  return start === null ? own : undefined;
}

/** The settings of each app of pm2, whose configuration is mostly a program: it is read as text. Throws for more than a literal. */
function readPm2Apps(text: string, parseYaml: ParseYaml): Manifest[] {
  const said = parseYaml(yamlOf(pm2File, text) ?? text);
  const apps = isObject(said) && said["apps"] !== undefined ? said["apps"] : said;
  const all = (Array.isArray(apps) ? apps : [apps]).filter(isObject);
  if (all.length === 0) throw new Error("no apps");
  return all;
}

/** The literal at the start of the text, as YAML: keys need no quotes, and a call becomes a text. */
function literalIn(text: string): string {
  let [literal, depth, end] = ["", 0, 0];
  const next = new RegExp(pieces);
  for (let found = next.exec(text); found; found = next.exec(text)) {
    const [piece] = found;
    // What is computed is no setting: another key takes it.
    const between = text
      .slice(end, found.index)
      .replaceAll(/\b(?:name|script)(?=\s{0,8}:\s{0,8}[A-Za-z_$])/g, "_$&");
    literal += between.replaceAll(":", ": ");
    if (piece === "/*") next.lastIndex = text.indexOf("*/", next.lastIndex) + 2;
    end = next.lastIndex;
    if (end < found.index) break;
    if (/^["'`]/.test(piece)) literal += JSON.stringify(piece.slice(1, -1).replace(/\\(.)/g, "$1"));
    else if (!piece.startsWith("/")) literal += piece;
    if (piece === "{" || piece === "[") depth++;
    else if ((piece === "}" || piece === "]") && --depth === 0) break;
  }
  return literal.replaceAll("\t", " ");
}
