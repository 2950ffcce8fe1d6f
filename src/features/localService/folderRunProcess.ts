// The program that runs one folder on this machine (emulator/runFolder.ts). It holds no port for us: what to run goes in
// over its input, and it ends with that, so also when this window is killed.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promises as fs } from "node:fs";
import * as path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { field, parseJson, readFields } from "../../core/parse";
import { serviceEnvironment } from "./serviceEnvironment";

/** Takes away the copies that runs of a killed window left in `dataDirectory`, which holds the folders of all runs. */
export async function clearKilledRuns(program: string, dataDirectory: string): Promise<void> {
  const runs = await fs.readdir(dataDirectory).catch(() => []);
  const keepers = await Promise.all(
    runs.map((name) => fs.readFile(path.join(dataDirectory, name, "run.json"), "utf8").catch(() => "")),
  );
  // Most starts have nothing to clear, and start no process.
  if (keepers.every((keeper) => keeper === "")) return;
  await promisify(execFile)(process.execPath, [program, "--clear-runs", "--data", dataDirectory], {
    env: { ...serviceEnvironment(process.env), ELECTRON_RUN_AS_NODE: "1" },
    windowsHide: true,
    cwd: dataDirectory,
  });
}

/** What is to run; the files are put into `folder` of the process before. */
export interface FolderRunRequest {
  readonly name: string;
  readonly runtime: "python" | "nodejs";
  readonly mainFile: string;
  readonly startupCommand: string;
  /** Empty for what the files say that the app needs. */
  readonly installCommand: string;
  readonly memoryMB: number;
  readonly exposedViaWeb: boolean;
  /** Given to the app, and written nowhere. */
  readonly environment: readonly { readonly key: string; readonly value: string }[];
}

export interface FolderRunListener {
  /** What the app and the service print. */
  onOutput(text: string): void;
  /** How the app is; `port` is where it answers on this machine. */
  onStatus(status: string, port: number | undefined): void;
  /** The program has ended; `problem` is what it said on its way out, or empty. */
  onEnd(problem: string): void;
}

const news = {
  folder: field.text,
  output: field.text,
  status: field.text,
  port: field.number,
};

const longestProblem = 2_000;

export class FolderRunProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** Where the files belong: a path of this machine. */
    readonly folder: string,
    private readonly ended: Promise<void>,
  ) {}

  /** Rejects with a sentence when it cannot be started, or when the folder runs in another window. */
  static async start(
    program: string,
    dataDirectory: string,
    listener: FolderRunListener,
    signal: AbortSignal,
  ): Promise<FolderRunProcess> {
    await fs.mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    const child = spawn(process.execPath, [program, "--run-folder", "--data", dataDirectory], {
      // In a desktop VS Code execPath is Electron, which is Node under this variable.
      env: { ...serviceEnvironment(process.env), ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      cwd: path.dirname(dataDirectory),
      // A run that is canceled while it starts holds its folder no longer.
      signal,
    });
    let problem = "";
    child.stderr.on("data", (text: Buffer) => {
      problem = `${problem}${text}`.slice(-longestProblem);
    });
    // What is written to a program that has just ended is lost, and its end is told.
    child.stdin.on("error", () => undefined);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const folder = await new Promise<string>((resolve, reject) => {
      let isStarted = false;
      createInterface({ input: child.stdout }).on("line", (line) => {
        const said = readFields(news, parseJson(line));
        if (said.folder !== undefined) {
          isStarted = true;
          resolve(said.folder);
        }
        if (said.output !== undefined) listener.onOutput(said.output);
        if (said.status !== undefined) listener.onStatus(said.status, said.port);
      });
      child.once("error", reject);
      child.once("close", () => {
        end();
        if (isStarted) listener.onEnd(problem.trim());
        else reject(new Error(problem.trim()));
      });
    });
    return new FolderRunProcess(child, folder, ended);
  }

  /** Starts the app, or starts it afresh with what is in the folder now. */
  run(request: FolderRunRequest): void {
    this.child.stdin?.write(`${JSON.stringify(request)}\n`);
  }

  /** Resolves when the app has stopped and its copy is gone. */
  async end(): Promise<void> {
    this.child.stdin?.end();
    await this.ended;
  }
}
