// The local service as its own process, as the extension starts it: `dist/emulator.js`.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { killProcessTree } from "./processTree";
import { inRepository } from "./repository";
import { waitUntil } from "./waitUntil";

/** Printed as one line when it is ready. */
export interface EmulatorAddress {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly setAside?: string;
}

export interface EmulatorProgram {
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  serving(): Promise<EmulatorAddress>;
}

/** Ends with this process at the latest, together with its apps. */
export function startEmulatorProgram(...flags: string[]): EmulatorProgram {
  const script = inRepository("dist", "emulator.js");
  const program = spawn(process.execPath, [script, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  program.stdout.on("data", (text) => {
    stdout += text;
  });
  program.stderr.on("data", (text) => {
    stderr += text;
  });
  const killOnExit = (): void => {
    if (program.pid !== undefined) killProcessTree(program.pid);
  };
  process.once("exit", killOnExit);
  const ended = once(program, "close").then(([code]) => {
    process.off("exit", killOnExit);
    return { code, stdout, stderr };
  });
  const serving = async (): Promise<EmulatorAddress> => {
    const saw = () => stdout + stderr;
    await waitUntil(() => stdout.includes("\n"), { what: "the address of the local service", saw });
    return JSON.parse(stdout);
  };
  return { process: program, ended, serving };
}
