// The local service as a program of its own: says on one line where it serves, and serves until it is told to stop.
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { type CommandLine, readCommandLine } from "./commandLine";
import { lifelineLimits } from "./http/lifelines";
import { clearKilledRuns, runFolder } from "./runFolder";
import { type EmulatorOptions, startEmulator } from "./server";
import { StartError } from "./startError";

async function main(): Promise<void> {
  const flags = readCommandLine(process.argv.slice(2));
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolveEnd) => {
    end = resolveEnd;
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end());
  // A reader that went away must not take the apps' keeper with it.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.on("uncaughtException", (error) =>
    console.error("The local service met an unexpected error:", error),
  );

  if (flags.clearRuns) {
    await clearKilledRuns(resolve(flags.dataDir));
    return;
  }
  if (flags.runFolder) {
    const lines = createInterface({ input: process.stdin });
    end = () => lines.close();
    // It loses lines that come before somebody iterates over it.
    const requests = lines[Symbol.asyncIterator]();
    await runFolder(resolve(flags.dataDir), { [Symbol.asyncIterator]: () => requests }, (news) =>
      process.stdout.write(`${JSON.stringify(news)}\n`),
    );
    return;
  }
  const emulator = await startEmulator({
    port: flags.port,
    portFallback: flags.portFallback,
    dataDir: resolve(flags.dataDir),
    run: flags.run,
    installDependencies: flags.installDependencies,
    archiveUploads: flags.archiveUploads,
    ...(flags.seed && { seed: flags.seed }),
    ...whenUnused(flags, () => end()),
  });
  const { url, token, pid, setAside } = emulator;
  process.stdout.write(`${JSON.stringify({ url, token, pid, setAside })}\n`);
  await ended;
  await emulator.stop();
}

function whenUnused(
  flags: CommandLine,
  onUnused: () => void,
): Pick<EmulatorOptions, "onUnused" | "lifelineLimits"> {
  if (!flags.exitWhenUnused) return {};
  if (flags.unusedSeconds === undefined) return { onUnused };
  const unusedMs = flags.unusedSeconds * 1000;
  return {
    onUnused,
    lifelineLimits: { unusedMs, neverUsedMs: Math.max(unusedMs, lifelineLimits.neverUsedMs) },
  };
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const text =
      error instanceof StartError ? error.message : `The local service couldn't start: ${String(error)}`;
    process.stderr.write(`${text}\n`, () => process.exit(2));
  },
);
