// Ends a process with its descendants: VS Code's server forks extension hosts, which start services.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { waitUntil } from "./waitUntil";

const defaultPoliteMs = 4_000;

/** SIGTERM, and SIGKILL after `politeMs`. Resolves when all have ended. */
export async function stopProcessTree(rootPid: number, politeMs = defaultPoliteMs): Promise<void> {
  if (process.platform === "win32") {
    stopWindowsTree(rootPid);
    return;
  }
  const pids = [rootPid, ...descendants(rootPid, parentsByPid())];
  for (const pid of pids) signal(pid, "SIGTERM");
  try {
    await waitUntil(() => !pids.some(isRunning), { what: "processes to end", timeoutMs: politeMs });
  } catch {
    // Includes processes that were started meanwhile.
    const parents = parentsByPid();
    const stubborn = new Set(pids.flatMap((pid) => [pid, ...descendants(pid, parents)]));
    for (const pid of stubborn) signal(pid, "SIGKILL");
    await waitUntil(() => ![...stubborn].some(isRunning), { what: "killed processes to end" });
  }
}

/** Immediate, for a process that is itself exiting. */
export function killProcessTree(rootPid: number): void {
  if (process.platform === "win32") stopWindowsTree(rootPid);
  else for (const pid of [...descendants(rootPid, parentsByPid()), rootPid]) signal(pid, "SIGKILL");
}

/**
 * Processes with this environment variable, also those outside of the tree: a service may outlive its
 * extension host. Empty except on Linux.
 */
export function processesWith(variable: string, value: string): number[] {
  if (process.platform !== "linux") return [];
  const entry = `${variable}=${value}`;
  return processIds().filter((pid) => pid !== process.pid && environmentOf(pid).includes(entry));
}

/** False for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  if (process.platform !== "linux") return true;
  return processState(pid)?.state !== "Z";
}

/** Nearest first. */
export function descendants(rootPid: number, parents: ReadonlyMap<number, number>): number[] {
  const found: number[] = [];
  let level = [rootPid];
  while (level.length > 0) {
    const next = [...parents]
      .filter(([pid, parent]) => level.includes(parent) && !found.includes(pid))
      .map(([pid]) => pid);
    found.push(...next);
    level = next;
  }
  return found;
}

/** Nearest first; the command line is "" where the system does not report it. */
export function processesBelow(rootPid: number): { readonly pid: number; readonly command: string }[] {
  return descendants(rootPid, parentsByPid()).map((pid) => ({ pid, command: commandOf(pid) }));
}

/** SIGKILL, without the descendants. */
export function crash(pid: number): void {
  signal(pid, "SIGKILL");
}

function parentsByPid(): Map<number, number> {
  const parents = new Map<number, number>();
  if (process.platform === "linux") {
    // Without ps, which small Linux images lack.
    for (const pid of processIds()) {
      const status = processState(pid);
      if (status) parents.set(pid, status.parent);
    }
    return parents;
  }
  for (const line of execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n")) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid !== undefined && parent !== undefined) parents.set(pid, parent);
  }
  return parents;
}

function processIds(): number[] {
  return fs.readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function environmentOf(pid: number): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    // It has ended, or belongs to another user.
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

function processState(pid: number): { state: string; parent: number } | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // Counted from the end: the name in parentheses may hold anything.
    const [state, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return state === undefined ? undefined : { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function stopWindowsTree(pid: number): void {
  try {
    execFileSync("taskkill", ["/PID", String(pid), "/T", "/F"], { stdio: "ignore" });
  } catch (error) {
    if (isRunning(pid)) throw error;
  }
}
