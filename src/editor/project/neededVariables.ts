// Names of the project's environment variables: those that .env sets, and those that the code requires.
import type { ArchiveFile } from "../../core/archive/archive";
import { Slices } from "../../core/async/slices";
import type { FolderSource } from "../../core/disk/folderSource";
import {
  isSettingsFile,
  isSettingsFolder,
  isVariableFile,
  namesInCode,
  namesInVariableFile,
  readsSettings,
  setsEnvironment,
  usualVariableFilesOf,
} from "../../core/project/variableNames";

export interface VariableFile {
  readonly path: string;
  /** Empty for one that code reads and that has them further down, or in another form. */
  readonly names: readonly string[];
}

/** Names only, never a value. */
export interface NeededVariables {
  readonly names: readonly string[];
  readonly files: readonly VariableFile[];
}

export type CodeFile = Pick<ArchiveFile, "path" | "sizeBytes" | "read">;

const templates = [".env.example", ".env.sample", ".env.template"];
const mostVariableFiles = 20;
const longestBytes = 128 * 1024;
const mostFiles = 200;
const mostBytes = 2 * 1024 * 1024;
/** Output, packages of others and tests look for names that the user does not set. */
const foreign =
  /(?:^|\/)(?:dist|build|out|\.next|\.nuxt|\.output|vendor|tests?|__tests__)\/|\.min\.js$|\.(?:test|spec|config)\.\w{2,4}$/;

interface ReadProject {
  readonly files: readonly CodeFile[];
  readonly leftOut?: readonly { readonly path: string; readonly isDirectory: boolean }[];
  readonly read: (path: string) => Promise<Uint8Array>;
  readonly list?: FolderSource["list"];
  /** The app's package, where its whole workspace is sent. */
  readonly packagePath?: string | undefined;
  /** Names that files for other hosts set. */
  readonly said?: readonly string[];
}

export async function neededVariables(project: ReadProject): Promise<NeededVariables> {
  const { files, leftOut = [], read, packagePath = "", said = [] } = project;
  const [settings, inCode] = [new Set<string>(), new Set<string>()];
  const namesOf = async (path: string): Promise<VariableFile> => {
    const bytes = await read(path).catch(() => undefined);
    if (bytes && !setsEnvironment(path)) settings.add(path);
    const isRead = bytes && bytes.byteLength <= longestBytes;
    return { path, names: isRead ? namesInVariableFile(path, new TextDecoder().decode(bytes)) : [] };
  };
  const found = [...files, ...leftOut].map(({ path }) => path);
  const ofVariablesOnly = found.filter((path) => isVariableFile(path, packagePath));
  const all = [...usualVariableFilesOf(packagePath), ...ofVariablesOnly, ...(await settingsOut(project))];
  const paths = [...new Set(all)].slice(0, mostVariableFiles);
  const ofVariables = await Promise.all(paths.map(namesOf));
  const shared = await Promise.all(templates.map(namesOf));
  const needed = [...ofVariables.filter(({ path }) => path.endsWith(".env")), ...shared];
  const names = new Set([...said, ...needed.flatMap(({ names }) => names)]);
  const slices = new Slices();
  for (const file of codeOf(files)) {
    const bytes = await file.read().catch(() => undefined);
    await slices.next();
    if (!bytes) continue;
    const code = new TextDecoder().decode(bytes);
    for (const name of namesInCode(file.path, code)) names.add(name);
    for (const path of settings) if (readsSettings(code, path)) inCode.add(path);
  }
  const useful = ofVariables.filter(
    (each) => inCode.has(each.path) || (each.names.length > 0 && isVariableFile(each.path, packagePath)),
  );
  return { names: [...names].sort(), files: useful };
}

/** Files of a folder of settings that is left out, in part or as a whole. */
async function settingsOut({ leftOut = [], list, packagePath }: ReadProject): Promise<string[]> {
  const paths: string[] = [];
  for (const { path, isDirectory } of leftOut) {
    if (!isDirectory) paths.push(path);
    if (!isDirectory || !isSettingsFolder(path, packagePath)) continue;
    const entries = (await list?.(path).catch(() => undefined)) ?? [];
    paths.push(...entries.filter(({ type }) => type === "file").map(({ name }) => `${path}/${name}`));
  }
  return paths.filter((path) => isSettingsFile(path, packagePath));
}

/** Variables that an app would lack: neither `known` nor in a file that is sent. */
export function missingVariables(
  { names, files: ofVariables }: NeededVariables,
  { files }: { readonly files: readonly Pick<CodeFile, "path">[] },
  known: readonly string[] = [],
): string[] {
  const sent = new Set(files.map(({ path }) => path));
  const inFiles = ofVariables.filter(({ path }) => setsEnvironment(path) && sent.has(path));
  const there = new Set([...known, ...inFiles.flatMap((file) => file.names)]);
  return names.filter((name) => !there.has(name));
}

/** Files that are quickly read, the shortest paths first. */
function codeOf(files: readonly CodeFile[]): CodeFile[] {
  const byDepth: CodeFile[][] = [];
  for (const file of files) {
    const { path, sizeBytes } = file;
    if (!/\.(?:py|[cm]?[jt]sx?)$/.test(path) || sizeBytes > longestBytes || foreign.test(path)) continue;
    const depth = path.split("/").length;
    byDepth[depth] ??= [];
    byDepth[depth].push(file);
  }
  let leftBytes = mostBytes;
  return byDepth
    .flat()
    .slice(0, mostFiles)
    .filter(({ sizeBytes }) => {
      leftBytes -= sizeBytes;
      return leftBytes >= 0;
    });
}
