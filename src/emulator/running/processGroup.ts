// Ends an app with everything it started: politely first, then by force.
import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { systemErrorCode } from "../files/fileAnswers";
import { listProcesses, treeOf } from "./processList";

const politeLimitMs = 3_000;
const forcedLimitMs = 2_000;
const pollMs = 25;

/** Resolves when every process of the group, and every descendant, has ended. */
export async function stopProcessGroup(groupId: number): Promise<void> {
  if (process.platform === "win32") return stopOnWindows(groupId);
  const tree = treeOf(groupId, await listProcesses());
  if (tree.length === 0) return;
  signal(tree, "SIGTERM");
  const left = await waitUntilGone(groupId, tree, politeLimitMs);
  if (left.length === 0) return;
  signal(left, "SIGKILL");
  const stubborn = await waitUntilGone(groupId, left, forcedLimitMs);
  if (stubborn.length > 0) console.error(`Processes that couldn't be stopped: ${stubborn.join(", ")}.`);
}

/** The known processes and later members of the group; resolves with those still running at the limit. */
async function waitUntilGone(groupId: number, known: readonly number[], limitMs: number): Promise<number[]> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const processes = await listProcesses();
    const running = new Set(processes.map(({ pid }) => pid));
    const left = [...new Set([...known.filter((pid) => running.has(pid)), ...treeOf(groupId, processes)])];
    if (left.length === 0 || performance.now() > deadline) return left;
    await wait(pollMs);
  }
}

function signal(pids: readonly number[], name: "SIGTERM" | "SIGKILL"): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // ESRCH: it ended meanwhile.
      if (systemErrorCode(error) !== "ESRCH") console.error(`Process ${pid} couldn't be stopped:`, error);
    }
  }
}

function stopOnWindows(pid: number): Promise<void> {
  return new Promise((resolve) => {
    execFile("taskkill", ["/pid", String(pid), "/T", "/F"], () => resolve());
  });
}
