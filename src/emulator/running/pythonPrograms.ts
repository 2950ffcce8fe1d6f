// The Python that an app runs with: that of its own environment where dependencies were installed, else the machine's.
import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isOnPath } from "./onPath";

const windows = process.platform === "win32";

/** How the machine's Python is called. */
export const machinePython = windows ? "python" : "python3";

/** The folder of the virtual environment below what an app has outside its files. */
export function environmentFolder(home: string): string {
  return join(home, "python");
}

/** The programs of that environment. */
export function environmentPrograms(home: string): string {
  return join(environmentFolder(home), windows ? "Scripts" : "bin");
}

/** Its Python; false also for one that was made with a Python which is gone. */
export function hasEnvironment(home: string): boolean {
  return existsSync(join(environmentPrograms(home), windows ? "python.exe" : "python"));
}

/**
 * A folder with a program `python` for machines that only know `python3` (Debian): start commands say either.
 * Undefined where there is nothing to make up for.
 */
export async function pythonFallback(folder: string): Promise<string | undefined> {
  if (windows || isOnPath("python")) return undefined;
  await mkdir(folder, { recursive: true });
  const file = join(folder, "python");
  await writeFile(file, '#!/bin/sh\nexec python3 "$@"\n');
  await chmod(file, 0o755);
  return folder;
}
