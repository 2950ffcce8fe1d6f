// Interface of what runs apps: appRunner.ts, or PretendRunner in tests.
import type { EmulatorClock } from "../base/emulatorClock";
import type { AppRecord } from "../data/records";
import type { State } from "../data/state";
import { offlineMetrics, type RunMetrics } from "./runMetrics";
import { freePort } from "./webProxy";

export interface Runner {
  /** Restarts a running app. Resolves when the first moments have passed. */
  start(appId: string): Promise<void>;
  /** Stops every process of the app and frees its port. */
  remove(appId: string): Promise<void>;
  /** Null when the app never ran. */
  metrics(app: AppRecord): Promise<RunMetrics | null>;
  /** The next service of this folder starts them again. */
  stopAll(): Promise<void>;
}

/** For tests of the HTTP API: apps are "active" at once, without processes, and the metrics are made up. */
export class PretendRunner implements Runner {
  readonly #state: State;
  readonly #clock: EmulatorClock;

  constructor(state: State, clock: EmulatorClock) {
    this.#state = state;
    this.#clock = clock;
  }

  async start(appId: string): Promise<void> {
    const app = this.#state.app(appId);
    const externalPort = app.exposedViaWeb ? (app.externalPort ?? (await freePort())) : app.externalPort;
    this.#state.patchApp(appId, {
      status: "active",
      wantsToRun: true,
      restartRequired: false,
      lastStartedAtMs: Math.max(this.#clock.now(), (app.lastStartedAtMs ?? 0) + 1),
      externalPort,
      internalPort: 8080,
    });
  }

  async remove(): Promise<void> {}

  async metrics(app: AppRecord): Promise<RunMetrics | null> {
    const offline = offlineMetrics(app, this.#clock);
    if (!offline || app.status !== "active") return offline;
    const { measuredAtMs, startedAtMs, memoryLimitBytes } = offline;
    return {
      ...{ ...offline, online: true, cpuPercent: 1.5 },
      uptimeSeconds: Math.max(0, Math.floor((measuredAtMs - startedAtMs) / 1000)),
      memoryBytes: Math.round(memoryLimitBytes / 8),
    };
  }

  async stopAll(): Promise<void> {}
}
