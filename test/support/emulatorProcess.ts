// The local service as a process of its own, as the extension starts it, for tests that need something to talk to.
import { spawn } from "node:child_process";
import fs from "node:fs";
import readline from "node:readline";
import { killProcessTree, stopProcessTree } from "./processTree";
import { inRepository } from "./repository";
import { removeTemporaryFolder, temporaryFolder } from "./temporaryFolder";

const startTimeoutMs = 20_000;
const keptErrorChars = 4_000;

/** What the service starts with. */
export interface EmulatorOptions {
  /** The name of the data to begin with, such as "demo". */
  readonly seed?: string;
  /** False where apps are only recorded and never started. */
  readonly run?: boolean;
  /** A folder to keep the data in; a new one that is removed at the end unless told. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A local service that runs. */
export interface EmulatorProcess {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Ends the service and the apps that it runs. */
  stop(): Promise<void>;
}

/** Starts `dist/emulator.js` on a free port and resolves when it has said its address. */
export async function startEmulatorProcess(options: EmulatorOptions = {}): Promise<EmulatorProcess> {
  const script = inRepository("dist", "emulator.js");
  if (!fs.existsSync(script)) throw new Error("The local service is not built. Run `npm run build` first.");
  const dataDir = options.dataDir ?? temporaryFolder("service");
  const seed = options.seed === undefined ? [] : ["--seed", options.seed];
  const noRun = options.run === false ? ["--no-run"] : [];
  const child = spawn(nodeProgram(), [script, "--port", "0", "--data", dataDir, ...seed, ...noRun], {
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString("utf8")).slice(-keptErrorChars);
  });
  const killOnExit = (): void => {
    if (child.pid !== undefined) killProcessTree(child.pid);
  };
  process.once("exit", killOnExit);
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined) await stopProcessTree(child.pid);
    process.off("exit", killOnExit);
    if (!options.dataDir) removeTemporaryFolder(dataDir);
  };
  try {
    const line = await new Promise<string>((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new Error("It said no address in time.")), startTimeoutMs);
      readline.createInterface({ input: child.stdout }).on("line", (text) => {
        clearTimeout(tooLate);
        resolve(text);
      });
      child.once("error", reject);
      child.once("exit", (code, signal) => reject(new Error(`It ended with ${code ?? signal}.`)));
    });
    return { ...readAddress(line), dataDir, stop };
  } catch (error) {
    await stop();
    throw new Error(
      `The local service did not start. ${error instanceof Error ? error.message : error}\n${errors}`,
    );
  }
}

/** Reads the one line that the service prints when it is ready. */
export function readAddress(line: string): { url: string; token: string; pid: number } {
  const { url, token, pid } = JSON.parse(line);
  if (typeof url === "string" && typeof token === "string" && typeof pid === "number")
    return { url, token, pid };
  throw new Error("It printed something other than its address.");
}

function nodeProgram(): string {
  // In a desktop VS Code process.execPath is Electron, which is Node.js only when asked.
  return process.versions["electron"] ? "node" : process.execPath;
}
