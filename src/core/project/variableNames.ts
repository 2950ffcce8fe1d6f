// Names of environment variables: which files set them, and which the code reads. Never their values.
import { parseJson } from "../parse";
import { isWithin } from "../paths/appPath";
import { isObject } from "../text/isObject";
import { isTemplateName } from "./secrets";

const mostNames = 200;
const name = "[A-Za-z_][A-Za-z0-9_]{0,99}";

const usualVariableFiles = [
  ...[".env", "src/.env", "config.env", "src/config.env", ".streamlit/secrets.toml", "config.json"],
] as const;
const variableFile =
  /^(?:(?:src\/)?(?:\.env(?:\.[\w-]{1,40}){0,3}|config\.env)|\.streamlit\/secrets\.toml|config\.json|config\/[^/]{1,100}\.local\.\w{1,20})$/;
const settingsFile = /^(.*\bconfig)\/(([^/]{1,100}?)\.(?:json|ya?ml|toml|ini|cfg|conf|env|py|[cm]?[jt]s))$/;
const importsSettings = /["'`./]config["'`]|^[ \t]{0,40}(?:from|import)[ \t]{1,8}config\b(?!\.)/m;
const whileWriting = /(?:^|\/)\.env\.(?:dev\w{0,20}|test\w{0,20}|ci)(?:\.|$)/;

/** The file sets variables that an app may need where it runs; also a file of its package in a workspace. */
export function isVariableFile(path: string, packagePath = ""): boolean {
  const own = inPackage(path, packagePath);
  return variableFile.test(own) && !whileWriting.test(own) && !isTemplateName(own.replace(/^.*\//, ""));
}

function inPackage(path: string, packagePath: string): string {
  return packagePath !== "" && isWithin(packagePath, path) ? path.slice(packagePath.length + 1) : path;
}

/** A folder whose files set what the app needs. */
export function isSettingsFolder(path: string, packagePath = ""): boolean {
  return /^(?:src\/)?config$/.test(inPackage(path, packagePath));
}

export function isSettingsFile(path: string, packagePath = ""): boolean {
  const [, folder = "", name = ""] = settingsFile.exec(path) ?? [];
  return isSettingsFolder(folder, packagePath) && !isTemplateName(name);
}

/** The code names the file, or imports the folder that it is in. */
export function readsSettings(code: string, path: string): boolean {
  const [, , name = path.replace(/^.*\//, ""), stem] = settingsFile.exec(path) ?? [];
  if (code.includes(name) || stem === undefined) return code.includes(name);
  return importsSettings.test(code) || ["/", "."].some((sign) => code.includes(`config${sign}${stem}`));
}

export function usualVariableFilesOf(packagePath: string): string[] {
  const ofPackage = packagePath === "" ? [] : usualVariableFiles.map((path) => `${packagePath}/${path}`);
  return [...ofPackage, ...usualVariableFiles];
}

/** The file sets environment variables, which can also be set on the service. */
export function setsEnvironment(path: string): boolean {
  return path.endsWith(".env") || /(?:^|\/)\.env\./.test(path);
}

/** The names at the top of a file of any of these kinds. */
export function namesInVariableFile(path: string, text: string): string[] {
  const said = path.endsWith(".json") ? parseJson(text) : undefined;
  return isObject(said) ? unique(Object.keys(said).filter(isName)) : namesInEnv(text);
}

function isName(text: string): boolean {
  return new RegExp(`^${name}$`).test(text);
}

export function namesInEnv(text: string): string[] {
  const line = new RegExp(`^[ \\t]{0,40}(?:export[ \\t]{1,8})?(${name})[ \\t]{0,20}[=:]`, "gm");
  return unique([...text.matchAll(line)].map((match) => match[1] ?? ""));
}

/** Variables that every machine has, or the service sets itself. */
const usual =
  /^(?:PORT|HOST|HOSTNAME|HOME|PATH|PWD|USER|USERNAME|SHELL|LANG|TZ|TEMP|TMP|TMPDIR|CI|DEBUG|NODE_ENV|NODE_OPTIONS|PYTHON\w{0,40}|FLASK_\w{0,40}|npm_\w{0,80}|LOG_LEVEL|VIRTUAL_ENV)$/;

/** The names that code cannot do without: one with a value to fall back on is not among them. */
export function namesInCode(path: string, text: string): string[] {
  const found = /\.py$/.test(path) ? inPython(text) : /\.[cm]?[jt]sx?$/.test(path) ? inJavaScript(text) : [];
  return unique(found.filter((each) => !usual.test(each)));
}

/** Those of the names that are variables of the app itself. */
export function neededNames(names: readonly string[]): string[] {
  return unique(names.filter((each) => isName(each) && !usual.test(each)));
}

function inPython(text: string): string[] {
  const indexed = new RegExp(
    `\\b(?:os\\.)?environ\\[[ \\t]{0,8}["'](${name})["'][ \\t]{0,8}\\](?![ \\t]{0,8}=[^=])`,
    "g",
  );
  // A second argument or a following "or" is a fallback: the variable is optional.
  const asked = new RegExp(
    `\\b(?:os\\.)?(?:getenv|environ\\.get)\\([ \\t]{0,8}["'](${name})["'][ \\t]{0,8}\\)(?![ \\t]{0,8}or\\b)`,
    "g",
  );
  return namesOf(text, indexed, asked);
}

function inJavaScript(text: string): string[] {
  const fallback = "(?![ \\t]{0,8}(?:\\|\\||\\?\\?|\\?[^.]|=[^=]|[A-Za-z0-9_]))";
  const dotted = new RegExp(`\\bprocess\\.env\\.(${name})\\b${fallback}`, "g");
  const indexed = new RegExp(
    `\\bprocess\\.env\\[[ \\t]{0,8}["'\`](${name})["'\`][ \\t]{0,8}\\]${fallback}`,
    "g",
  );
  const taken = [...text.matchAll(/\{([^{}]{1,500})\}[ \t]{0,8}=[ \t]{0,8}process\.env\b(?!\.)/g)].flatMap(
    (match) =>
      (match[1] ?? "")
        .split(",")
        .filter((part) => !part.includes("="))
        .map((part) => new RegExp(`^\\s{0,40}(${name})`).exec(part)?.[1] ?? ""),
  );
  return [...namesOf(text, dotted, indexed), ...taken];
}

function namesOf(text: string, ...patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names.filter((each) => each !== ""))].slice(0, mostNames).sort();
}
