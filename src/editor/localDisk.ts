// The one way to the files of this machine, and of any other place that VS Code can read and write.
import * as vscode from "vscode";
import type { SourceEntry, SourceStat } from "../core/disk/folderSource";
import type { LocalFolder, LocalWriter } from "../core/disk/localFolder";
import { undefinedIf } from "../core/errors/errorCode";
import { isRepositoryName } from "../core/paths/localNames";
import { foldersAbove } from "../core/project/relativePath";
import { decodeText } from "../core/text/decodeText";
import { ownReadUri } from "./appUris";
import { type NodeDisk, nodeDisk } from "./nodeDisk";

/** The folder or file at an address of any scheme, also of a mounted app. */
export function localDisk(root: vscode.Uri): LocalFolder {
  const at = (path: string): vscode.Uri => (path === "" ? root : vscode.Uri.joinPath(root, path));
  const isOwnDisk = root.scheme === "file";
  const platform = isOwnDisk ? globalThis.process?.platform : undefined;
  const ignoresCase = platform === "win32" || platform === "darwin";
  const nameOf = (uri: vscode.Uri): string => (ignoresCase ? uri.toString().toLowerCase() : uri.toString());
  return {
    ...(isOwnDisk ? nodeDisk(root.fsPath) : editorDisk(at)),
    isWindows: platform === "win32",
    ignoresCase,
    delete: async (path) => {
      try {
        await vscode.workspace.fs.delete(at(path), { useTrash: true });
      } catch {
        // Not every machine has a trash.
        await vscode.workspace.fs.delete(at(path));
      }
    },
    isUnsaved: (path) => {
      const name = nameOf(at(path));
      const isIt = (uri: vscode.Uri): boolean => nameOf(uri) === name;
      const documents = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments];
      if (documents.some(({ isDirty, uri }) => isDirty && isIt(uri))) return true;
      // Editors of other extensions have no document here.
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      return tabs.some(
        ({ isDirty, input }) => isDirty && input instanceof vscode.TabInputCustom && isIt(input.uri),
      );
    },
  };
}

/** Git would run files of the app there. */
export function requireNoRepository({ path, fsPath }: vscode.Uri): void {
  if (path.split("/").some(isRepositoryName))
    throw new Error(vscode.l10n.t("{0} is inside a .git folder. Nothing was written.", fsPath));
}

/** Through VS Code's own file access, which cannot write a file in pieces. */
function editorDisk(at: (path: string) => vscode.Uri): NodeDisk {
  const { fs } = vscode.workspace;
  const statOf = async (path: string): Promise<SourceStat> => {
    const { type, size, mtime } = await fs.stat(at(path));
    return { ...kindOf(type), sizeBytes: size, modifiedAt: mtime };
  };
  return {
    list: async (path) =>
      (await fs.readDirectory(at(path))).map(([name, type]) => ({ name, ...kindOf(type) })),
    stat: statOf,
    tryStat: async (path) => await statOf(path).catch(undefinedIf("FileNotFound")),
    read: async (path) => await fs.readFile(ownReadUri(at(path))),
    open: async (path) => new GatheredFile((bytes) => fs.writeFile(at(path), bytes)),
    createFolder: async (path) => await fs.createDirectory(at(path)),
  };
}

class GatheredFile implements LocalWriter {
  private pieces: Uint8Array[] = [];

  constructor(private readonly write: (bytes: Uint8Array) => Thenable<void>) {}

  async append(bytes: Uint8Array): Promise<void> {
    this.pieces.push(bytes);
  }

  async commit(): Promise<void> {
    const [first, ...more] = this.pieces;
    await this.write(first && more.length === 0 ? first : joined(this.pieces));
    this.pieces = [];
  }

  async abort(): Promise<void> {
    this.pieces = [];
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.byteLength;
  }
  return all;
}

/** A link's type is that of its target plus one bit. */
function kindOf(type: vscode.FileType): Pick<SourceEntry, "type" | "isLink"> {
  const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
  if (type & vscode.FileType.Directory) return { type: "directory", isLink };
  return { type: type & vscode.FileType.File ? "file" : "other", isLink };
}

/** False also when that cannot be determined. */
export async function isThere(uri: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** A link inside the folder may lead out of it. */
export async function requireNoLink(folder: vscode.Uri, path: string): Promise<void> {
  const { tryStat } = localDisk(folder);
  const found = await Promise.all([...foldersAbove(path), path].map((each) => tryStat(each)));
  if (!found.some((place) => place?.isLink)) return;
  const { fsPath } = vscode.Uri.joinPath(folder, path);
  throw new Error(vscode.l10n.t("A symbolic link leads to {0}. Nothing was written.", fsPath));
}

/** Replaces the text of a file, or creates it: UTF-8, with its mark kept. An equal text is not written. */
export async function changeFile(
  folder: vscode.Uri,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  const uri = vscode.Uri.joinPath(folder, path);
  await requireNoLink(folder, path);
  const found = await vscode.workspace.fs.readFile(uri).then(undefined, undefinedIf("FileNotFound"));
  const bytes = found ?? new Uint8Array();
  const [first, second, third] = bytes;
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? "\uFEFF" : "";
  const text = decodeText(bytes);
  if (/[\0\uFFFD]/.test(text))
    throw new Error(
      vscode.l10n.t(
        "{0} isn't UTF-8 text. Nothing was written. Save it as UTF-8, then try again.",
        uri.fsPath,
      ),
    );
  const changed = change(text);
  if (changed !== text) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(mark + changed));
}
