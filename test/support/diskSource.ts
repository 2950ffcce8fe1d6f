// A folder on this disk as a deploy reads it, links told as VS Code tells them.
import fs from "node:fs";
import path from "node:path";
import type { ArchiveFile } from "../../src/core/archive/archive";
import type { FolderSource, SourceEntry } from "../../src/core/disk/folderSource";

/** Reads below `root` with Node's own calls. */
export function diskSource(root: string): FolderSource {
  const at = (name: string): string => path.join(root, name);
  return {
    list: async (folder) =>
      (await fs.promises.readdir(at(folder))).map((name) => {
        const { type, isLink } = look(path.join(at(folder), name));
        return { name, type, isLink };
      }),
    stat: async (file) => {
      const { type, isLink, stat } = look(at(file));
      return { type, isLink, sizeBytes: stat.size, modifiedAt: stat.mtimeMs };
    },
    read: async (file) => await fs.promises.readFile(at(file)),
  };
}

/** All files below `root`, ready to be packed. */
export function diskFiles(root: string): ArchiveFile[] {
  return fs
    .readdirSync(root, { recursive: true, encoding: "utf8" })
    .flatMap((file) => {
      const stat = fs.statSync(path.join(root, file));
      if (!stat.isFile()) return [];
      const read = async (): Promise<Uint8Array> => await fs.promises.readFile(path.join(root, file));
      const name = file.replaceAll(path.sep, "/");
      return [{ path: name, sizeBytes: stat.size, modifiedAt: stat.mtimeMs, read }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes files given by relative path, with the folders they need. */
export function writeTree(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
}

function look(place: string): { type: SourceEntry["type"]; isLink: boolean; stat: fs.Stats } {
  const isLink = fs.lstatSync(place).isSymbolicLink();
  let stat = fs.lstatSync(place);
  if (isLink) stat = fs.statSync(place, { throwIfNoEntry: false }) ?? stat;
  return { type: stat.isDirectory() ? "directory" : stat.isFile() ? "file" : "other", isLink, stat };
}

/** Files that hold nothing. */
export function emptyFiles(...paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, ""]));
}
