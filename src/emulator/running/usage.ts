// CPU and memory of a set of processes together.
import pidusage from "pidusage";

export interface Usage {
  /** 100 for each CPU that is fully used. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
}

/** The sum over the processes; CPU since the last call for the same process. */
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
    // All of them ended between being listed and being measured.
    return none;
  }
}
