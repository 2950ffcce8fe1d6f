// One run of an app: a process group from spawn to end, and when it becomes reachable.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { AppCommand } from "./appCommand";

const pollMs = 40;
const reachableLimitMs = 10_000;

export interface RunEnd {
  readonly crashed: boolean;
  /** "ended with exit code 1", "was ended by SIGKILL". */
  readonly how: string;
}

export interface Run {
  /** Also the id of the process group. */
  readonly pid: number;
  readonly startedAtMs: number;
  readonly memoryMB: number;
  readonly port: number;
  readonly ended: Promise<RunEnd>;
  hasEnded: boolean;
}

/** Rejects when the program cannot be started. */
export async function launch(
  command: AppCommand,
  where: {
    readonly folder: string;
    readonly environment: Record<string, string>;
    readonly log: FileHandle;
    readonly port: number;
    readonly startedAtMs: number;
    readonly memoryMB: number;
  },
): Promise<Run> {
  const child = spawn(command.file, command.args, {
    cwd: where.folder,
    env: { ...where.environment, ...command.environment },
    shell: command.shell,
    // An own process group, so that all its processes can be stopped.
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: ["ignore", where.log.fd, where.log.fd],
  });
  await once(child, "spawn");
  child.on("error", (error) => console.error("An application's process:", error));
  const run: Run = {
    pid: child.pid ?? 0,
    startedAtMs: where.startedAtMs,
    memoryMB: where.memoryMB,
    port: where.port,
    hasEnded: false,
    ended: endOf(child),
  };
  void run.ended.then(() => {
    run.hasEnded = true;
  });
  return run;
}

/** Resolves when the app accepts connections, has ended, or after ten seconds. */
export async function reachable(run: Run): Promise<void> {
  const deadline = performance.now() + reachableLimitMs;
  while (!run.hasEnded && performance.now() < deadline) {
    if (await accepts(run.port)) return;
    await wait(pollMs);
  }
}

function endOf(child: ChildProcess): Promise<RunEnd> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      resolve({ crashed: code !== 0, how });
    });
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "localhost", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
