// What a Dockerfile says of how its program starts: a hint, since the service does not build images.
import { parseJson } from "../../parse";

const longestLine = 2_000;
const mostLines = 2_000;
const imageFolder = /(^|\s)\/(?:usr\/src\/app|usr\/app|opt\/app|app|code|src|bot|workspace)\//g;

const valueOption =
  /^(?:-[rcefit]|--(?:requirement|constraint|editable|find-links|index-url|extra-index-url|target))$/;

export interface Dockerfile {
  /** Of the last stage, with paths relative to the project; undefined when it says none. */
  readonly command: string | undefined;
  readonly exposesPort: boolean;
  /** Python packages that it installs by their names, as requirements. */
  readonly packages: readonly string[];
}

export function readDockerfile(text: string | undefined): Dockerfile {
  const lines = (text ?? "")
    .replaceAll(/\\\r?\n/g, " ")
    .split(/\r?\n/, mostLines)
    .map((line) => line.slice(0, longestLine).trim());
  const stage = lines.slice(lines.findLastIndex((line) => /^FROM\s/i.test(line)) + 1);
  const last = (name: string): string | undefined => {
    const line = stage.findLast((each) => each.toUpperCase().startsWith(`${name} `));
    return line === undefined ? undefined : imageCommand(line.slice(name.length).trim());
  };
  const said = [last("ENTRYPOINT"), last("CMD")].filter((part) => part !== undefined).join(" ");
  return {
    command: said === "" ? undefined : said,
    exposesPort: stage.some((line) => /^EXPOSE\s/i.test(line)),
    packages: lines.filter((line) => /^RUN\s/i.test(line)).flatMap((line) => installed(line.slice(4))),
  };
}

function installed(script: string): string[] {
  return script.split(/&&|;/).flatMap((step) => {
    const [, said] = /^\s*(?:python3?\s+-m\s+)?pip3?\s+install\s(.*)$/.exec(step) ?? [];
    const words = (said ?? "").split(/\s+/).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
    return words.filter(
      (word, at) =>
        /^[A-Za-z0-9][\w.-]{0,100}(?:\[[\w,-]{1,100}\])?(?:[<>=!~]=?[\w.*,<>=!~]{1,100})?$/.test(word) &&
        !/^(?:pip|setuptools|wheel)$/.test(word) &&
        !valueOption.test(words[at - 1] ?? ""),
    );
  });
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
  if (/^(?:\/bin\/)?(?:ba)?sh$/.test(String(shell)) && option === "-c") return String(script ?? "");
  return words.map((word) => (/[\s"'$]/.test(word) ? `"${word.replaceAll('"', '\\"')}"` : word)).join(" ");
}

/** The service gives the port: a number in the image's command is only what to take without one. */
function withGivenPort(command: string): string {
  return command
    .replace(/((?:--port|-p)[= ])(\d{2,5})(?![^\s"'])/, "$1$${PORT:-$2}")
    .replace(/((?:--bind|-b)[= ][\d.[\]:]{0,20}:)(\d{2,5})(?![^\s"'])/, "$1$${PORT:-$2}");
}
