// The local service as a program: prints its URL on one line and serves until SIGTERM.
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { ArchiveUploads } from "./handlers/service";
import { lifelineLimits } from "./http/lifelines";
import { clearKilledRuns, runFolder } from "./runFolder";
import { type EmulatorOptions, startEmulator } from "./server";
import { StartError } from "./startError";

const usage =
  "Usage: --port N --data DIR [--seed demo] [--no-run] [--install-dependencies] " +
  "[--archive-uploads stored|extracted] [--port-fallback] [--exit-when-unused [--unused-seconds N]] [--run-folder] [--clear-runs]";

async function main(): Promise<void> {
  const flags = readCommandLine(process.argv.slice(2));
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolveEnd) => {
    end = resolveEnd;
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end());
  // A closed output pipe must not end the process, which the apps depend on.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.on("uncaughtException", (error) =>
    console.error("The local service met an unexpected error:", error),
  );

  if (flags.clearRuns) {
    await clearKilledRuns(flags.service.dataDir);
    return;
  }
  if (flags.runFolder) {
    const lines = createInterface({ input: process.stdin });
    end = () => lines.close();
    // readline loses lines that arrive before the first iteration.
    const requests = lines[Symbol.asyncIterator]();
    await runFolder(flags.service.dataDir, { [Symbol.asyncIterator]: () => requests }, (news) =>
      process.stdout.write(`${JSON.stringify(news)}\n`),
    );
    return;
  }
  const whenUnused = flags.exitWhenUnused ? { onUnused: () => end() } : {};
  const emulator = await startEmulator({ ...flags.service, ...whenUnused });
  const { url, token, pid, setAside } = emulator;
  process.stdout.write(`${JSON.stringify({ url, token, pid, setAside })}\n`);
  await ended;
  await emulator.stop();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const text =
      error instanceof StartError ? error.message : `The local service couldn't start: ${String(error)}`;
    process.stderr.write(`${text}\n`, () => process.exit(2));
  },
);

/** Rejects unknown and incomplete flags instead of ignoring a typo. */
function readCommandLine(args: readonly string[]) {
  const flags = parse(args);
  if (flags.data === undefined || flags.data === "") throw new StartError(`--data DIR is missing. ${usage}`);
  if (flags.seed !== undefined && flags.seed !== "demo")
    throw new StartError(`--seed can only be "demo". ${usage}`);
  const service: EmulatorOptions = {
    port: wholeNumber("--port", flags.port ?? "0", 65_535),
    dataDir: resolve(flags.data),
    ...(flags.seed === "demo" && { seed: flags.seed }),
    run: !flags["no-run"],
    installDependencies: flags["install-dependencies"],
    archiveUploads: archiveUploads(flags["archive-uploads"] ?? "stored"),
    portFallback: flags["port-fallback"],
    // Without --exit-when-unused they limit nothing.
    ...limitsOf(flags["unused-seconds"]),
  };
  return {
    service,
    exitWhenUnused: flags["exit-when-unused"],
    /** Runs one folder instead of serving: runFolder.ts. */
    runFolder: flags["run-folder"],
    /** Deletes the leftovers of killed runs and exits. */
    clearRuns: flags["clear-runs"],
  };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        data: { type: "string" },
        seed: { type: "string" },
        "no-run": { type: "boolean", default: false },
        "install-dependencies": { type: "boolean", default: false },
        "archive-uploads": { type: "string" },
        "port-fallback": { type: "boolean", default: false },
        "exit-when-unused": { type: "boolean", default: false },
        "unused-seconds": { type: "string" },
        "run-folder": { type: "boolean", default: false },
        "clear-runs": { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
}

function limitsOf(unusedSeconds: string | undefined): Pick<EmulatorOptions, "lifelineLimits"> {
  if (unusedSeconds === undefined) return {};
  const unusedMs = wholeNumber("--unused-seconds", unusedSeconds, 86_400) * 1000;
  return { lifelineLimits: { unusedMs, neverUsedMs: Math.max(unusedMs, lifelineLimits.neverUsedMs) } };
}

function archiveUploads(text: string): ArchiveUploads {
  if (text === "stored" || text === "extracted") return text;
  throw new StartError(`--archive-uploads can only be "stored" or "extracted". ${usage}`);
}

function wholeNumber(flag: string, text: string, max: number): number {
  if (!/^\d+$/.test(text) || Number(text) > max) {
    throw new StartError(`${flag} must be a whole number from 0 to ${max}. ${usage}`);
  }
  return Number(text);
}
