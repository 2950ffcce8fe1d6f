// What VS Code keeps of unsaved texts for the next start.
import fs from "node:fs";
import path from "node:path";

/** The backups in a server's data, whatever window they are of. */
export function backupsOf(userDataDir: string): string[] {
  const root = path.join(userDataDir, "data", "User", "Backups");
  if (!fs.existsSync(root)) return [];
  return fs
    .readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(root, name))
    .filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => fs.readFileSync(file, "utf8"));
}
