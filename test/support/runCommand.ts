// Runs one program to its end and hands back what it wrote: for the tools that the launchers call.
import { type SpawnOptions, spawn } from "node:child_process";

/** What a program left behind. `code` is null when a signal ended it. */
export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program without a stdin; never rejects because of its exit code, only when it cannot start. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString("utf8") }));
  });
}

/** The same where anything but exit code 0 is an error that says what failed and ends with the program's last lines. */
export async function runOrFail(
  sentence: string,
  file: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<string> {
  const { code, output } = await runCommand(file, args, options).catch((error: unknown) => {
    throw new Error(
      `${sentence} ${file} could not be started: ${error instanceof Error ? error.message : error}.`,
    );
  });
  if (code !== 0) throw new Error(`${sentence}\n${output.trim().split("\n").slice(-12).join("\n")}`);
  return output;
}
