// Looks for programs where a shell would.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether a program of this name is on the PATH of this process. */
export function isOnPath(name: string): boolean {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, file), constants.X_OK);
      return folder !== "";
    } catch {
      // Not in this folder.
      return false;
    }
  });
}
