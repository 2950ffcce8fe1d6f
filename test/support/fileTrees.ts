// Trees of files on disk, or in memory.
import fs from "node:fs";
import path from "node:path";

/** At any depth, also while a program deletes some. The folder must exist. */
export function filesBelow(root: string): string[] {
  return fs.readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    const below = path.join(root, entry.name);
    if (entry.isDirectory()) return unlessDeleted(() => filesBelow(below), []);
    return entry.isFile() ? [below] : [];
  });
}

/** `otherwise` for a file that was deleted meanwhile. */
export function unlessDeleted<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return otherwise;
  }
}

/** By relative path; creates folders. */
export function writeTree(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
}

export function emptyFiles(...paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, ""]));
}
