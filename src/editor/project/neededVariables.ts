// Names of the project's environment variables: those that .env sets, and those that the code requires.
import type { ArchiveFile } from "../../core/archive/archive";
import { Slices } from "../../core/async/slices";
import {
  isVariableFile,
  namesInCode,
  namesInVariableFile,
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
  readonly leftOut?: readonly { readonly path: string }[];
  readonly read: (path: string) => Promise<Uint8Array>;
  /** The app's package, where its whole workspace is sent. */
  readonly packagePath?: string | undefined;
}

export async function neededVariables(project: ReadProject): Promise<NeededVariables> {
  const { files, leftOut = [], read, packagePath = "" } = project;
  const [settings, inCode] = [new Set<string>(), new Set<string>()];
  const namesOf = async (path: string): Promise<VariableFile> => {
    const bytes = await read(path).catch(() => undefined);
    if (bytes && !setsEnvironment(path)) settings.add(path);
    const isRead = bytes && bytes.byteLength <= longestBytes;
    return { path, names: isRead ? namesInVariableFile(path, new TextDecoder().decode(bytes)) : [] };
  };
  const found = [...files, ...leftOut].map(({ path }) => path);
  const ofVariablesOnly = found.filter((path) => isVariableFile(path, packagePath));
  const paths = [...new Set([...usualVariableFilesOf(packagePath), ...ofVariablesOnly])].slice(
    0,
    mostVariableFiles,
  );
  const ofVariables = await Promise.all(paths.map(namesOf));
  const shared = await Promise.all(templates.map(namesOf));
  const needed = [...ofVariables.filter(({ path }) => path.endsWith(".env")), ...shared];
  const all = new Set(needed.flatMap(({ names }) => names));
  const slices = new Slices();
  for (const file of codeOf(files)) {
    const bytes = await file.read().catch(() => undefined);
    await slices.next();
    if (!bytes) continue;
    const code = new TextDecoder().decode(bytes);
    for (const name of namesInCode(file.path, code)) all.add(name);
    for (const path of settings) if (code.includes(path.replace(/^.*\//, ""))) inCode.add(path);
  }
  const useful = ofVariables.filter(({ path, names }) => names.length > 0 || inCode.has(path));
  return { names: [...all].sort(), files: useful };
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
