// Runs one app: starts, stops, restarts after a crash, and keeps its record up to date.

import type { EmulatorClock } from "../base/emulatorClock";
import type { DataFolder } from "../data/dataFolder";
import type { AppRecord } from "../data/records";
import type { State } from "../data/state";
import { appCommand } from "./appCommand";
import { appEnvironment, type ProgramFolders } from "./appEnvironment";
import { DependencyInstaller, type InstallSettings } from "./dependencyInstaller";
import { launch, type Run, type RunEnd, reachable } from "./launch";
import { appendNote, noteLine, openOutputLog, shortenOutputLog } from "./outputLog";
import { stopProcessGroup } from "./processGroup";
import { type ListedProcess, startStamp, treeOf } from "./processList";
import { environmentPrograms, hasEnvironment, pythonFallback } from "./pythonPrograms";
import { bytesPerMB, measureUsage, type RunMetrics, type Usage, virtualCpus } from "./runMetrics";
import { freePort, WebProxy } from "./webProxy";

const firstRetryDelayMs = 500;
const longestRetryDelayMs = 30_000;
const settleLimitMs = 1_500;

export interface RunnerSurroundings {
  readonly state: State;
  readonly folders: DataFolder;
  readonly clock: EmulatorClock;
  /** Absent: apps start with the packages that are installed. */
  readonly install?: InstallSettings | undefined;
  /** Replaces the install command; "" for the default. */
  readonly installCommand?: () => string;
  /** Besides those of the app's record. */
  readonly variables?: () => readonly { readonly key: string; readonly value: string }[];
}

export class Supervisor {
  readonly #appId: string;
  readonly #around: RunnerSurroundings;
  readonly #installer: DependencyInstaller | undefined;
  #run: Run | undefined;
  #proxy: WebProxy | undefined;
  #sample: (Usage & { readonly atMs: number }) | undefined;
  #retryDelayMs = firstRetryDelayMs;
  #retry: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(appId: string, around: RunnerSurroundings) {
    this.#appId = appId;
    this.#around = around;
    if (around.install) this.#installer = new DependencyInstaller(around.install, around.clock);
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Resolves when the app is reachable or has ended, or after a moment. */
  async start(): Promise<void> {
    this.#retryDelayMs = firstRetryDelayMs;
    this.#installer?.stop();
    const settled = this.#inTurn(() => this.#launch()).then(({ done }) => done);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, settleLimitMs);
    });
    await Promise.race([settled, limit]);
    clearTimeout(timer);
  }

  /** No restart afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#installer?.stop();
    await this.#inTurn(async () => {
      await this.#stop();
      await this.#proxy?.close();
      this.#proxy = undefined;
    });
  }

  /** Stops the app when it exceeds its memory. */
  async measure(processes: readonly ListedProcess[]): Promise<void> {
    const run = this.#run;
    if (!run) return;
    const pids = process.platform === "win32" ? [run.pid] : treeOf(run.pid, processes);
    const usage = await measureUsage(pids);
    if (this.#run !== run) return;
    this.#sample = { ...usage, atMs: this.#around.clock.now() };
    if (usage.memoryBytes > run.memoryMB * bytesPerMB) await this.#inTurn(() => this.#stopOverLimit(run));
  }

  async shortenLog(): Promise<void> {
    if (this.#run) await shortenOutputLog(this.#folder());
  }

  /** Undefined while it doesn't run or hasn't been measured. */
  metrics(app: AppRecord): RunMetrics | undefined {
    const [run, sample] = [this.#run, this.#sample];
    if (!run || !sample) return undefined;
    const nowMs = this.#around.clock.now();
    const cpus = virtualCpus(run.memoryMB);
    return {
      measuredAtMs: sample.atMs,
      online: app.status === "active",
      uptimeSeconds: Math.max(0, Math.floor((nowMs - run.startedAtMs) / 1000)),
      startedAtMs: run.startedAtMs,
      cpuPercent: Math.round(Math.min(100, Math.max(0, sample.cpuPercent / cpus)) * 100) / 100,
      memoryBytes: Math.round(sample.memoryBytes),
      memoryLimitBytes: run.memoryMB * bytesPerMB,
      networkRxBytes: this.#proxy?.rxBytes ?? 0,
      networkTxBytes: this.#proxy?.txBytes ?? 0,
    };
  }

  // Wrapped in an object: the queue would await a returned promise.
  async #launch(): Promise<{ readonly done: Promise<void> }> {
    await this.#stop();
    const app = this.#around.state.record(this.#appId);
    if (!app || this.#closed) return { done: Promise.resolve() };
    if (!(await this.#hasDependencies(app))) return { done: Promise.resolve() };
    const startedAtMs = Math.max(this.#around.clock.now(), (app.lastStartedAtMs ?? 0) + 1);
    try {
      await this.#openDoor(app);
      const port = await freePort();
      this.#patch({
        status: "starting",
        wantsToRun: true,
        restartRequired: false,
        lastStartedAtMs: startedAtMs,
        internalPort: port,
      });
      const run = await this.#spawn(app, port, startedAtMs);
      return { done: this.#settle(run, app.exposedViaWeb) };
    } catch (error) {
      await this.#note(`couldn't be started: ${error instanceof Error ? error.message : String(error)}`);
      this.#patch({ status: "crashed", wantsToRun: false, lastStartedAtMs: startedAtMs });
      return { done: Promise.resolve() };
    }
  }

  /** False when the app can't start; its status and log say why. */
  async #hasDependencies(app: AppRecord): Promise<boolean> {
    if (!this.#installer) return true;
    const folders = { files: this.#folder(), home: this.#home() };
    try {
      const listener = {
        onBegin: (installDependenciesCmd: string) =>
          this.#patch({ status: "installing", wantsToRun: true, installDependenciesCmd }),
        onProcess: (run: Run) => this.#remember(run),
      };
      const outcome = await this.#installer.install(app, folders, listener, this.#around.installCommand?.());
      if (outcome === "ready") return !this.#closed;
      this.#patch({ status: outcome === "failed" ? "install failed" : "stopped", process: null });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await this.#note(`wasn't started, because its dependencies couldn't be installed: ${reason}`);
      this.#patch({ status: "install failed", process: null });
    }
    return false;
  }

  async #spawn(app: AppRecord, port: number, startedAtMs: number): Promise<Run> {
    const command = appCommand(app);
    const log = await openOutputLog(this.#folder());
    try {
      await log.appendFile(noteLine(this.#around.clock, `starts: ${command.shown}`));
      const variables = [...app.environment, ...(this.#around.variables?.() ?? [])];
      const environment = appEnvironment(port, variables, await this.#programs(app));
      const where = { folder: this.#folder(), environment, log, port, startedAtMs, memoryMB: app.memoryMB };
      const run = await launch(command, where);
      this.#run = run;
      this.#sample = undefined;
      if (this.#proxy) {
        this.#proxy.resetCounts();
        this.#proxy.internalPort = port;
      }
      void run.ended.then((end) => this.#byItself(() => this.#afterEnd(run, end)));
      await this.#remember(run);
      return run;
    } finally {
      await log.close();
    }
  }

  /** For the next service, after this one was killed. */
  async #remember(run: Run): Promise<void> {
    this.#patch({ process: { pid: run.pid, startStamp: (await startStamp(run.pid)) ?? "" } });
  }

  async #programs(app: AppRecord): Promise<ProgramFolders> {
    if (app.runtime !== "python") return {};
    const home = this.#home();
    return {
      first: hasEnvironment(home) ? environmentPrograms(home) : undefined,
      last: await pythonFallback(this.#around.folders.programs),
    };
  }

  /** Resolves when the app is "active" or has ended. */
  async #settle(run: Run, exposedViaWeb: boolean): Promise<void> {
    if (exposedViaWeb) await reachable(run);
    if (this.#run === run && !run.hasEnded) this.#patch({ status: "active" });
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#retry);
    const run = this.#run;
    if (!run) return;
    this.#forgetRun();
    await stopProcessGroup(run.pid);
    await this.#note("was stopped");
    this.#patch({ status: "stopped", process: null });
  }

  async #stopOverLimit(run: Run): Promise<void> {
    if (this.#run !== run) return;
    await this.#stop();
    await this.#note(`used more than its ${run.memoryMB} MB of memory`);
    this.#patch({ status: "memory limit exceeded", wantsToRun: false });
  }

  async #afterEnd(run: Run, end: RunEnd): Promise<void> {
    if (this.#run !== run) return;
    this.#forgetRun();
    await stopProcessGroup(run.pid);
    await this.#note(end.how);
    const again =
      end.crashed && this.#around.state.record(this.#appId)?.autoRestart === true && !this.#closed;
    this.#patch({ status: end.crashed ? "crashed" : "stopped", wantsToRun: again, process: null });
    if (again) await this.#startAgainLater(run);
  }

  async #startAgainLater(run: Run): Promise<void> {
    if (this.#around.clock.now() - run.startedAtMs > longestRetryDelayMs)
      this.#retryDelayMs = firstRetryDelayMs;
    await this.#note(`starts again in ${this.#retryDelayMs / 1000} s`);
    this.#retry = setTimeout(() => void this.#byItself(() => this.#launch()), this.#retryDelayMs);
    this.#retryDelayMs = Math.min(longestRetryDelayMs, this.#retryDelayMs * 2);
  }

  async #openDoor(app: AppRecord): Promise<void> {
    if (app.exposedViaWeb && !this.#proxy) {
      this.#proxy = await WebProxy.open(app.externalPort);
      this.#patch({ externalPort: this.#proxy.port });
    }
    if (!app.exposedViaWeb && this.#proxy) {
      await this.#proxy.close();
      this.#proxy = undefined;
    }
  }

  #forgetRun(): void {
    this.#run = undefined;
    this.#sample = undefined;
    if (this.#proxy) this.#proxy.internalPort = null;
  }

  async #note(text: string): Promise<void> {
    await appendNote(this.#folder(), this.#around.clock, text);
  }

  #patch(patch: Partial<AppRecord>): void {
    this.#around.state.patchApp(this.#appId, patch);
  }

  #folder(): string {
    return this.#around.folders.app(this.#appId);
  }

  #home(): string {
    return this.#around.folders.appHome(this.#appId);
  }

  /** A restart never overlaps the handling of a crash. */
  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(action);
    // The caller gets the failure; the queue goes on.
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** For actions without a caller: failures are logged. */
  async #byItself(action: () => Promise<unknown>): Promise<void> {
    try {
      await this.#inTurn(action);
    } catch (error) {
      console.error("The local service failed to look after an application:", error);
    }
  }
}
