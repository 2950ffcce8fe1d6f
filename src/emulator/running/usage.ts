// CPU and memory of several processes.
import pidusage from "pidusage";

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
