// The environment variables that a project needs, by name: what its .env sets and what its code cannot do without.
import * as vscode from "vscode";
import type { ArchiveFile } from "../../core/archive/archive";
import { namesInCode, namesInEnv } from "../../core/project/variableNames";

export const environmentFile = ".env";

/** Names only; no value is kept. */
export interface NeededVariables {
  /** All, sorted. */
  readonly names: readonly string[];
  /** Those that the folder's .env sets; undefined without one. */
  readonly inFile: readonly string[] | undefined;
}

/** A file that would be sent. */
export type CodeFile = Pick<ArchiveFile, "path" | "sizeBytes" | "read">;

const templates = [".env.example", ".env.sample", ".env.template"];
const longestBytes = 128 * 1024;
const mostFiles = 200;
const mostBytes = 2 * 1024 * 1024;
/** What others wrote, or a program: it looks for names that nobody has to set. */
const foreign =
  /(?:^|\/)(?:dist|build|out|\.next|\.nuxt|\.output|vendor|tests?|__tests__)\/|\.min\.js$|\.(?:test|spec|config)\.\w{2,4}$/;

export async function neededVariables(project: {
  readonly uri: vscode.Uri;
  readonly files: readonly CodeFile[];
}): Promise<NeededVariables> {
  const inFile = await namesOf(project.uri, environmentFile);
  const shared = await Promise.all(templates.map((name) => namesOf(project.uri, name)));
  const names = new Set([...(inFile ?? []), ...shared.flatMap((each) => each ?? [])]);
  for (const file of codeOf(project.files)) {
    const bytes = await file.read().catch(() => undefined);
    if (bytes) for (const name of namesInCode(file.path, new TextDecoder().decode(bytes))) names.add(name);
  }
  return { names: [...names].sort(), inFile };
}

/** Those that an app would lack: neither `known` nor in a .env that is sent. */
export function missingVariables(
  { names, inFile }: NeededVariables,
  { files }: { readonly files: readonly Pick<CodeFile, "path">[] },
  known: readonly string[] = [],
): string[] {
  const isSent = files.some(({ path }) => path === environmentFile);
  const there = new Set([...known, ...(isSent ? (inFile ?? []) : [])]);
  return names.filter((name) => !there.has(name));
}

async function namesOf(folder: vscode.Uri, name: string): Promise<string[] | undefined> {
  const bytes = await vscode.workspace.fs
    .readFile(vscode.Uri.joinPath(folder, name))
    .then(undefined, () => undefined);
  if (!bytes || bytes.byteLength > longestBytes) return undefined;
  return namesInEnv(new TextDecoder().decode(bytes));
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
