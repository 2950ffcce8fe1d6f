// A requirements.txt made of where else a Python project names its packages.
import { parse as parseToml } from "smol-toml";
import { isObject } from "../../text/isObject";
import { readDockerfile } from "./dockerfile";

/** `from` is the file that names them, `text` what it says; undefined where nothing can be made of it. */
export function requirementsText(from: string, text: string): string | undefined {
  // pip follows the other file itself, and every change of it.
  if (from.endsWith(".txt")) return `-r ${from}\n`;
  if (from === "Dockerfile") return `${readDockerfile(text).packages.join("\n")}\n`;
  const said = from === "Pipfile" || from.endsWith(".toml") ? tomlOf(text) : undefined;
  if (!said) return undefined;
  const lines =
    from === "Pipfile"
      ? ofTable(at(said, "packages"))
      : [
          ...ofList(at(said, "project", "dependencies")),
          ...ofTable(at(said, "tool", "poetry", "dependencies")),
        ];
  return lines.length === 0 ? undefined : `${lines.join("\n")}\n`;
}

function tomlOf(text: string): unknown {
  try {
    return parseToml(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((found, key) => (isObject(found) ? found[key] : undefined), value);
}

function ofList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isLine) : [];
}

function ofTable(value: unknown): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([name]) => name.toLowerCase() !== "python")
    .flatMap(([name, spec]) => requirementOf(name, spec))
    .filter(isLine);
}

/** One line that says one thing. */
function isLine(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9][^\r\n]{0,500}$/.test(value);
}

/** As Pipfile and Poetry have it: a version, or a table; a list of tables for several platforms. */
function requirementOf(name: string, spec: unknown): string[] {
  if (typeof spec === "string") return [`${name}${versionOf(spec)}`];
  if (Array.isArray(spec)) return [name];
  if (!isObject(spec)) return [];
  const { version, extras, git, url, path, optional } = spec;
  // What lies on this machine only, or is asked for by name, is nothing that the app is sure to have.
  if (path !== undefined || optional === true) return [];
  const more = Array.isArray(extras) ? extras.filter((each) => typeof each === "string") : [];
  const named = more.length > 0 ? `${name}[${more.join(",")}]` : name;
  if (typeof git === "string") return [`${named} @ git+${git}${refOf(spec)}`];
  if (typeof url === "string") return [`${named} @ ${url}`];
  return [`${named}${typeof version === "string" ? versionOf(version) : ""}`];
}

function refOf({ rev, ref, tag, branch }: Readonly<Record<string, unknown>>): string {
  const named = [rev, ref, tag, branch].find((each) => typeof each === "string");
  return named === undefined ? "" : `@${named}`;
}

/** Poetry's own signs in those of pip. */
function versionOf(said: string): string {
  return said
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "*")
    .map(partOf)
    .join(",");
}

function partOf(part: string): string {
  const version = part.replace(/^[\^~]=?\s{0,8}/, "");
  const numbers = version.split(".").map((each) => Number.parseInt(each, 10) || 0);
  if (part.startsWith("^")) return `>=${version},<${afterCaret(numbers)}`;
  if (/^~[^=]/.test(part))
    return `>=${version},<${numbers.length > 1 ? `${numbers[0]}.${(numbers[1] ?? 0) + 1}` : (numbers[0] ?? 0) + 1}`;
  return /^\d/.test(part) ? `==${part}` : part;
}

/** The first number that is not zero may not change. */
function afterCaret(numbers: readonly number[]): string {
  const index = Math.max(
    0,
    numbers.findIndex((each) => each > 0),
  );
  return [...numbers.slice(0, index), (numbers[index] ?? 0) + 1].join(".");
}
