// Reads how a Dockerfile starts its program: a hint, since the service does not build images.
import type { Runtime } from "../../model/model";
import { parseJson } from "../../parse";
import { startedBy } from "./startCommands";

const longestLine = 2_000;
const mostLines = 2_000;
const imageFolder =
  /(^|\s)\/(?:usr\/src\/(?:app|bot)|usr\/app|opt\/app|home\/[\w-]{1,40}(?:\/(?:app|bot|code))?|app|code|src|bot|workspace)\//g;

const buildScript =
  /(?:^|\s|&&|;)(?:npm run|yarn(?: run)?|pnpm(?: run)?)\s{1,8}((?:[\w.-]{1,40}:)?(?:build|compile)[\w:.-]{0,40})(?:\s|;|$)/;
const fromStage =
  /^COPY\s(?=.{0,200}--from=)(?:\s{0,8}--\S{1,200}){1,4}\s{1,8}\/(?:usr\/(?:src\/)?|opt\/)?[\w.-]{1,40}\/((?:[\w.-]{1,40}\/){0,2}(?:dist|build|out|public))\/?\s/i;
/** Programs in an image that run the command after them. */
const beforeCommand = /^(?:\S{0,200}\/)?(?:tini|dumb-init)(?:\s{1,8}-{1,2}\w{0,20}){0,4}\s{1,8}(?=\S)/;
const runner =
  /(?<=^|(?:&&|;)\s{0,8})(?:poetry|uv|pipenv|pdm)\s{1,8}run\s{1,8}(?:--(?:frozen|locked|no-dev|no-sync)\s{1,8}){0,4}(?!-)(\S{1,400}\.py(?=\s|$))?/g;
const entryScript = /^\S{1,200}\.sh$/;

/** Not for the app where it runs, or not in its folder. */
const elsewhere = /^(?:-D|--save-dev|--dev|--only-dev|--prefix|-C|-w|--workspace)(?:=|$)/;
const buildOrTestTool =
  /^(?:build|debugpy|hatch|pdm|pip|pip-tools|pipenv|poetry|pytest|setuptools|uv|virtualenv|wheel)(?![\w.-])/i;
const valueOption =
  /^(?:-[rcefit]|--(?:requirement|constraint|editable|find-links|index-url|extra-index-url|target))$/;

export interface Dockerfile {
  /** Command of the last stage, with paths relative to the project; undefined without one. */
  readonly command: string | undefined;
  readonly exposesPort: boolean;
  /** Packages that it installs by their names: requirements of pip, and names of npm with their versions. */
  readonly packages: Readonly<Record<Runtime, readonly string[]>>;
  /** The script of package.json that it builds with. */
  readonly buildScript: string | undefined;
  /** Folders that another stage has built, relative to the project. */
  readonly built: readonly string[];
}

export function readDockerfile(texts: ReadonlyMap<string, string>): Dockerfile {
  const lines = (texts.get("Dockerfile") ?? "")
    .replaceAll(/\\\r?\n/g, " ")
    .split(/\r?\n/, mostLines)
    .map((line) => line.slice(0, longestLine).trim());
  const stage = lines.slice(lines.findLastIndex((line) => /^FROM\s/i.test(line)) + 1);
  const last = (name: string): string | undefined =>
    stage
      .findLast((each) => each.toUpperCase().startsWith(`${name} `))
      ?.slice(name.length)
      .trim();
  const run = lines.filter((line) => /^RUN\s/i.test(line)).map((line) => line.slice(4));
  const start = imageStart(last("ENTRYPOINT"), last("CMD"));
  const command = lastCommand(start, texts) ?? start;
  const folder = startFolder(stage, `${last("ENTRYPOINT")} ${last("CMD")}`);
  const said = folder === undefined || command === "" ? command : `cd ${folder} && ${command}`;
  return {
    command: said === "" ? undefined : said,
    buildScript: run.flatMap((line) => buildScript.exec(line)?.[1] ?? []).at(-1),
    built: stage.flatMap((line) => fromStage.exec(line)?.[1] ?? []),
    exposesPort: stage.some((line) => /^EXPOSE\s/i.test(line)),
    packages: {
      python: run.flatMap(installedByPip),
      nodejs: run.flatMap((line) => installedByNpm(line, said)),
    },
  };
}

/** The folder of the project where the program starts, unless its command has whole paths. */
function startFolder(stage: readonly string[], command: string): string | undefined {
  const copied = stage.findLastIndex((line) => /^(?:COPY|ADD)\s/i.test(line));
  const folderOf = (lines: readonly string[]): string =>
    lines.flatMap((line) => /^WORKDIR\s{1,8}(\S{1,200}?)\/?$/i.exec(line)?.[1] ?? []).at(-1) ?? "";
  const top = folderOf(stage.slice(0, copied));
  const below = folderOf(stage.slice(copied + 1)).replace(`${top}/`, "");
  const isBelow = top !== "" && /^\w[\w/-]*$/.test(below) && !command.includes(`${top}/`);
  return isBelow ? below : undefined;
}

/** What the script ends with, which is what keeps running; undefined for another command. */
function lastCommand(command: string, texts: ReadonlyMap<string, string>): string | undefined {
  const [, script = ""] = /^(?:\S{0,20}sh\s{1,8})?(?:\.?\/)?([\w-]{1,80}\.sh)$/.exec(command) ?? [];
  const text = texts.get(script)?.replaceAll(/(?:[ \t]{0,8}\\|(&)[ \t]{0,8})\r?\n[ \t]{0,40}/g, "$1 ");
  const line = text?.match(/^[ \t]{0,40}[^#\s].*/gm)?.at(-1);
  return line && imageStart(undefined, line.slice(0, longestLine).trim());
}

function installedByPip(script: string): string[] {
  return script.split(/&&|;/).flatMap((step) => {
    const [, said] = /^\s*(?:python3?\s+-m\s+|uv\s+)?pip3?\s+install\s(.*)$/.exec(step) ?? [];
    const words = (said ?? "").split(/\s+/).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
    return words.filter(
      (word, at) =>
        /^[A-Za-z0-9][\w.-]{0,100}(?:\[[\w,-]{1,100}\])?(?:[<>=!~]=?[\w.*,<>=!~]{1,100})?$/.test(word) &&
        !buildOrTestTool.test(word) &&
        !valueOption.test(words[at - 1] ?? ""),
    );
  });
}

/** Tools for the whole machine count where the command names them. */
function installedByNpm(script: string, command: string): string[] {
  return script.split(/&&|;/).flatMap((step) => {
    const [, said = ""] =
      /^\s*(?:npm\s+(?:install|i|add)|yarn\s+add|pnpm\s+(?:add|install|i))\s(.*)$/.exec(step) ?? [];
    const words = said.split(/\s+/).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
    if (words.some((word) => elsewhere.test(word))) return [];
    const isGlobal = words.some((word) => /^(?:-g|--global|--location=global)$/.test(word));
    return words.filter((word) => {
      const [, name = ""] =
        /^((?:@[\w.-]{1,100}\/)?[a-z0-9][\w.-]{0,100})(?:@[\w.^~<>=*-]{1,60})?$/.exec(word) ?? [];
      return name !== "" && (isGlobal ? name !== "pm2" && command.split(" ").includes(name) : true);
    });
  });
}

/** The command that an image starts, from its entry point and its command. */
export function imageStart(entrypoint: unknown, command: unknown): string {
  const [entry = "", own = ""] = [imageCommand(entrypoint), imageCommand(command)];
  const said = entryScript.test(entry) && own !== "" ? own : `${entry} ${own}`.trim();
  return withoutEnvironment(said.replace(beforeCommand, "").replace(/^exec\s{1,8}/, ""));
}

/**
 * The service installs packages without a virtual environment, has one version of Python, and finds the programs of npm's
 * packages by npx alone.
 */
export function withoutEnvironment(command: string): string {
  const started = startedBy(command, {});
  const hasTools = started.needs.length + started.canDoWithout.length > 0;
  if (started.runtime && started.isAlone && hasTools) return started.command;
  return command
    .replaceAll(/(?<=^|(?:&&|;)\s{0,8})(?:[\w./-]{0,100}\/)?\.?venv\/bin\/(?=\w)/g, "")
    .replaceAll(runner, (_all, file?: string) => (file === undefined ? "" : `python ${file}`))
    .replaceAll(/(?<=^|(?:&&|;)\s{0,8})python3\.\d{1,2}(?=\s)/g, "python");
}

/** A command as files about containers have it: a text or a list of words, with paths in the image. */
export function imageCommand(said: unknown): string | undefined {
  if (typeof said !== "string" && !Array.isArray(said)) return undefined;
  const command = commandOf(Array.isArray(said) ? JSON.stringify(said) : said);
  const own = command.replaceAll(imageFolder, "$1");
  // A shell looks for a name alone among the programs of the machine; a program of Python or Node.js follows its interpreter.
  const isScript = command.startsWith("/") && !/^(?:\/|\S{1,400}\.(?:py|[cm]?js)(?:\s|$))/.test(own);
  return withGivenPort(isScript ? `./${own}` : own);
}

function commandOf(said: string): string {
  const words = said.startsWith("[") ? parseJson(said) : undefined;
  const isList = Array.isArray(words) && words.every((word) => typeof word === "string");
  if (!isList) return said;
  const [shell, option, script] = words;
  if (/^(?:\/bin\/)?(?:ba)?sh$/.test(String(shell)) && /^-l?c$/.test(String(option)))
    return String(script ?? "");
  if (words.length === 1) return String(shell);
  return words.map((word) => (/[\s"'$]/.test(word) ? `"${word.replaceAll('"', '\\"')}"` : word)).join(" ");
}

/** The service sets PORT: a number in the image's command is only a default. */
function withGivenPort(command: string): string {
  return command
    .replace(/((?:--port|-p)[= ])(\d{2,5})(?![^\s"'])/, "$1$${PORT:-$2}")
    .replace(/((?:--bind|-b)[= ][\d.[\]:]{0,20}:)(\d{2,5})(?![^\s"'])/, "$1$${PORT:-$2}");
}
