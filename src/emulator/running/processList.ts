// Processes with parents and groups: from /proc on Linux, from `ps` on other Unix systems.
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { systemErrorCode } from "../files/fileAnswers";

export interface ListedProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
}

const run = promisify(execFile);

/** Without zombies. Empty on Windows. */
export async function listProcesses(): Promise<ListedProcess[]> {
  if (process.platform === "win32") return [];
  return process.platform === "linux" ? listFromProc() : listFromPs();
}

/** Tells a process from a later one with the same id; undefined without a process. */
export async function startStamp(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const fields = await statFields(pid);
    return fields?.[19];
  }
  if (process.platform === "win32") return undefined;
  try {
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    // ps exits with 1 without such a process.
    return undefined;
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: a process of another user.
    return systemErrorCode(error) === "EPERM";
  }
}

/** Members of the group and all their descendants. */
export function treeOf(groupId: number, processes: readonly ListedProcess[]): number[] {
  const found = new Set(processes.filter((each) => each.groupId === groupId).map(({ pid }) => pid));
  let before = -1;
  while (found.size !== before) {
    before = found.size;
    for (const { pid, parentPid } of processes) if (found.has(parentPid)) found.add(pid);
  }
  return [...found];
}

async function listFromProc(): Promise<ListedProcess[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const listed = await Promise.all(
    pids.map(async (pid): Promise<ListedProcess | undefined> => {
      const fields = await statFields(pid);
      if (!fields || fields[0] === "Z" || fields[0] === "X") return undefined;
      return { pid, parentPid: Number(fields[1]), groupId: Number(fields[2]) };
    }),
  );
  return listed.filter((each) => each !== undefined);
}

/** From the state on: the name before it may contain spaces and parentheses. */
async function statFields(pid: number): Promise<string[] | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

async function listFromPs(): Promise<ListedProcess[]> {
  const { stdout } = await run("ps", ["-axo", "pid=,ppid=,pgid=,stat="], { maxBuffer: 16 * 1024 * 1024 });
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns.length === 4 && !columns[3]?.startsWith("Z"))
    .map(([pid, parentPid, groupId]) => ({
      pid: Number(pid),
      parentPid: Number(parentPid),
      groupId: Number(groupId),
    }));
}
