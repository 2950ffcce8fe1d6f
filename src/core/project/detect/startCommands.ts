// Understands start commands as people write them in a Procfile or a package.json: what runs in the end, what runs before and
// around it, and which packages that takes.
import type { Runtime } from "../../model/model";
import { isForDevelopment, packageOfProgram, pythonFramework } from "./frameworks";
import type { Manifest } from "./projectManifest";

interface ProcfileEntry {
  readonly process: string;
  readonly command: string;
}

export interface StartedProgram {
  /** The program that keeps running, as a command of its own. */
  readonly command: string;
  readonly bare: string;
  readonly runtime: Runtime | undefined;
  /** Files that the command could run, likeliest first; they may not exist. */
  readonly files: readonly string[];
  readonly needs: readonly string[];
  /** Packages that the commands before it need. */
  readonly needsBefore: readonly string[];
  /** Packages of commands before or around it that can run before the deploy, or not at all. */
  readonly canDoWithout: readonly string[];
  readonly isAlone: boolean;
  /** Not to be started with what starts it: that ends, or also starts a client whose packages nothing installs. */
  readonly isDetached: boolean;
}

type Scripts = Manifest;

const longestCommand = 4_000;
const mostWords = 200;
const mostScripts = 20;
const mostSteps = 20;
const likelyProcesses = ["web", "app", "bot", "api", "server", "main", "start", "worker"];

const word = /(?:[^\s"'&|;]|"(?:\\.|[^"\\])*"|'[^']*')+|&&|\|\||[&|;]/g;
const variable = /^[A-Za-z_]\w*=/;
const builtIn =
  /^(?:\[|cat|chmod|cp|curl|echo|exit|git|ls|mkdir|mv|node|npm|npx|pip3?|pnpm|python[\d.]*|rm|set|sleep|test|true|yarn)$/;
const builder =
  /^(?:babel|biome|chcp|clear|cls|color|copyfiles|cpx|cpy|del|del-cli|esbuild|eslint|husky|jest|mkdirp|mocha|ncc|ncp|pm2|postcss|prettier|rimraf|rollup|sass|shx|swc|tailwindcss|title|tsc|tsc-alias|tsdown|tsup|unbuild|vitest|webpack)(?=\s|$)|\bbuild\b/;
/** Ends at once, or only shows something. */
const aside = /^(?:echo|exit|true|pm2 (?:logs?|save|list|monit))(?=\s|$)/;

const packages = new Map(
  Object.entries({
    ...{ "babel-node": "@babel/node", "cross-env-shell": "cross-env", dotenv: "dotenv-cli" },
    ...{ dotenvx: "@dotenvx/dotenvx", nest: "@nestjs/cli", "pm2-runtime": "pm2", pnpx: "pnpm" },
    ...{ sequelize: "sequelize-cli", tsc: "typescript" },
    ...{ "run-p": "npm-run-all", "run-s": "npm-run-all", "ts-node-esm": "ts-node", tsnd: "ts-node-dev" },
  }),
);
/** Wrappers run the command after their options, and set what it needs: all but those of `withoutWrapper`. */
const wrapper =
  /^(?:cross-env|cross-env-shell|doppler|dotenv|dotenvx|env|env-cmd|exec|infisical|nohup|p?npx|op|time)$/;
const withoutWrapper = /^(?:cross-env|cross-env-shell|env|exec|nohup|p?npx|time)$/;
const interpreter =
  /^(?:node|tsx|ts-node|ts-node-esm|ts-node-dev|tsnd|babel-node|esno|jiti|vite-node|node-dev|nodemon|supervisor|forever|pm2|pm2-runtime|srvx)$/;
const valued =
  /^(?:-[CPcdefinprwx]|--(?:conditions|config|cwd|delay|env-file(?:-if-exists)?|environment|exec|experimental-loader|ext|file|ignore|import|instances|loader|max-memory-restart|max-parallel|name|names|package|prefix|prefix-colors|project|require|signal|tsconfig))$/;
const valuedOf: Readonly<Record<string, RegExp>> = {
  concurrently: /^(?:-[nclmps]|--(?:names|prefix|prefix-colors|max-processes|success|restart-\w+))$/,
  nodemon: /^(?:-[deiCrwx]|--(?:config|cwd|delay|exec|ext|ignore|require|signal|watch))$/,
  srvx: /^(?:-[sp]|--(?:static|dir|port|host|entry))$/,
  ...{ "npm-run-all": /^--max-parallel$/, "run-p": /^--max-parallel$/, "run-s": /^--max-parallel$/ },
};
/** Options of npm and similar tools that run the scripts of another folder. */
const elsewhere = /^(?:--prefix|--cwd|--filter|--workspaces?|--recursive)(?:=|$)/;
const elsewhereBefore = /^-[CFwr]$/;

/** The entry of a Procfile that an app with one process would run; "release" runs before and is never it. */
export function mainEntry(procfile: string | undefined): ProcfileEntry | undefined {
  const entries = [...(procfile ?? "").matchAll(/^([A-Za-z0-9_-]{1,100}):[ \t]*(\S.*)$/gm)]
    .map(([, process = "", command = ""]) => ({ process, command: command.trimEnd() }))
    .filter(({ process }) => process !== "release");
  const likely = likelyProcess(entries.map(({ process }) => process));
  return entries.find(({ process }) => process === likely) ?? entries[0];
}

/** Chooses, of several processes or services, the one that an app of one process would be. */
export function likelyProcess(names: readonly string[]): string | undefined {
  return likelyProcesses.find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined);
}

/** Finds what the command runs; undefined for an unknown program. `scripts` are those of the package.json beside it. */
export function startTarget(
  command: string,
  scripts: Scripts = {},
): (StartedProgram & { readonly runtime: Runtime }) | undefined {
  const { runtime, ...started } = startedBy(command, scripts);
  return runtime && { runtime, ...started };
}

export function startedBy(command: string, scripts: Scripts): StartedProgram {
  return ofLine(command.slice(0, longestCommand), { scripts, followed: [], left: { scripts: mostScripts } });
}

/** The service runs the main file in the same way without this command. */
export function isDefaultCommand(command: string, mainFile: string | undefined): boolean {
  const target = /^(?:python3?|node)\s+(\S+)$/.exec(command.trim())?.[1]?.replace(/^\.\//, "");
  if (target === undefined || mainFile === undefined) return false;
  return target === mainFile || (command.trim().startsWith("node") && nodeFiles(target).includes(mainFile));
}

export function moduleFiles(module: string): string[] {
  const path = module.replaceAll(".", "/");
  return ["", "src/"].flatMap((folder) =>
    [".py", "/__main__.py", "/__init__.py"].map((ending) => `${folder}${path}${ending}`),
  );
}

/** The command with paths of Windows as a shell of Linux reads them. */
export function withSlashes(command: string): string {
  if (!command.includes("\\")) return command;
  return command.replaceAll(/\S+/g, (each) =>
    /^[\w.][\w.\\/-]{0,400}$/.test(each) ? each.replaceAll("\\", "/") : each,
  );
}

/** The files that Node.js takes a name for. */
export function nodeFiles(name: string | undefined): string[] {
  if (name === undefined) return [];
  const path = withSlashes(name).replace(/^\.\//, "").replace(/\/$/, "");
  return path === "." || path === ""
    ? ["index.js"]
    : [path, `${path}.js`, `${path}.cjs`, `${path}.mjs`, `${path}/index.js`];
}

interface Reading {
  readonly scripts: Scripts;
  /** The scripts that led here: a circle ends. */
  readonly followed: readonly string[];
  /** Number of further scripts to follow in all. */
  readonly left: { scripts: number };
}

const nothing: StartedProgram = {
  ...{ command: "", bare: "", runtime: undefined, files: [], needs: [], needsBefore: [], canDoWithout: [] },
  ...{ isAlone: true, isDetached: false },
};

/** A line for a shell: the last of its commands goes on running. */
function ofLine(line: string, reading: Reading): StartedProgram {
  const parts = withSlashes(line.replaceAll(/\d?>&\d/g, "")).match(word) ?? [];
  const steps: string[][] = [[]];
  for (const part of parts.slice(0, mostWords))
    if (part === "&&" || part === ";") steps.push([]);
    else steps.at(-1)?.push(part);
  while (steps.length > 1 && aside.test(steps.at(-1)?.join(" ") ?? "")) steps.pop();
  let context = "";
  let folder = "";
  const started: StartedProgram[] = [];
  for (const step of steps.filter((words) => words.length > 0).slice(-mostSteps)) {
    const [name = "", path = ""] = step;
    if (name === "cd") folder += `${path.replace(/^\.\//, "").replace(/\/$/, "")}/`;
    if (/^(?:cd|export|source|\.)$/.test(name)) {
      context += `${step.join(" ")} && `;
      continue;
    }
    const found = ofStep(step, folder === "" ? reading : { ...reading, scripts: {}, followed: [] });
    const files = found.files.map((file) => folder + file);
    started.push({ ...found, command: context + found.command, files });
  }
  return inTurn(started);
}

function inTurn(all: readonly StartedProgram[]): StartedProgram {
  const last = all.at(-1);
  if (!last || all.length === 1) return last ?? nothing;
  const before = all.slice(0, -1);
  const ofPrograms = (isBuilder: boolean): string[] =>
    before.flatMap(({ bare, needs }) => (builder.test(bare) === isBuilder ? needs : []));
  return {
    ...last,
    needsBefore: [...ofPrograms(false), ...all.flatMap(({ needsBefore }) => needsBefore)],
    canDoWithout: [...ofPrograms(true), ...all.flatMap(({ canDoWithout }) => canDoWithout)],
    isAlone: false,
  };
}

/** Chooses, of commands that run together, the one that starts the app; `tool` is what runs them. */
function together(all: readonly StartedProgram[], tool: readonly string[]): StartedProgram {
  const isHere = all.some(({ files, command }) => files.length > 0 && !command.startsWith("cd "));
  const isClient = ({ command }: StartedProgram): boolean =>
    isHere && /^cd \W{0,3}(?:client|front)/.test(command);
  const programs = all.filter(
    (each) => each.files.length > 0 && !isForDevelopment(each.bare) && !isClient(each),
  );
  const chosen = programs[0] ?? all.find(({ bare }) => !builder.test(bare)) ?? nothing;
  const others = [...tool, ...all.filter((each) => each !== chosen).flatMap(({ needs }) => needs)];
  return programs.length === 1
    ? {
        ...chosen,
        canDoWithout: [...chosen.canDoWithout, ...others],
        isAlone: false,
        isDetached: all.some(isClient),
      }
    : { ...chosen, needsBefore: [...chosen.needsBefore, ...others], isAlone: false };
}

/** Reads one command, with commands that it is piped into or that run beside it. */
function ofStep(words: readonly string[], reading: Reading): StartedProgram {
  const amid = words.findIndex((each) => /^(?:&|\||\|\|)$/.test(each));
  if (amid < 0) return ofCommand(words, reading);
  const first = ofCommand(words.slice(0, amid), reading);
  const rest = words.slice(amid + 1);
  if (words[amid] === "||" || rest.length === 0) return first;
  if (words[amid] === "&") return together([first, ofStep(rest, reading)], []);
  return { ...first, canDoWithout: [...first.canDoWithout, ...ofStep(rest, reading).needs], isAlone: false };
}

function ofCommand(raw: readonly string[], reading: Reading): StartedProgram {
  const start = raw.findIndex((each) => !variable.test(each));
  if (start < 0) return nothing;
  if (start > 0) {
    const started = ofCommand(raw.slice(start), reading);
    const options = raw.slice(0, start).find((each) => each.startsWith("NODE_OPTIONS=")) ?? "";
    return {
      ...{ ...started, command: [...raw.slice(0, start), started.command].join(" ") },
      needs: [...started.needs, ...loadedBy(options.replaceAll(/["']/g, "").split(/[\s=]/))],
    };
  }
  const words = raw.map((each) => each.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, "$1$2"));
  const program = words[0]?.split("/").at(-1) ?? "";
  const args = words.slice(1);
  if (/^(?:ba|da|z)?sh$/.test(program) && args[0] === "-c") return ofLine(args[1] ?? "", reading);
  if (/^(?:npm|pnpm|yarn)$/.test(program)) return ofRunner(raw, words, reading);
  if (program === "node" && args[0] === "--run") return ofScript(args[1] ?? "", reading);
  if (/^(?:concurrently|npm-run-all|run-[ps])$/.test(program)) return ofGroup(program, args, reading);
  if (wrapper.test(program)) return ofWrapper(program, raw, reading);
  if (interpreter.test(program)) return ofInterpreter(program, raw, reading);
  const bare = [program, ...raw.slice(1)].join(" ");
  const python = ofPython(program, args);
  if (python) return { ...nothing, bare, command: raw.join(" "), runtime: "python", files: python };
  if (builtIn.test(program)) return { ...nothing, bare, command: bare };
  const runtime = packageOfProgram(program) === undefined ? undefined : "nodejs";
  return { ...nothing, bare, command: `npx ${bare}`, runtime, needs: [named(program)] };
}

function named(program: string): string {
  return packageOfProgram(program) ?? packages.get(program) ?? program;
}

/** npm and similar runners: a script, or a program of a package. */
function ofRunner(raw: readonly string[], words: readonly string[], reading: Reading): StartedProgram {
  const unknown: StartedProgram = { ...nothing, ...{ command: raw.join(" "), bare: words.join(" ") } };
  const asNode = (started: StartedProgram): StartedProgram => ({
    ...started,
    runtime: started.runtime ?? "nodejs",
  });
  const verb = words.findIndex((each, index) => index > 0 && !each.startsWith("-"));
  const name = words[verb] ?? "";
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  // Programs under other verbs have options of the same letters.
  const runner = /^(?:run|run-script|start)$/.test(name) ? own : words.slice(0, verb);
  const isElsewhere = runner.some((each, at) => elsewhereBefore.test(each) && (at < verb || each !== "-r"));
  if (isElsewhere || own.some((each) => elsewhere.test(each)) || words[1] === "workspace")
    return asNode(unknown);
  if (/^(?:run|run-script)$/.test(name))
    return ofScript(words.slice(verb + 1).find((each) => !each.startsWith("-")) ?? "", reading);
  if (name === "start" || (words[0] !== "npm" && name in reading.scripts)) return ofScript(name, reading);
  const rest = raw.slice(verb + (/^(?:exec|dlx|x)$/.test(name) ? 1 : 0)).filter((each) => each !== "--");
  const isProgram = verb > 0 && (words[0] !== "npm" || name === "exec" || name === "x");
  return asNode(isProgram && !/^(?:add|i|install)$/.test(name) ? ofCommand(rest, reading) : unknown);
}

/** Reads a script with what runs before and after it, as npm has it. */
function ofScript(name: string, { scripts, followed, left }: Reading): StartedProgram {
  const command = `npm run ${name}`;
  if (typeof scripts[name] !== "string" || followed.includes(name) || left.scripts-- <= 0) {
    const files = name === "start" && followed.length === 0 ? ["server.js"] : [];
    return { ...nothing, command, bare: command, runtime: "nodejs", files };
  }
  const reading = { scripts, followed: [...followed, name], left };
  const lines = [scripts[`pre${name}`], scripts[name]].filter((each) => typeof each === "string");
  const started = inTurn(lines.map((line) => ofLine(line.slice(0, longestCommand), reading)));
  return {
    ...started,
    runtime: started.runtime ?? "nodejs",
    isAlone: started.isAlone && scripts[`post${name}`] === undefined,
  };
}

function ofGroup(program: string, args: readonly string[], reading: Reading): StartedProgram {
  const isScripts = program !== "concurrently";
  const split = args.findIndex((each) => /^(?:-p|--parallel)$/.test(each));
  const isTogether = !isScripts || program === "run-p" || split >= 0;
  const inOrder = program === "run-s" || !isTogether ? args : args.slice(0, Math.max(0, split));
  const beside = isTogether ? args.slice(isScripts ? split + 1 : 0) : [];
  const all = (some: readonly string[]): StartedProgram[] =>
    withoutOptions(some, valuedOf[program]).flatMap((each) => {
      const script = isScripts ? each.split(" ")[0] : /^(?:npm|yarn|pnpm):(\S+)/.exec(each)?.[1];
      if (script === undefined) return [ofLine(each, reading)];
      const prefix = script.replace(/\*+$/, "");
      const isOne = script === prefix || reading.left.scripts-- <= 0;
      const names = isOne ? [script] : Object.keys(reading.scripts).filter((name) => name.startsWith(prefix));
      return names.slice(0, mostScripts).map((name) => ofScript(name, reading));
    });
  const last = isTogether ? [together(all(beside), [named(program)])] : [];
  const started = inTurn([...all(inOrder), ...last]);
  const tool = isTogether ? [] : [named(program)];
  return { ...started, canDoWithout: [...tool, ...started.canDoWithout], isAlone: false };
}

/** A command that another program runs after it has set something. */
function ofWrapper(program: string, raw: readonly string[], reading: Reading): StartedProgram {
  const options = raw[1] === "run" ? 2 : 1;
  const rest = options + optionCount(raw.slice(options));
  const started = ofCommand(raw.slice(rest), reading);
  if (program === "npx") return { ...started, runtime: started.runtime ?? "nodejs" };
  const tool = /^(?:env|exec|nohup|time)$/.test(program) ? [] : [named(program)];
  return withoutWrapper.test(program)
    ? { ...started, canDoWithout: [...tool, ...started.canDoWithout] }
    : {
        ...{ ...started, command: [...raw.slice(0, rest), started.command].join(" ") },
        needs: [...tool, ...started.needs],
      };
}

function optionCount(words: readonly string[]): number {
  let count = 0;
  while (words[count]?.startsWith("-")) {
    if (words[count] === "--") return count + 1;
    count += valued.test(words[count] ?? "") ? 2 : 1;
  }
  return count;
}

function withoutOptions(words: readonly string[], withValue = valued): string[] {
  return words.filter(
    (each, index) => !each.startsWith("-") && !(index > 0 && withValue.test(words[index - 1] ?? "")),
  );
}

/** Reads a program that runs a file, and may keep it running. */
function ofInterpreter(program: string, raw: readonly string[], reading: Reading): StartedProgram {
  const words = raw.map((each) => each.replaceAll(/["']/g, ""));
  const isKeeper = /^(?:pm2|pm2-runtime|forever)$/.test(program);
  const isStart = isKeeper && /^(?:start|restart|startOrRestart|reload)$/.test(words[1] ?? "");
  const args = words.slice(isStart ? 2 : 1);
  const bare = [program, ...raw.slice(1)].join(" ");
  const [first, ...others] = withoutOptions(
    /^(?:watch|start)$/.test(args[0] ?? "") && !isKeeper ? args.slice(1) : args,
    valuedOf[program],
  );
  const tool = program === "node" ? [] : [named(program)];
  const executed = args[args.findIndex((each) => /^(?:-x|--exec)$/.test(each)) + 1];
  if (program === "nodemon" && executed !== args[0]) {
    const inner = ofLine([executed, first, ...others].join(" "), reading);
    return { ...inner, bare, command: `npx ${bare}`, needs: [...tool, ...inner.needs] };
  }
  if (isKeeper) {
    const isDetached = isStart && program !== "pm2-runtime" && !args.includes("--no-daemon");
    const isConfig = first === undefined || /\.(?:json|ya?ml)$|\.config\.[cm]?js$/.test(first);
    if (isConfig) return { ...nothing, bare, command: `npx ${bare}`, runtime: "nodejs", needs: tool };
    const passed = args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
    const runner = first.endsWith(".py") ? "python" : "node";
    const line = /\s/.test(first) || builtIn.test(first) ? first : `${runner} ${first}`;
    const inner = ofLine([line, ...passed].join(" "), reading);
    return { ...inner, canDoWithout: [...tool, ...inner.canDoWithout], isDetached };
  }
  const isNamed = first !== undefined && !/^\.\/?$/.test(first) && !/^(?:-e|--eval|-p)$/.test(args[0] ?? "");
  const typed = program === "node" || /\.\w+$/.test(first ?? "") ? [] : [`${first}.ts`, `${first}/index.ts`];
  const typing = program === "nodemon" && first?.endsWith(".ts") ? ["ts-node"] : [];
  return {
    ...{ ...nothing, bare, runtime: "nodejs", files: isNamed ? [...nodeFiles(first), ...typed] : [] },
    ...{ command: program === "node" ? bare : `npx ${bare}`, needs: [...tool, ...typing, ...loadedBy(args)] },
  };
}

/** Packages that Node.js loads before the program. */
function loadedBy(options: readonly string[]): string[] {
  const words = options.flatMap((each) => each.split("="));
  return words.flatMap((each, index) =>
    /^(?:-r|--require|--import|--loader|--experimental-loader)$/.test(words[index - 1] ?? "") &&
    !/^[./]|:/.test(each)
      ? [each.split("/", each.startsWith("@") ? 2 : 1).join("/")]
      : [],
  );
}

/** The files that a Python program could run; undefined for another program. */
function ofPython(program: string, args: readonly string[]): string[] | undefined {
  if (/^python[\d.]*$/.test(program)) return pythonFiles(args);
  const name = program.replace(/-serve$/, "");
  return pythonFramework((row) => row.packages[0] === name) ? served(args) : undefined;
}

function pythonFiles(words: readonly string[]): string[] {
  const module = words.indexOf("-m");
  const file = words.findIndex((each, at) => !each.startsWith("-") && !/^-[WX]$/.test(words[at - 1] ?? ""));
  if (module >= 0 && module < file) {
    const [name = "", ...rest] = words.slice(module + 1);
    // A module that runs another Python would be followed word by word.
    const server = name.startsWith("python") ? undefined : ofPython(name, rest);
    return server ?? moduleFiles(name);
  }
  return file < 0 ? [] : [(words[file] ?? "").replace(/^\.\//, "")];
}

/** The module of `module:app`, of `module.wsgi`, of `--app module` or of `run file.py`. */
function served(words: readonly string[]): string[] {
  const object = words.find((each) => /^[A-Za-z_][\w.]*(?::[A-Za-z_][\w.]*(?:\(.*)?|\.[aw]sgi)$/.test(each));
  const option = words[words.indexOf("--app") + 1];
  const name = object?.split(":")[0] ?? (words.includes("--app") ? option?.split(":")[0] : undefined);
  if (name !== undefined) return name.endsWith(".py") ? [name] : moduleFiles(name);
  return words.filter((each) => each.endsWith(".py"));
}
