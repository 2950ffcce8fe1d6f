// Runs one folder on this machine (emulator/runFolder.ts). It has no port, and ends with its input, so with the window.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promises as fs } from "node:fs";
import * as path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { field, parseJson, readFields } from "../../core/parse";
import { asNode } from "./serviceEnvironment";

/** Removes copies that runs of killed windows left in `dataDirectory`, which holds the folders of all runs. */
export async function clearKilledRuns(program: string, dataDirectory: string): Promise<void> {
  const runs = await fs.readdir(dataDirectory).catch(() => []);
  const keepers = await Promise.all(
    runs.map((name) => fs.readFile(path.join(dataDirectory, name, "run.json"), "utf8").catch(() => "")),
  );
  // Usually there is nothing to clear, and no process is started.
  if (keepers.every((keeper) => keeper === "")) return;
  await promisify(execFile)(process.execPath, [program, "--clear-runs", "--data", dataDirectory], {
    ...asNode(),
    cwd: dataDirectory,
  });
}

/** What to run; the files are in the process's `folder` by then. */
export interface FolderRunRequest {
  readonly name: string;
  readonly runtime: "python" | "nodejs";
  readonly mainFile: string;
  readonly startupCommand: string;
  /** Empty to install what the files declare. */
  readonly installCommand: string;
  readonly memoryMB: number;
  readonly exposedViaWeb: boolean;
  /** Passed to the app, and stored nowhere. */
  readonly environment: readonly { readonly key: string; readonly value: string }[];
}

export interface FolderRunListener {
  /** Output of the app and of the service. */
  onOutput(text: string): void;
  /** The app's state; `port` is its port on this machine. */
  onStatus(status: string, port: number | undefined): void;
  /** The program ended; `problem` is its last error output, or empty. */
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
    readonly folder: string,
    private readonly ended: Promise<void>,
  ) {}

  /** Rejects with a sentence when the program cannot be started, or when another window runs the folder. */
  static async start(
    program: string,
    dataDirectory: string,
    listener: FolderRunListener,
    signal: AbortSignal,
  ): Promise<FolderRunProcess> {
    await fs.mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    const child = spawn(process.execPath, [program, "--run-folder", "--data", dataDirectory], {
      ...asNode(),
      stdio: ["pipe", "pipe", "pipe"],
      cwd: path.dirname(dataDirectory),
      // A run that is canceled during its start must not keep its folder locked.
      signal,
    });
    let problem = "";
    child.stderr.on("data", (text: Buffer) => {
      problem = `${problem}${text}`.slice(-longestProblem);
    });
    // Input to a program that has just ended is lost; its end is reported.
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

  /** Starts the app, or restarts it with the files that are in `folder` now. */
  run(request: FolderRunRequest): void {
    this.child.stdin?.write(`${JSON.stringify(request)}\n`);
  }

  /** Stops the app; resolves when its copy is removed. */
  async end(): Promise<void> {
    this.child.stdin?.end();
    await this.ended;
  }
}
