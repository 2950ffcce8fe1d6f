// Looks for programs like a shell.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export function isOnPath(name: string): boolean {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, file), constants.X_OK);
      return folder !== "";
    } catch {
      return false;
    }
  });
}
