// A lock between processes: a folder that only one can create, with the owner's pid.
import fs from "node:fs";
import path from "node:path";
import { isRunning } from "./processTree";
import { waitUntil } from "./waitUntil";

/** Waits for other holders; takes over the lock of a dead process. */
export async function withFolderLock<T>(
  lockFolder: string,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  fs.mkdirSync(path.dirname(lockFolder), { recursive: true });
  await waitUntil(() => tryLock(lockFolder), { what: `the lock ${lockFolder}`, timeoutMs, intervalMs: 200 });
  try {
    return await work();
  } finally {
    fs.rmSync(lockFolder, { recursive: true, force: true });
  }
}

function tryLock(lockFolder: string): boolean {
  // Renamed from a complete folder, so that a lock without an owner never exists.
  const own = `${lockFolder}.${process.pid}`;
  fs.rmSync(own, { recursive: true, force: true });
  fs.mkdirSync(own);
  fs.writeFileSync(path.join(own, "pid"), String(process.pid));
  try {
    fs.renameSync(own, lockFolder);
    return true;
  } catch {
    fs.rmSync(own, { recursive: true, force: true });
    if (ownerHasEnded(lockFolder)) fs.rmSync(lockFolder, { recursive: true, force: true });
    return false;
  }
}

function ownerHasEnded(lockFolder: string): boolean {
  try {
    return !isRunning(Number(fs.readFileSync(path.join(lockFolder, "pid"), "utf8")));
  } catch {
    // The owner has just released it.
    return false;
  }
}
