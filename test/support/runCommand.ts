// Runs one program to its end and returns its output, for launchers.
import { type SpawnOptions, spawn } from "node:child_process";

/** `code` is null after a signal. */
export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

/** Without stdin; rejects only when the program cannot start. */
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

/** Rejects for any exit code but 0, with the program's last lines. */
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
