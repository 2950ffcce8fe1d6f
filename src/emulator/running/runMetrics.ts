// One measurement of an app.

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
