// Runs npm on every system: the npm that runs this process, else the one on PATH.
import path from "node:path";
import { type CommandResult, runCommand } from "./runCommand";

/** An install takes a minute or two. Once npm waited 13 minutes without a connection. */
const attemptTimeoutMs = 600_000;
const attempts = 2;

/** With the machine's own configuration; the error is a sentence on why `purpose` failed. */
export async function runNpm(purpose: string, args: readonly string[], cwd: string): Promise<void> {
  const script = process.env["npm_execpath"];
  const ownNpm = script !== undefined && /^npm(-cli)?\.[cm]?js$/.test(path.basename(script));
  const windows = process.platform === "win32";
  const options = { cwd, timeout: attemptTimeoutMs };
  let result: CommandResult | undefined;
  // A killed process has no code.
  for (let attempt = 1; attempt === 1 || (attempt <= attempts && result?.code === null); attempt++)
    result = await (ownNpm
      ? runCommand(process.execPath, [script, ...args], options)
      : runCommand(windows ? "npm.cmd" : "npm", args, { ...options, shell: windows })
    ).catch(() => undefined);
  if (!result)
    throw new Error(
      `${purpose} needs npm, and no npm was found on PATH. Install Node.js with npm and try again.`,
    );
  if (result.code === 0) return;
  if (result.code === null)
    throw new Error(
      `${purpose} failed: npm did not end within ${attemptTimeoutMs / 60_000} minutes, ${attempts} times.`,
    );
  const tail = result.output.trim().split("\n").slice(-12).join("\n");
  const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/.test(
    result.output,
  );
  throw new Error(
    unreachable
      ? `${purpose} failed: the npm registry cannot be reached. Check the network and npm's registry setting.\n${tail}`
      : `${purpose} failed: npm ended with code ${result.code}.\n${tail}`,
  );
}
