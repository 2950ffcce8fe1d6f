// Python for an app: its virtual environment's where dependencies were installed, else the machine's.
import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isOnPath } from "./onPath";

const windows = process.platform === "win32";

export const machinePython = windows ? "python" : "python3";

/** `home`: the app's folder outside its files. */
export function environmentFolder(home: string): string {
  return join(home, "python");
}

/** The folder of the virtual environment's programs, such as `python`. */
export function environmentPrograms(home: string): string {
  return join(environmentFolder(home), windows ? "Scripts" : "bin");
}

/** False also when the environment's base Python is gone. */
export function hasEnvironment(home: string): boolean {
  return existsSync(join(environmentPrograms(home), windows ? "python.exe" : "python"));
}

/**
 * A folder with a `python` for machines with only `python3`, such as Debian; undefined where none is needed.
 */
export async function pythonFallback(folder: string): Promise<string | undefined> {
  if (windows || isOnPath("python")) return undefined;
  await mkdir(folder, { recursive: true });
  const file = join(folder, "python");
  await writeFile(file, '#!/bin/sh\nexec python3 "$@"\n');
  await chmod(file, 0o755);
  return folder;
}
