// One sample of what an app uses, before it is put into the interface's words.

export interface RunMetrics {
  readonly measuredAtMs: number;
  readonly online: boolean;
  readonly uptimeSeconds: number;
  readonly startedAtMs: number;
  /** Share of the app's virtual CPUs, 0 to 100. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
  readonly memoryLimitBytes: number;
  /** Bytes that the app received and sent through its external port since it started. */
  readonly networkRxBytes: number;
  readonly networkTxBytes: number;
}

/** Memory settings are in MB of 1024 * 1024 bytes. */
export const bytesPerMB = 1024 * 1024;

/** Virtual CPUs that go with this much memory. */
export function virtualCpus(memoryMB: number): number {
  return Math.max(1, Math.ceil(memoryMB / 2048));
}
