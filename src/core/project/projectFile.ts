// hosted-app.json: the settings with which a folder is deployed, read with the place of each mistake and written so
// that comments and format stay. media/hosted-app.schema.json says the same to the editor.
import { applyEdits, findNodeAtLocation, modify, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { NewAppSettings, Runtime } from "../model/model";

/** The name of the file, in the folder that is deployed. */
export const projectFileName = "hosted-app.json";

/** What the file says; all of it is optional. */
export interface ProjectFile {
  readonly name?: string;
  readonly mainFile?: string;
  readonly memoryMB?: number;
  readonly runtimeEnvironment?: Runtime;
  readonly startupCommand?: string;
  readonly exposedViaWeb?: boolean;
  readonly autoRestartEnabled?: boolean;
  /** Id of the team. */
  readonly team?: string;
  /** Id of the app that the folder belongs to. */
  readonly appId?: string;
}

/** What is wrong with the file; features/create/projectFile/projectFileSentences.ts makes the sentence. */
export type ProjectFileMistake =
  | {
      readonly kind: "syntax";
      readonly expected: "value" | "comma" | "colon" | "end" | "name" | "valid text";
    }
  | { readonly kind: "notAnObject" }
  | { readonly kind: "wrongType"; readonly key: string; readonly expected: "text" | "number" | "boolean" }
  | { readonly kind: "empty"; readonly key: string }
  | { readonly kind: "tooLong"; readonly key: string; readonly atMost: number }
  | { readonly kind: "outOfRange"; readonly key: string; readonly least: number; readonly most: number }
  | { readonly kind: "notOneOf"; readonly key: string; readonly values: readonly string[] }
  | { readonly kind: "outside"; readonly key: string }
  /** A key that means nothing, probably mistyped: the only one that does not keep the file from being used. */
  | { readonly kind: "unknownKey"; readonly key: string };

/** A mistake and where it is in the text. */
export interface ProjectFileProblem {
  readonly mistake: ProjectFileMistake;
  readonly offset: number;
  readonly length: number;
}

/** The longest name of an app. */
export const maxNameLength = 100;
/** The most memory that is taken for meant, in MB: the service's own bounds are not known. */
export const maxMemoryMB = 1_048_576;

type Check = (key: string, value: unknown) => ProjectFileMistake | undefined;

const checks: Record<keyof ProjectFile, Check> = {
  name: (key, value) =>
    text(key, value) ?? filled(key, value) ?? (lengthOf(value) > maxNameLength ? tooLong(key) : undefined),
  mainFile: (key, value) =>
    text(key, value) ??
    filled(key, value) ??
    (leadsOut(String(value)) ? { kind: "outside", key } : undefined),
  memoryMB: (key, value) =>
    typeof value !== "number"
      ? { kind: "wrongType", key, expected: "number" }
      : isMemoryMB(value)
        ? undefined
        : { kind: "outOfRange", key, least: 1, most: maxMemoryMB },
  runtimeEnvironment: (key, value) =>
    value === "python" || value === "nodejs"
      ? undefined
      : { kind: "notOneOf", key, values: ["python", "nodejs"] },
  startupCommand: text,
  exposedViaWeb: boolean,
  autoRestartEnabled: boolean,
  team: (key, value) => text(key, value) ?? filled(key, value),
  appId: (key, value) => text(key, value) ?? filled(key, value),
};

/** The file's values, and what is wrong with it; values with a mistake are left out. */
export function parseProjectFile(source: string): {
  readonly file: ProjectFile;
  readonly problems: readonly ProjectFileProblem[];
} {
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: true });
  const problems: ProjectFileProblem[] = errors.map(({ error, offset, length }) => ({
    mistake: { kind: "syntax", expected: expectedAt(error) },
    offset,
    length,
  }));
  if (root?.type !== "object") {
    if (problems.length === 0)
      problems.push({ mistake: { kind: "notAnObject" }, offset: 0, length: source.length });
    return { file: {}, problems };
  }
  const file: Record<string, unknown> = {};
  for (const property of root.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (!keyNode || !valueNode) continue;
    const key = String(keyNode.value);
    const mistake = mistakeOf(key, valueNode);
    if (!mistake) {
      if (Object.hasOwn(checks, key)) file[key] = valueNode.value;
      continue;
    }
    const { offset, length } = mistake.kind === "unknownKey" ? keyNode : valueNode;
    problems.push({ mistake, offset, length });
  }
  return { file, problems };
}

/** Whether the file can be used all the same. */
export function isOnlyWarning({ mistake }: ProjectFileProblem): boolean {
  return mistake.kind === "unknownKey";
}

/** What the file says of the settings of an app to be created. */
export function settingsOfProjectFile(file: ProjectFile): Partial<NewAppSettings> {
  return {
    ...(file.name !== undefined && { name: file.name.trim() }),
    ...(file.mainFile !== undefined && { mainFile: file.mainFile.replace(/^(\.\/)+/, "") }),
    ...(file.memoryMB !== undefined && { memoryMB: file.memoryMB }),
    ...(file.runtimeEnvironment !== undefined && { runtime: file.runtimeEnvironment }),
    ...(file.startupCommand !== undefined && { startupCommand: file.startupCommand }),
    ...(file.exposedViaWeb !== undefined && { exposedViaWeb: file.exposedViaWeb }),
    ...(file.autoRestartEnabled !== undefined && { autoRestart: file.autoRestartEnabled }),
    ...(file.team !== undefined && { teamId: file.team }),
  };
}

/** The reverse: what a file would say of these settings. */
export function projectFileOfSettings(settings: NewAppSettings): ProjectFile {
  return {
    name: settings.name,
    runtimeEnvironment: settings.runtime,
    mainFile: settings.mainFile,
    memoryMB: settings.memoryMB,
    ...(settings.startupCommand !== "" && { startupCommand: settings.startupCommand }),
    exposedViaWeb: settings.exposedViaWeb,
    autoRestartEnabled: settings.autoRestart,
    ...(settings.teamId !== undefined && { team: settings.teamId }),
  };
}

/** The text of a new file. */
export function newProjectFile(file: ProjectFile): string {
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** The text with these values set; everything else, comments too, stays as it is. */
export function changeProjectFile(source: string, changes: ProjectFile): string {
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const indent = /^([ \t]+)"/m.exec(source)?.[1] ?? "  ";
  const formattingOptions = { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length, eol };
  // A new value goes first: after the last one it would come between that and its comment.
  const options = { formattingOptions, getInsertionIndex: () => 0 };
  let changed = source;
  for (const [key, value] of Object.entries(changes)) {
    const root = parseTree(changed);
    if (root && findNodeAtLocation(root, [key])?.value === value) continue;
    changed = applyEdits(changed, modify(changed, [key], value, options));
  }
  return changed;
}

/** Whether it can be the memory of an app. */
export function isMemoryMB(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maxMemoryMB;
}

function mistakeOf(key: string, node: Node): ProjectFileMistake | undefined {
  if (Object.hasOwn(checks, key)) return checks[key as keyof ProjectFile](key, node.value);
  return key === "$schema" ? undefined : { kind: "unknownKey", key };
}

function text(key: string, value: unknown): ProjectFileMistake | undefined {
  return typeof value === "string" ? undefined : { kind: "wrongType", key, expected: "text" };
}

function boolean(key: string, value: unknown): ProjectFileMistake | undefined {
  return typeof value === "boolean" ? undefined : { kind: "wrongType", key, expected: "boolean" };
}

function filled(key: string, value: unknown): ProjectFileMistake | undefined {
  return String(value).trim() === "" ? { kind: "empty", key } : undefined;
}

function lengthOf(value: unknown): number {
  return String(value).trim().length;
}

function tooLong(key: string): ProjectFileMistake {
  return { kind: "tooLong", key, atMost: maxNameLength };
}

function leadsOut(path: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes("..");
}

/** By number: the parser's names are a const enum, which is not there at run time. */
function expectedAt(code: number): (ProjectFileMistake & { kind: "syntax" })["expected"] {
  switch (code) {
    case 3:
      return "name";
    case 4:
      return "value";
    case 5:
      return "colon";
    case 6:
      return "comma";
    case 7:
    case 8:
    case 9:
      return "end";
    default:
      return "valid text";
  }
}
