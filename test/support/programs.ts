// Programs that run side by side, and their output: streamed for one lane, one block for each program of two.
import { type ChildProcess, spawn } from "node:child_process";
import { stopProcessTree } from "./processTree";
import { repositoryRoot } from "./repository";

/** How a program ended: its exit code, null after a signal, and the line that says so. */
export interface Ended {
  readonly code: number | null;
  readonly ending: string;
}

/** The longest program takes 8 min beside two processes that burn a core each; tests of one that hangs count as not run. */
const longestRunMs = 25 * 60_000;

export class Programs {
  /** Without it the output of a program is printed when the program ends. */
  isStreaming = true;
  private readonly running = new Set<ChildProcess>();

  constructor(private readonly limitMs = longestRunMs) {}

  /** Runs a program in the repository, without input; one that is over the limit is stopped with all that it started. */
  async run(
    title: string,
    file: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<Ended> {
    const startedMs = performance.now();
    const { isStreaming } = this;
    if (isStreaming) console.log(`\n── ${title}`);
    const child = spawn(file, args, {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
      stdio: ["ignore", isStreaming ? "inherit" : "pipe", isStreaming ? "inherit" : "pipe"],
    });
    this.running.add(child);
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
    let stopped = Promise.resolve();
    let isStopped = false;
    const limit = setTimeout(() => {
      isStopped = true;
      const isAlive = child.exitCode === null && child.signalCode === null;
      if (child.pid && isAlive) stopped = stopProcessTree(child.pid).catch(console.error);
      // What it left may hold its output open.
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    }, this.limitMs);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    }).finally(() => {
      clearTimeout(limit);
      this.running.delete(child);
    });
    await stopped;
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const ending = `── ${title}: ${code === 0 ? "ok" : isStopped ? "stopped" : "failed"}, ${seconds} s`;
    if (!isStreaming) process.stdout.write(`\n── ${title}\n${Buffer.concat(output).toString("utf8")}`);
    console.log(ending);
    return { code: isStopped ? null : code, ending };
  }

  /** Ends every program that still runs, with all that it started. */
  async stop(): Promise<void> {
    await Promise.all([...this.running].map(async ({ pid }) => pid && (await stopProcessTree(pid))));
  }
}
