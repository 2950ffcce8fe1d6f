// VS Code's backups of unsaved text.
import fs from "node:fs";
import path from "node:path";
import { filesBelow } from "./fileTrees";

/** Of all windows of a server's data folder. */
export function backupsOf(userDataDir: string): string[] {
  const root = path.join(userDataDir, "data", "User", "Backups");
  if (!fs.existsSync(root)) return [];
  return filesBelow(root).map((file) => fs.readFileSync(file, "utf8"));
}
