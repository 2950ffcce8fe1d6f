// Settings from files for other hosts: the first valid value of each, with the file that says it.
import type { NewAppSettings } from "../../model/model";
import { settingMistake } from "../../settings/settingMistake";
import {
  type ChangeableKey,
  type SettingKey,
  type SettingRow,
  settingKeys,
  settingsTable,
} from "../../settings/settingsTable";
import { runtimeOfFile } from "../projectPaths";
import { neededNames } from "../variableNames";
import { type Dockerfile, readDockerfile, withoutEnvironment } from "./dockerfile";
import { type HostEntry, hostFileFormats, type OuterEntry, type ParseYaml } from "./hostFileFormats";
import type { ProjectFinding } from "./projectFinding";
import { type Manifest, objectAt, readManifest } from "./projectManifest";
import { isDefaultCommand, nodeFiles, startTarget, withSlashes } from "./startCommands";

type Settings = Omit<NewAppSettings, "teamId">;

export type NotTaken =
  | { readonly kind: "unreadable" | "tooLarge"; readonly file: string }
  | { readonly kind: "value"; readonly file: string; readonly key: ChangeableKey; readonly said: string }
  /** The file names a main file that is not sent, or that is no program. */
  | { readonly kind: "mainFile"; readonly file: string; readonly path: string };

export interface HostFiles {
  readonly said: Partial<Settings>;
  /** File that says each setting, with the service in it that the setting is for. */
  readonly sources: Readonly<Partial<Record<keyof Settings, string>>>;
  readonly notTaken: readonly NotTaken[];
  /** Main files that are named and not sent: a build may make them, or a rule leaves them out. */
  readonly missingFiles: readonly string[];
  readonly dockerfile: Dockerfile;
  readonly services?: Extract<ProjectFinding, { readonly kind: "services" }>;
  readonly variables: readonly string[];
  /** The script of package.json that builds the started file. */
  readonly buildScript?: string;
}

export const hostFileNames: readonly string[] = hostFileFormats.flatMap(({ files }) => files);

/** More is a script, not a command. */
const longestCommand = 1_000;
const mostSaid = 80;
const mostServices = 20;
/** No app of Python or Node.js runs in less. */
const leastMemoryMB = 64;
const code = /\.(?:py|[cm]?[jt]s)$/;
const ofStart = ["mainFile", "startupCommand", "runtime"] as const;

/** `known` has the files that are sent; a file without its text is left alone, as is one that cannot be read. */
export function readHostFiles(
  known: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
  parseYaml: ParseYaml,
  outer: readonly OuterEntry[] = [],
): HostFiles {
  const scripts = objectAt(readManifest(texts.get("package.json"), JSON.parse), "scripts");
  const dockerfile = readDockerfile(texts);
  const { command: image } = dockerfile;
  const notTaken: NotTaken[] = [];
  let said: Partial<Settings> = {};
  let sources: HostFiles["sources"] = {};
  let buildScript: string | undefined;
  let services: HostFiles["services"];
  let variables: readonly string[] = [];
  const rows = [
    ...outer,
    ...hostFileFormats.flatMap((row) => {
      const file = row.files.find((name) => texts.has(name));
      return file === undefined ? [] : [{ ...row, file }];
    }),
  ];
  for (const { file, read, isOfImage } of rows) {
    let items: readonly HostEntry[] = [];
    try {
      items = [read((texts.get(file) ?? "").replace(/^\uFEFF/, ""), parseYaml) ?? []]
        .flat()
        .slice(0, mostServices);
    } catch {
      notTaken.push({ kind: "unreadable", file });
    }
    const isStarted = said.mainFile !== undefined || said.startupCommand !== undefined;
    const checkedOf = (entry: HostEntry): Checked => {
      const checked = checkedEntry(entry, file, known);
      const { startupCommand: command = "" } = checked.said;
      const isForeign = isOfImage && !startTarget(command, scripts)?.files.some((each) => known.has(each));
      return isForeign ? { ...checked, said: omit(checked.said, ["startupCommand"]) } : checked;
    };
    const there = items.filter(({ folder = "" }) => folder === "" || (!isStarted && hasCode(known, folder)));
    const [raw] = there;
    if (!raw) continue;
    const all = there.map((entry) => ({
      ...{ name: entry.service ?? "", folder: entry.folder ?? "" },
      settings: startOf(checkedEntry(entry, file, known).said, known, image, scripts),
      said: fromBelow(file, entry, isOfImage),
    }));
    const startsLike = ({ folder, settings }: (typeof all)[number]): string =>
      `${folder} ${settings.mainFile} ${settings.startupCommand}`;
    const unlike = all.filter(
      (each, at) => all.findIndex((other) => startsLike(other) === startsLike(each)) === at,
    );
    if (!isStarted && (unlike.length > 1 || raw.folder))
      services ??= { kind: "services", file, services: unlike };
    if (raw.folder) continue;
    const checked = checkedOf(raw);
    notTaken.push(...checked.notTaken);
    const own = omit(checked.said, isStarted ? ofStart : []);
    const source = sourceOf(file, raw.of);
    sources = { ...Object.fromEntries(Object.keys(own).map((key) => [key, source])), ...sources };
    said = { ...own, ...said };
    variables = [...variables, ...(raw.variables ?? [])];
    const [, script] =
      /^npm run ([\w:.-]{1,80})$/.exec(withoutInstalls(String(raw.buildCommand ?? ""))) ?? [];
    buildScript ??= script;
  }
  const started = startTarget(image ?? "", scripts)?.files ?? [];
  const missingFiles = notTaken.flatMap((each) =>
    each.kind === "mainFile" && !known.has(each.path) && !settingMistake("mainFile", each.path)
      ? [each.path]
      : [],
  );
  if (!started.some((path) => known.has(path))) missingFiles.push(...started.slice(0, 1).filter(isOutput));
  buildScript ??= dockerfile.buildScript;
  return {
    ...{ said, sources, notTaken, missingFiles, dockerfile },
    variables: neededNames(variables),
    ...(buildScript !== undefined && { buildScript }),
    ...(services && { services }),
  };
}

/** What the file says of the service, for the service's own folder. */
export function fromBelow(file: string, entry: HostEntry, isOfImage: boolean | undefined): OuterEntry {
  const { folder = "", service: _own, of, ...said } = entry;
  const above = folder === "" ? "" : "../".repeat(folder.split("/").length);
  return { file: above + sourceOf(file, of), isOfImage, read: () => said };
}

function sourceOf(file: string, of: string | undefined): string {
  return of === undefined ? file : `${file} (${of})`;
}

/** The whole start of a service, since it takes the place of another's. */
function startOf(
  { name: _own, ...said }: Partial<Settings>,
  paths: ReadonlySet<string>,
  image: string | undefined,
  scripts: Manifest,
): Partial<Settings> {
  const command = said.startupCommand ?? (said.mainFile === undefined ? image : undefined) ?? "";
  const target = startTarget(command, scripts);
  const mainFile = said.mainFile ?? target?.files.find((path) => paths.has(path));
  if (mainFile === undefined) return said;
  const runtime = target?.runtime ?? runtimeOfFile(mainFile) ?? "nodejs";
  return {
    exposedViaWeb: false,
    ...said,
    mainFile,
    runtime,
    startupCommand: isDefaultCommand(command, mainFile) ? "" : command,
  };
}

function hasCode(paths: ReadonlySet<string>, folder: string): boolean {
  for (const path of paths) if (path.startsWith(`${folder}/`) && code.test(path)) return true;
  return false;
}

interface Checked {
  readonly said: Partial<Settings>;
  readonly notTaken: readonly NotTaken[];
}

function checkedEntry(raw: HostEntry, file: string, known: ReadonlySet<string>): Checked {
  const values: Record<string, unknown> = {};
  const notTaken: NotTaken[] = [];
  for (const key of settingKeys) {
    if (key === "team") continue;
    const row: SettingRow & { readonly property: keyof NewAppSettings } = settingsTable[key];
    const value = raw[row.property as keyof HostEntry];
    if (value === undefined || value === null) continue;
    const said = typeof value === "string" ? normalized(key, value.trim(), row) : value;
    const isScript =
      key === "startupCommand" && (/[\p{Cc}]/u.test(String(said)) || String(said).length > longestCommand);
    const isTooSmall = key === "memoryMB" && Number(said) < leastMemoryMB;
    const isWrong = isScript || isTooSmall || settingMistake(key, said) !== undefined;
    if (isWrong)
      notTaken.push(
        key === "mainFile"
          ? { kind: "mainFile", file, path: shown(value) }
          : { kind: "value", file, key, said: shown(value) },
      );
    else if (said !== "") values[row.property] = said;
  }
  const said = withMainFile(values);
  if (said.mainFile === undefined) return { said, notTaken };
  const mainFile = [said.mainFile, ...nodeFiles(said.mainFile)].find((path) => known.has(path));
  const isStarted = mainFile !== undefined && (runtimeOfFile(mainFile) || said.startupCommand !== undefined);
  if (isStarted) return { said: { ...said, mainFile }, notTaken };
  return {
    said: omit(said, ["mainFile"]),
    notTaken: [...notTaken, { kind: "mainFile", file, path: said.mainFile }],
  };
}

function withMainFile({ startupCommand, ...said }: Partial<Settings>): Partial<Settings> {
  const [, file] =
    /^(?:node|python3?)\s{1,8}(?:\.\/)?(\S{1,400}\.(?:py|[cm]?js))$/.exec(startupCommand ?? "") ?? [];
  if (startupCommand === undefined) return said;
  return file === undefined ? { ...said, startupCommand } : { ...said, mainFile: file };
}

function normalized(key: SettingKey, text: string, { normalize }: SettingRow): string {
  if (key === "startupCommand") return withoutEnvironment(withoutInstalls(withSlashes(text)));
  return normalize?.(key === "mainFile" ? text.replaceAll("\\", "/") : text) ?? text;
}

/** The service installs the packages. */
function withoutInstalls(command: string): string {
  const install =
    /^(?:npm (?:ci|i|install)|yarn(?: install)?|pnpm (?:i|install)|(?:python3? -m )?pip3? install -r \S{1,200})(?: --?[\w-]{1,40}(?:=\w{1,40})?)*$/;
  if (command.length > 2 * longestCommand) return command;
  const steps = command.split(/\s*(?:&&|;)\s*/);
  const rest = steps.filter((step) => !install.test(step.trim()));
  return rest.length === steps.length ? command : rest.join(" && ").trim();
}

export function isOutput(path: string): boolean {
  return /^(?:dist|build|out|lib)\/.*\.[cm]?js$/.test(path);
}

function shown(value: unknown): string {
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, mostSaid);
}

function omit<T extends object, Key extends keyof T>(object: T, keys: readonly Key[]): T {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key as Key))) as T;
}
