// Runs the apps: one supervisor each, and one measurement of all per second.
import type { AppRecord } from "../data/records";
import { stopProcessGroup } from "./processGroup";
import { listProcesses, startStamp } from "./processList";
import { offlineMetrics, type RunMetrics } from "./runMetrics";
import type { Runner } from "./runner";
import { type RunnerSurroundings, Supervisor } from "./supervisor";

const measureEveryMs = 1_000;

export class AppRunner implements Runner {
  readonly #supervisors = new Map<string, Supervisor>();
  readonly #around: RunnerSurroundings;
  #timer: NodeJS.Timeout | undefined;
  #measuring = false;
  #stopped = false;

  constructor(around: RunnerSurroundings) {
    this.#around = around;
  }

  /**
   * Stops leftovers of a killed service, then starts every app that was running, without waiting for them.
   */
  async resume(): Promise<void> {
    const { state } = this.#around;
    for (const app of state.allApps()) {
      const left = app.process;
      if (left && left.startStamp !== "" && (await startStamp(left.pid)) === left.startStamp) {
        await stopProcessGroup(left.pid);
      }
      const status = ["active", "starting", "installing"].includes(app.status) ? { status: "stopped" } : {};
      state.patchApp(app._id, { process: null, ...status });
      if (app.wantsToRun) this.#startInBackground(app._id);
    }
  }

  async start(appId: string): Promise<void> {
    if (this.#stopped) return;
    this.#timer ??= setInterval(() => void this.#measure(), measureEveryMs).unref();
    let supervisor = this.#supervisors.get(appId);
    if (!supervisor) {
      supervisor = new Supervisor(appId, this.#around);
      this.#supervisors.set(appId, supervisor);
    }
    await supervisor.start();
  }

  async remove(appId: string): Promise<void> {
    const supervisor = this.#supervisors.get(appId);
    this.#supervisors.delete(appId);
    await supervisor?.close();
  }

  async metrics(app: AppRecord): Promise<RunMetrics | null> {
    const supervisor = this.#supervisors.get(app._id);
    if (supervisor?.isRunning && !supervisor.metrics(app)) await supervisor.measure(await listProcesses());
    const current = this.#around.state.record(app._id) ?? app;
    return supervisor?.metrics(current) ?? offlineMetrics(current, this.#around.clock);
  }

  async stopAll(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#supervisors.values()].map((supervisor) => supervisor.close()));
    this.#supervisors.clear();
  }

  #startInBackground(appId: string): void {
    this.start(appId).catch((error: unknown) => console.error("An application couldn't be started:", error));
  }

  async #measure(): Promise<void> {
    if (this.#measuring) return;
    const running = [...this.#supervisors.values()].filter((supervisor) => supervisor.isRunning);
    if (running.length === 0) return;
    this.#measuring = true;
    try {
      const processes = await listProcesses();
      await Promise.all(running.map((supervisor) => supervisor.measure(processes)));
      await Promise.all(running.map((supervisor) => supervisor.shortenLog()));
    } catch (error) {
      console.error("The applications couldn't be measured:", error);
    } finally {
      this.#measuring = false;
    }
  }
}
