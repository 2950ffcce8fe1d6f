// The real disk for tests with the `vscode` stub.
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import * as vscode from "vscode";

/** As VS Code's disk does. */
function asVsCode(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw error.code === "ENOENT" ? vscode.FileSystemError.FileNotFound(path) : error;
  };
}

/** What reading a project and writing a template need of `vscode.workspace.fs`. */
export const realFiles = {
  stat: async ({ path }: vscode.Uri) => {
    const found = await stat(path).catch(asVsCode(path));
    return { type: found.isDirectory() ? 2 : 1, size: found.size, mtime: found.mtimeMs, ctime: 0 };
  },
  readFile: async ({ path }: vscode.Uri) => new Uint8Array(await readFile(path).catch(asVsCode(path))),
  readDirectory: async ({ path }: vscode.Uri) =>
    (await readdir(path, { withFileTypes: true })).map((entry) => [entry.name, entry.isDirectory() ? 2 : 1]),
  createDirectory: async ({ path }: vscode.Uri) => void (await mkdir(path, { recursive: true })),
  writeFile: async ({ path }: vscode.Uri, bytes: Uint8Array) => await writeFile(path, bytes),
};
