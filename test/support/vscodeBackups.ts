// What VS Code keeps of unsaved texts for the next start.
import fs from "node:fs";
import path from "node:path";
import { filesBelow } from "./fileTrees";

/** The backups in a server's data, whatever window they are of. */
export function backupsOf(userDataDir: string): string[] {
  const root = path.join(userDataDir, "data", "User", "Backups");
  if (!fs.existsSync(root)) return [];
  return filesBelow(root).map((file) => fs.readFileSync(file, "utf8"));
}
