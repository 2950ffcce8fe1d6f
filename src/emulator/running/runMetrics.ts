// One measurement of an app, and of its processes.
import pidusage from "pidusage";
import type { EmulatorClock } from "../base/emulatorClock";
import type { AppRecord } from "../data/records";

export interface RunMetrics {
  readonly measuredAtMs: number;
  readonly online: boolean;
  readonly uptimeSeconds: number;
  readonly startedAtMs: number;
  /** Share of the app's virtual CPUs, 0 to 100. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
  readonly memoryLimitBytes: number;
  /** Received and sent through the external port since the start. */
  readonly networkRxBytes: number;
  readonly networkTxBytes: number;
}

/** Memory settings are in MiB. */
export const bytesPerMB = 1024 * 1024;

export function virtualCpus(memoryMB: number): number {
  return Math.max(1, Math.ceil(memoryMB / 2048));
}

/** Those of an app that does not run; null when it never ran. */
export function offlineMetrics(app: AppRecord, clock: EmulatorClock): RunMetrics | null {
  if (app.lastStartedAtMs === null) return null;
  return {
    measuredAtMs: clock.now(),
    online: false,
    uptimeSeconds: 0,
    startedAtMs: app.lastStartedAtMs,
    cpuPercent: 0,
    memoryBytes: 0,
    memoryLimitBytes: app.memoryMB * bytesPerMB,
    networkRxBytes: 0,
    networkTxBytes: 0,
  };
}

export interface Usage {
  /** 100 per fully used CPU. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
}

/** CPU is measured since the last call for the same process. */
export async function measureUsage(pids: readonly number[]): Promise<Usage> {
  const none: Usage = { cpuPercent: 0, memoryBytes: 0 };
  if (pids.length === 0) return none;
  try {
    const measured: Record<string, pidusage.Status | null> = await pidusage([...pids]);
    return Object.values(measured).reduce<Usage>(
      (sum, one) => ({
        cpuPercent: sum.cpuPercent + (one?.cpu ?? 0),
        memoryBytes: sum.memoryBytes + (one?.memory ?? 0),
      }),
      none,
    );
  } catch {
    // All have ended since they were listed.
    return none;
  }
}
