// The environment variables that a project needs, by name: what its .env sets and what its code cannot do without.
import * as vscode from "vscode";
import type { ArchiveFile } from "../../core/archive/archive";
import {
  isVariableFile,
  namesInCode,
  namesInVariableFile,
  setsEnvironment,
  usualVariableFiles,
} from "../../core/project/variableNames";

/** A file that sets variables, and which. */
interface VariableFile {
  readonly path: string;
  readonly names: readonly string[];
}

/** Names only; no value is kept. */
export interface NeededVariables {
  /** All, sorted. */
  readonly names: readonly string[];
  /** The files of the folder that set any. */
  readonly files: readonly VariableFile[];
}

/** A file that would be sent. */
export type CodeFile = Pick<ArchiveFile, "path" | "sizeBytes" | "read">;

const templates = [".env.example", ".env.sample", ".env.template"];
const mostVariableFiles = 20;
const longestBytes = 128 * 1024;
const mostFiles = 200;
const mostBytes = 2 * 1024 * 1024;
/** What others wrote, or a program: it looks for names that nobody has to set. */
const foreign =
  /(?:^|\/)(?:dist|build|out|\.next|\.nuxt|\.output|vendor|tests?|__tests__)\/|\.min\.js$|\.(?:test|spec|config)\.\w{2,4}$/;

export async function neededVariables(project: {
  readonly uri: vscode.Uri;
  readonly files: readonly CodeFile[];
  readonly leftOut?: readonly { readonly path: string }[];
}): Promise<NeededVariables> {
  const { uri, leftOut = [] } = project;
  const found = [...project.files, ...leftOut].map(({ path }) => path).filter(isVariableFile);
  const paths = [...new Set([...usualVariableFiles, ...found])].slice(0, mostVariableFiles);
  const read = async (path: string) => ({ path, names: await namesOf(uri, path) });
  const files = (await Promise.all(paths.map(read))).filter((file) => file.names.length > 0);
  const shared = await Promise.all(templates.map((path) => namesOf(uri, path)));
  const needed = files.filter(({ path }) => path.endsWith(".env")).flatMap((file) => file.names);
  const names = new Set([...needed, ...shared.flat()]);
  for (const file of codeOf(project.files)) {
    const bytes = await file.read().catch(() => undefined);
    if (bytes) for (const name of namesInCode(file.path, new TextDecoder().decode(bytes))) names.add(name);
  }
  return { names: [...names].sort(), files };
}

/** Those that an app would lack: neither `known` nor in a file that is sent. */
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

async function namesOf(folder: vscode.Uri, path: string): Promise<string[]> {
  const bytes = await vscode.workspace.fs
    .readFile(vscode.Uri.joinPath(folder, path))
    .then(undefined, () => undefined);
  if (!bytes || bytes.byteLength > longestBytes) return [];
  return namesInVariableFile(path, new TextDecoder().decode(bytes));
}

/** As much as is quickly read, the shortest paths first. */
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
