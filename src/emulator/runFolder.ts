// Runs one folder like an app of the service, while the parent process keeps stdin open. Settings arrive as
// lines of JSON, output and status leave as lines of JSON.
import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { machineClock } from "./base/emulatorClock";
import { DataFolder } from "./data/dataFolder";
import { readIfThere, writePrivateFile } from "./data/jsonFile";
import { newAppRecord } from "./data/newApp";
import type { AppRecord } from "./data/records";
import { State } from "./data/state";
import { systemErrorCode } from "./files/fileAnswers";
import { AppRunner } from "./running/appRunner";
import { defaultInstallTimeoutMs } from "./running/dependencyInstaller";
import { newestPart, outputLogName } from "./running/outputLog";
import { isRunning, startStamp } from "./running/processList";
import { theUser } from "./seed/people";
import { StartError } from "./startError";

/** The only app of a run's data folder. */
const runId = "000000000000000000000001";
const lookEveryMs = 150;
/** A start holds its lock for moments; one that was killed left it. */
const staleLockMs = 10_000;

/** Restarts the app with these settings. */
type RunRequest = Partial<
  Pick<AppRecord, "name" | "runtime" | "mainFile" | "startupCommand" | "memoryMB" | "exposedViaWeb">
> & {
  /** Replaces the install command that the app's files imply. */
  readonly installCommand?: string;
  /** Not stored. */
  readonly environment?: readonly { readonly key: string; readonly value: string }[];
};

/** File folder, output, status and URL. */
export type RunNews =
  | { readonly folder: string }
  | { readonly output: string }
  | { readonly status: string; readonly port: number | null };

/** Resolves when stdin has ended and every process has stopped. Rejects with a StartError. */
export async function runFolder(
  dataDir: string,
  requests: AsyncIterable<string>,
  report: (news: RunNews) => void,
): Promise<void> {
  const folders = new DataFolder(dataDir);
  await folders.prepare();
  const keeperFile = keeperFileOf(dataDir);
  await requireAlone(keeperFile);
  const { state } = await State.open(folders.stateFile, machineClock, theUser(machineClock));
  let variables: NonNullable<RunRequest["environment"]> = [];
  let installCommand = "";
  const install = { timeoutMs: defaultInstallTimeoutMs };
  const runner = new AppRunner({
    ...{ state, folders, clock: machineClock, install },
    variables: () => variables,
    installCommand: () => installCommand,
  });
  // Processes left by a crash are stopped and not restarted.
  state.patchApp(runId, { wantsToRun: false });
  await runner.resume();

  const folder = folders.app(runId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await clear(folder);
  report({ folder });
  const output = new Output(join(folder, outputLogName), (text) => report({ output: text }));
  let said = "";
  const look = async (): Promise<void> => {
    await output.read();
    const app = state.record(runId);
    const news = app && { status: app.status, port: app.exposedViaWeb ? app.externalPort : null };
    if (!news || JSON.stringify(news) === said) return;
    said = JSON.stringify(news);
    report(news);
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => console.error("An application's output couldn't be read:", error))
      .finally(() => {
        looking = undefined;
      });
  }, lookEveryMs);
  try {
    for await (const request of requests) {
      const {
        environment = [],
        installCommand: command = "",
        ...settings
      } = JSON.parse(request) as RunRequest;
      variables = environment;
      installCommand = command;
      if (state.record(runId)) state.patchApp(runId, settings);
      else state.addApp(newAppRecord({ userId: state.user._id, ...settings, _id: runId }, machineClock));
      await runner.start(runId);
    }
  } finally {
    await runner.stopAll();
    clearInterval(timer);
    await looking;
    await look();
    await state.saved();
    await clear(folder);
    await writePrivateFile(keeperFile, "");
  }
}

/** Deletes the copy; installed npm packages stay for the next run. */
async function clear(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(noneIfMissing)).filter((name) => name !== "node_modules");
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** `root` holds the data folders of all runs. */
export async function clearKilledRuns(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const folders = new DataFolder(join(root, name));
    const keeperFile = keeperFileOf(folders.root);
    if (!(await readIfThere(keeperFile)) || (await isKept(keeperFile, true))) continue;
    await clear(folders.app(runId));
    await writePrivateFile(keeperFile, "");
  }
}

/** Contains the id of the run's process; empty after an orderly end. */
function keeperFileOf(dataDir: string): string {
  return join(dataDir, "run.json");
}

/** `orUnknown`: result for an existing id where the system does not report start times, as on Windows. */
async function isKept(keeperFile: string, orUnknown: boolean): Promise<boolean> {
  const [pid = "", stamp = ""] = ((await readIfThere(keeperFile)) ?? "").split(" ");
  if (stamp !== "") return (await startStamp(Number(pid))) === stamp;
  return orUnknown && pid !== "" && isRunning(Number(pid));
}

/** Two runs would overwrite each other's files. */
async function requireAlone(keeperFile: string): Promise<void> {
  const lock = `${keeperFile}.lock`;
  await mkdir(lock).catch((error: unknown) => {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    const lockedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Math.abs(machineClock.now() - lockedAt) < staleLockMs) throw alreadyRuns();
    try {
      // At once, so that another window which also found it too old fails here.
      rmdirSync(lock);
      mkdirSync(lock);
    } catch {
      throw alreadyRuns();
    }
  });
  try {
    if (await isKept(keeperFile, false)) throw alreadyRuns();
    await writePrivateFile(keeperFile, `${process.pid} ${(await startStamp(process.pid)) ?? ""}`);
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

function alreadyRuns(): StartError {
  return new StartError("This folder already runs in another window.");
}

function noneIfMissing(error: unknown): string[] {
  if (systemErrorCode(error) === "ENOENT") return [];
  throw error;
}

/** Follows a log, once it exists. */
class Output {
  private offset = 0;
  private decoder = new TextDecoder();

  constructor(
    private readonly file: string,
    private readonly onText: (text: string) => void,
  ) {}

  async read(): Promise<void> {
    try {
      const log = await open(this.file);
      try {
        const { start, bytes } = await newestPart(log, this.offset);
        // A part was skipped, or the log was cut.
        if (start > 0 && start !== this.offset) this.decoder = new TextDecoder();
        this.offset = start + bytes.length;
        const text = this.decoder.decode(bytes, { stream: true });
        if (text !== "") this.onText(text);
      } finally {
        await log.close();
      }
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT") throw error;
      this.offset = 0;
    }
  }
}
