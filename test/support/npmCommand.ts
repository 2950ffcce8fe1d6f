// How to run npm from Node on every system: through the npm that runs us, else through the one on PATH.
import path from "node:path";
import { runCommand } from "./runCommand";

/** Runs npm with the machine's own configuration; an error says in a sentence why `purpose` failed. */
export async function runNpm(purpose: string, args: readonly string[], cwd: string): Promise<void> {
  const script = process.env["npm_execpath"];
  const ownNpm = script !== undefined && /^npm(-cli)?\.[cm]?js$/.test(path.basename(script));
  const windows = process.platform === "win32";
  const result = await (ownNpm
    ? runCommand(process.execPath, [script, ...args], { cwd })
    : runCommand(windows ? "npm.cmd" : "npm", args, { cwd, shell: windows })
  ).catch(() => undefined);
  if (!result)
    throw new Error(
      `${purpose} needs npm, and no npm was found on PATH. Install Node.js with npm and try again.`,
    );
  if (result.code === 0) return;
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
