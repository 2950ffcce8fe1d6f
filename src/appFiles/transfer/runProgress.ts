// Progress and remaining time of a transfer: uploads and downloads by the rate limits, text reads without.
import { downloadRule, threeSecondRule } from "../../api/limits/rateRules";
import type { Clock } from "../../core/async/clock";
import {
  type Load,
  type PeriodLimit,
  remainingLimitedMs,
  remainingReadMs,
  weightOf,
} from "../../core/transfers/remainingTime";
import { mayBeText } from "../read/fileReads";
import { putBytesOf, type TransferRow } from "./plan/transferPlan";

export interface TransferProgress {
  readonly done: number;
  readonly total: number;
  /** The oldest running file, by path in the app. */
  readonly path: string;
  /** 0 to 1. */
  readonly fraction: number;
  readonly remainingMs: number;
}

/** Rate limits, for the remaining time. */
export interface TransferLimits {
  readonly uploadEveryMs: number;
  readonly downloads: PeriodLimit;
}

export const serviceLimits: TransferLimits = {
  uploadEveryMs: threeSecondRule.periodMs,
  downloads: {
    perPeriod: downloadRule.requests - downloadRule.heldForInteractive,
    periodMs: downloadRule.periodMs,
  },
};

export class RunProgress {
  private readonly startedAt: number;
  private readonly inFlight = new Set<TransferRow>();
  private readonly sent = new Counted();
  private readonly free = new Counted();
  private readonly limited = new Counted();

  constructor(
    private readonly rows: readonly TransferRow[],
    private readonly limits: TransferLimits,
    private readonly clock: Clock,
    private readonly onProgress: (progress: TransferProgress) => void,
  ) {
    this.startedAt = clock.monotonicMs();
    for (const row of rows) this.loadOf(row)?.expect(row);
  }

  begin(row: TransferRow): void {
    this.inFlight.add(row);
    this.report();
  }

  end(row: TransferRow): void {
    this.inFlight.delete(row);
    this.done++;
    this.loadOf(row)?.add(row);
    this.report();
  }

  private done = 0;

  private loadOf(row: TransferRow): Counted | undefined {
    if (putBytesOf(row) === undefined) return undefined;
    if (row.direction === "toApp") return this.sent;
    return isLimited(row) ? this.limited : this.free;
  }

  private report(): void {
    const [oldest] = this.inFlight;
    if (!oldest) return;
    const { sent, free, limited, limits } = this;
    const elapsedMs = this.clock.monotonicMs() - this.startedAt;
    const sending = { total: sent.files, done: sent.filesDone, elapsedMs, leastMsEach: limits.uploadEveryMs };
    const weight = free.weight + limited.weight;
    this.onProgress({
      done: this.done,
      total: this.rows.length,
      path: oldest.path,
      fraction:
        sent.files > 0 || weight === 0
          ? this.done / Math.max(1, this.rows.length)
          : (free.weightDone + limited.weightDone) / weight,
      remainingMs:
        remainingLimitedMs(sending) +
        (weight === 0 ? 0 : remainingReadMs(free, { ...limited, limit: limits.downloads }, elapsedMs)),
    });
  }
}

/** Downloads are rate-limited, text reads are not. */
export function isLimited({ direction, backup, remote }: TransferRow): boolean {
  return (
    direction === "toLocal" && !backup && remote !== undefined && !mayBeText(remote.name, remote.sizeBytes)
  );
}

class Counted implements Load {
  files = 0;
  filesDone = 0;
  weight = 0;
  weightDone = 0;

  expect(row: TransferRow): void {
    this.files++;
    this.weight += weightOf(putBytesOf(row) ?? 0);
  }

  add(row: TransferRow): void {
    this.filesDone++;
    this.weightDone += weightOf(putBytesOf(row) ?? 0);
  }
}
