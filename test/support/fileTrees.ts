// Trees of files: written to this disk, or empty ones in memory.
import fs from "node:fs";
import path from "node:path";

/** The files in a folder and those below it, also where a program is deleting some of them; the folder itself must exist. */
export function filesBelow(root: string): string[] {
  return fs.readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    const below = path.join(root, entry.name);
    if (entry.isDirectory()) return unlessDeleted(() => filesBelow(below), []);
    return entry.isFile() ? [below] : [];
  });
}

/** Reads from the disk; `otherwise` for what a program deleted in the meantime. */
export function unlessDeleted<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return otherwise;
  }
}

/** Writes files given by relative path, with the folders they need. */
export function writeTree(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
}

/** Files that hold nothing. */
export function emptyFiles(...paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, ""]));
}
