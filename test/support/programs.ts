// Runs programs side by side, with their output streamed for one lane and in blocks for several.
import { type ChildProcess, spawn } from "node:child_process";
import { stopProcessTree } from "./processTree";
import { repositoryRoot } from "./repository";

/** Exit code, null after a signal, and a line that says so. */
export interface Ended {
  readonly code: number | null;
  readonly ending: string;
}

/** The slowest program takes 8 min beside two busy cores. Unfinished tests count as not run. */
const longestRunMs = 50 * 60_000;

export class Programs {
  /** False: output is printed when the program ends. */
  isStreaming = true;
  private readonly running = new Set<ChildProcess>();

  constructor(private readonly limitMs = longestRunMs) {}

  /** Without stdin; stopped with its descendants at the time limit. */
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
      // Surviving descendants may hold its output open.
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

  async stop(): Promise<void> {
    await Promise.all([...this.running].map(async ({ pid }) => pid && (await stopProcessTree(pid))));
  }
}
