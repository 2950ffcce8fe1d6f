// hosted-app.json: the settings with which a folder is deployed, read with the place of each mistake and written so
// that comments and format stay. media/hosted-app.schema.json says the same to the editor.
import { applyEdits, findNodeAtLocation, modify, type ParseError, parseTree } from "jsonc-parser";
import type { NewAppSettings } from "../model/model";
import { longestSettingsText, readSettingsJson, type SettingsTextProblem } from "../settings/settingsJson";
import { type KeyedSettings, keyedSettings, type SettingRow, settingsTable } from "../settings/settingsTable";
import { type ProjectTarget, readTargets } from "./projectTargets";

export { projectFileName } from "./projectFileName";

export interface ProjectFile extends KeyedSettings {
  readonly appId?: string;
  readonly preDeployTask?: string;
}

const rows: Readonly<Record<keyof ProjectFile, SettingRow>> = {
  ...settingsTable,
  appId: { type: { kind: "text", isFilled: true } },
  preDeployTask: { type: { kind: "text", isFilled: true, maxLength: 200 } },
};

/** Read separately; the first names the schema for editors that do not know the file. */
const otherKeys = new Set(["$schema", "targets"]);

/** Valid values, and the mistakes. A value with a mistake is left out. */
export function parseProjectFile(source: string): {
  readonly file: ProjectFile;
  readonly targets: readonly ProjectTarget[];
  readonly problems: readonly SettingsTextProblem[];
} {
  const { values, problems } = readSettingsJson(source, rows);
  const { targets, problems: ofTargets } = readTargets(source);
  const known = problems.filter(
    ({ mistake }) => mistake.kind !== "unknownKey" || !otherKeys.has(mistake.key),
  );
  return { file: values as ProjectFile, targets, problems: [...known, ...ofTargets] };
}

/** The file can be used all the same: its mistake is an unknown key, probably mistyped. */
export function isOnlyWarning({ mistake }: SettingsTextProblem): boolean {
  return mistake.kind === "unknownKey";
}

/** The file for these settings. An empty start command is written only where one would be found in the folder. */
export function projectFileOfSettings(settings: NewAppSettings, foundCommand = ""): ProjectFile {
  const { startupCommand, ...rest } = settings;
  return keyedSettings(startupCommand === "" && foundCommand === "" ? rest : settings);
}

export function newProjectFile(file: ProjectFile): string {
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** The text with these values set; everything else, comments too, stays. A text that is no object is not changed. */
export function changeProjectFile(source: string, changes: ProjectFile): string {
  return changeJson(
    source,
    Object.entries(changes).map(([key, value]) => [[key], value]),
  );
}

/** A package.json with these packages among those that the service installs, not among those for development. */
export function withPackages(source: string, packages: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(packages);
  const root = parseTree(source);
  const developers = root && findNodeAtLocation(root, ["devDependencies"])?.children;
  const isEmptied = developers?.every(({ children: [key] = [] }) => names.includes(key?.value)) ?? false;
  return changeJson(source, [
    ...names.map((name) => [["dependencies", name], packages[name]] as const),
    ...names.map((name) => [["devDependencies", ...(isEmptied ? [] : [name])], undefined] as const),
  ]);
}

function changeJson(source: string, changes: readonly (readonly [readonly string[], unknown])[]): string {
  if (source.trim() !== "" && !isObjectText(source)) return source;
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const indent = /^([ \t]{1,20})"/m.exec(source)?.[1] ?? "  ";
  const formattingOptions = { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length, eol };
  let changed = source;
  for (const [place, value] of changes) {
    const root = parseTree(changed);
    const find = (path: readonly string[]) => root && findNodeAtLocation(root, [...path]);
    const there = find(place);
    if (value === undefined ? !there : there?.value === value) continue;
    const [list = "", name] = place;
    const isListed = find([list]) !== undefined;
    // A new value goes first: after the last one it would come between that and its comment. npm sorts packages,
    // and adds their list last.
    const getInsertionIndex = (names: readonly string[]): number =>
      name === undefined ? 0 : isListed ? names.filter((each) => each < name).length : names.length;
    const options = { formattingOptions, getInsertionIndex };
    changed = applyEdits(changed, modify(changed, [...place], value, options));
  }
  return changed;
}

/** The text without the app's id; everything else, comments too, stays. A text that is no object is not changed. */
export function withoutAppId(source: string): string {
  const root = isObjectText(source) ? parseTree(source) : undefined;
  const property = root && findNodeAtLocation(root, ["appId"])?.parent;
  if (!property) return source;
  const before = source.slice(0, property.offset);
  const after = source.slice(property.offset + property.length);
  const rest = after.replace(/^\s*,/, "");
  const start = rest === after ? before.replace(/,(\s*)$/, "$1") : before;
  const isOwnLine = /(?:^|\n)[ \t]*$/.test(start) && /^[ \t]*\r?\n/.test(rest);
  return isOwnLine
    ? start.replace(/[ \t]*$/, "") + rest.replace(/^[ \t]*\r?\n/, "")
    : start + rest.replace(/^[ \t]+/, "");
}

function isObjectText(source: string): boolean {
  if (source.length > longestSettingsText) return false;
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: true });
  return errors.length === 0 && root?.type === "object";
}
