// What a Dockerfile says of how its program starts: a hint, since the service does not build images.
import { parseJson } from "../../outside/reading";

const longestLine = 2_000;
const mostLines = 2_000;
/** Folders that images have their programs in. */
const imageFolder = /(^|\s)\/(?:usr\/src\/app|usr\/app|opt\/app|app|code|src|bot|workspace)\//g;

export interface Dockerfile {
  /** Of the last stage, with paths relative to the project; undefined when it says none. */
  readonly command: string | undefined;
  readonly exposesPort: boolean;
}

export function readDockerfile(text: string | undefined): Dockerfile {
  const lines = (text ?? "")
    .replaceAll(/\\\r?\n/g, " ")
    .split(/\r?\n/, mostLines)
    .map((line) => line.slice(0, longestLine).trim());
  const stage = lines.slice(lines.findLastIndex((line) => /^FROM\s/i.test(line)) + 1);
  const last = (name: string): string | undefined => {
    const line = stage.findLast((each) => each.toUpperCase().startsWith(`${name} `));
    return line === undefined ? undefined : commandOf(line.slice(name.length).trim());
  };
  const said = [last("ENTRYPOINT"), last("CMD")].filter((part) => part !== undefined).join(" ");
  return {
    command: said === "" ? undefined : withGivenPort(said.replaceAll(imageFolder, "$1")),
    exposesPort: stage.some((line) => /^EXPOSE\s/i.test(line)),
  };
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
    .replace(/((?:--port|-p)[= ])(\d{2,5})(?!\S)/, "$1$${PORT:-$2}")
    .replace(/((?:--bind|-b)[= ][\d.[\]:]{0,20}:)(\d{2,5})(?!\S)/, "$1$${PORT:-$2}");
}
