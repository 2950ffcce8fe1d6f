// A window's clock: time passes by the scheduler; the wall clock is the window's own and may be set.
import type { Clock } from "../../src/core/async/clock";
import type { Life, Scheduler } from "./scheduler";

/** Wall clock at a monotonic time of 0. */
export const wallStart = Date.UTC(2026, 0, 5, 9);

export interface MachineClocks {
  /** How far its wall clock is set forward. */
  readonly aheadMs: number;
  /** Start in `nowMs`. */
  readonly bootedAtMs: number;
  /** How long its monotonic clock stood still since. */
  readonly sleptMs: number;
  readonly asleepSinceMs: number | undefined;
}

export class VirtualClock implements Clock {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly life: Life,
    private readonly machine: MachineClocks,
  ) {}

  now(): number {
    return wallStart + this.scheduler.nowMs + this.machine.aheadMs;
  }

  monotonicMs(): number {
    const { bootedAtMs, asleepSinceMs, sleptMs } = this.machine;
    return (asleepSinceMs ?? this.scheduler.nowMs) - bootedAtMs - sleptMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = this.after(ms, () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
      signal?.addEventListener("abort", stop, { once: true });
    });
  }

  after(ms: number, call: () => void): () => void {
    return this.scheduler.schedule(this.life, ms, `${this.life.name} timer`, call);
  }
}
