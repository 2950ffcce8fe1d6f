// Installs an app's dependencies before its start, once per change of them, with a time limit.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmulatorClock } from "../base/emulatorClock";
import { readIfThere } from "../data/jsonFile";
import type { AppRecord } from "../data/records";
import { systemErrorCode } from "../files/fileAnswers";
import { installEnvironment } from "./appEnvironment";
import { type DependencyPlan, dependencyPlan, type InstallStep } from "./dependencyPlan";
import { launch, type Run } from "./launch";
import { appendNote, newestPart, openOutputLog } from "./outputLog";
import { stopProcessGroup } from "./processGroup";

const unreachable =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b|Failed to establish a new connection|Name or service not known|Temporary failure in name resolution|Network is unreachable|Connection refused|ConnectTimeoutError|ReadTimeoutError/i;

const howToGet: Readonly<Record<string, string>> = {
  npm: "Install Node.js with npm",
  pip: "Install it (on Debian and Ubuntu: apt-get install python3-pip)",
  venv: "Install it (on Debian and Ubuntu: apt-get install python3-venv)",
};

export interface InstallSettings {
  readonly timeoutMs: number;
}

export const defaultInstallTimeoutMs = 5 * 60_000;

interface AppFolders {
  readonly files: string;
  readonly home: string;
}

/** "ready": nothing is missing. */
type InstallOutcome = "ready" | "failed" | "stopped";

export class DependencyInstaller {
  #current: AbortController | undefined;

  constructor(
    private readonly settings: InstallSettings,
    private readonly clock: EmulatorClock,
  ) {}

  /** The running `install` then resolves with "stopped" once its processes have ended. */
  stop(): void {
    this.#current?.abort("stopped");
  }

  /** `onBegin` gets the plan, `onProcess` each process. */
  async install(
    app: AppRecord,
    folders: AppFolders,
    listener: { onBegin(shown: string): void; onProcess(run: Run): Promise<void> },
    command?: string,
  ): Promise<InstallOutcome> {
    // Before any await, so that `stop` works from now on.
    const current = new AbortController();
    this.#current = current;
    const timer = setTimeout(() => current.abort("too long"), this.settings.timeoutMs);
    try {
      const plan = await dependencyPlan(
        { runtime: app.runtime, command },
        folders.files,
        folders.home,
        this.#noteIn(folders),
      );
      if (!plan || (await isInstalled(plan, folders.home))) return "ready";
      listener.onBegin(plan.shown);
      return await this.#carryOut(plan, folders, current.signal, listener.onProcess);
    } finally {
      clearTimeout(timer);
      this.#current = undefined;
    }
  }

  #noteIn({ files }: AppFolders): (text: string) => Promise<void> {
    return (text) => appendNote(files, this.clock, text);
  }

  async #carryOut(
    plan: DependencyPlan,
    folders: AppFolders,
    signal: AbortSignal,
    onProcess: (run: Run) => Promise<void>,
  ): Promise<InstallOutcome> {
    const note = this.#noteIn(folders);
    await mkdir(folders.home, { recursive: true });
    await note(`installs its dependencies: ${plan.shown}`);
    for (const step of plan.steps) {
      let problem = signal.aborted ? "" : await this.#run(step, folders, signal, onProcess);
      if (signal.reason === "stopped") {
        await note("stopped installing its dependencies");
        return "stopped";
      }
      if (signal.aborted) problem = `it took longer than ${this.settings.timeoutMs / 1000} seconds.`;
      if (problem !== undefined) {
        await note(`wasn't started, because its dependencies couldn't be installed: ${problem}`);
        return "failed";
      }
    }
    await writeFile(installedNote(folders.home), plan.fingerprint);
    await note("installed its dependencies");
    return "ready";
  }

  /** An error sentence; undefined for success. */
  async #run(
    step: InstallStep,
    folders: AppFolders,
    signal: AbortSignal,
    onProcess: (run: Run) => Promise<void>,
  ): Promise<string | undefined> {
    const log = await openOutputLog(folders.files);
    try {
      const { size: before } = await log.stat();
      const run = await launch(step, {
        ...{ folder: folders.files, environment: installEnvironment(), log },
        ...{ port: 0, startedAtMs: this.clock.now(), memoryMB: 0 },
      });
      await onProcess(run);
      const end = await Promise.race([run.ended, untilAborted(signal)]);
      // Includes processes that a package's script left running.
      await stopProcessGroup(run.pid);
      if (!end?.crashed) return undefined;
      const { bytes } = await newestPart(log, before);
      return whyInstallFailed(step.program, end.how, bytes.toString("utf8"));
    } catch (error) {
      if (systemErrorCode(error) === "ENOENT") return whyInstallFailed(step.program, "not found", "");
      throw error;
    } finally {
      await log.close();
    }
  }
}

async function isInstalled(plan: DependencyPlan, home: string): Promise<boolean> {
  return plan.isThere() && (await readIfThere(installedNote(home))) === plan.fingerprint;
}

/** Records the last complete install. */
function installedNote(home: string): string {
  return join(home, "installed");
}

async function untilAborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/** `how`: "not found" when the program could not start, else how it ended. */
function whyInstallFailed(program: string, how: string, output: string): string {
  const missing = how === "not found" ? program : /No module named '?(pip|venv)\b/.exec(output)?.[1];
  if (missing !== undefined) {
    const advice = howToGet[missing] ?? `Install ${missing}`;
    return `${missing} isn't there on this machine. ${advice}, then restart the application.`;
  }
  if (unreachable.test(output)) {
    return "the package registry couldn't be reached. Check the network, then restart the application.";
  }
  return `${program} ${how}; what it said stands above.`;
}
