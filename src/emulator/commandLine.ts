// Reads the flags of `main.ts`. Unknown or half-given ones are refused: a misspelt flag must not be ignored silently.
import { parseArgs } from "node:util";
import type { ArchiveUploads } from "./handlers/service";
import { StartError } from "./startError";

export interface CommandLine {
  readonly port: number;
  readonly dataDir: string;
  readonly seed?: "demo";
  readonly run: boolean;
  readonly installDependencies: boolean;
  readonly archiveUploads: ArchiveUploads;
  readonly portFallback: boolean;
  readonly exitWhenUnused: boolean;
  /** Runs one folder instead of serving, see runFolder.ts. */
  readonly runFolder: boolean;
  /** Takes away what killed runs of folders left, and ends. */
  readonly clearRuns: boolean;
  /** How long nobody may use the service before it ends; only with `exitWhenUnused`. */
  readonly unusedSeconds?: number;
}

export const usage =
  "Usage: --port N --data DIR [--seed demo] [--no-run] [--install-dependencies] " +
  "[--archive-uploads stored|extracted] [--port-fallback] [--exit-when-unused [--unused-seconds N]] [--run-folder] [--clear-runs]";

export function readCommandLine(args: readonly string[]): CommandLine {
  const flags = parse(args);
  if (flags.data === undefined || flags.data === "") throw new StartError(`--data DIR is missing. ${usage}`);
  if (flags.seed !== undefined && flags.seed !== "demo")
    throw new StartError(`--seed can only be "demo". ${usage}`);
  return {
    port: wholeNumber("--port", flags.port ?? "0", 65_535),
    dataDir: flags.data,
    ...(flags.seed === "demo" && { seed: flags.seed }),
    run: !flags["no-run"],
    installDependencies: flags["install-dependencies"],
    archiveUploads: archiveUploads(flags["archive-uploads"] ?? "stored"),
    portFallback: flags["port-fallback"],
    exitWhenUnused: flags["exit-when-unused"],
    runFolder: flags["run-folder"],
    clearRuns: flags["clear-runs"],
    ...(flags["unused-seconds"] !== undefined && {
      unusedSeconds: wholeNumber("--unused-seconds", flags["unused-seconds"], 86_400),
    }),
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
