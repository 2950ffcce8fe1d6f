// A window's clock: time that passes is the scheduler's, the time of day is the window's own and may be set.
import type { Clock } from "../../src/core/async/clock";
import type { Life, Scheduler } from "./scheduler";

/** The time of day when a machine's monotonic clock shows 0. */
export const wallStart = Date.UTC(2026, 0, 5, 9);

export class VirtualClock implements Clock {
  /** Of the machine: how far its time of day is set forward, and when it was started (of `nowMs`). */
  constructor(
    private readonly scheduler: Scheduler,
    private readonly life: Life,
    private readonly wall: { readonly aheadMs: number; readonly bootedAtMs: number },
  ) {}

  now(): number {
    return wallStart + this.scheduler.nowMs + this.wall.aheadMs;
  }

  monotonicMs(): number {
    return this.scheduler.nowMs - this.wall.bootedAtMs;
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
