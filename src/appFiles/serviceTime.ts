// How far the service's clock can be known, and so which modification times prove that a file is still the same.
import type { FileEntry } from "../core/model/model";

/** What tells one state of a file from another: the listing's own size and time. */
export interface FileVersion {
  readonly sizeBytes: number;
  /** The service's time, in milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  return a.sizeBytes === b.sizeBytes && a.modifiedAt === b.modifiedAt;
}

/** Whether two looks at a path found the same: one kind of entry in one version, or nothing both times. */
export function isSameEntry(a: FileEntry | undefined, b: FileEntry | undefined): boolean {
  if (!a || !b) return a === b;
  return a.type === b.type && isSameVersion(a, b);
}

/** A Date header is cut to the second. */
const headerStepMs = 1_000;

export class ServiceTime {
  /** The service's clock less the machine's monotonic one, at least. */
  private aheadMs = Number.NEGATIVE_INFINITY;
  /** At most. */
  private aheadAtMostMs = Number.POSITIVE_INFINITY;
  /** When the service's clock was last found to have been set (monotonic). */
  private wasSetAt = Number.NEGATIVE_INFINITY;

  /** An answer carried the service's time. `sentAt` and `receivedAt` are monotonic. */
  saw(serviceTime: number, sentAt: number, receivedAt: number): void {
    const ahead = serviceTime - receivedAt;
    // The service's clock was set back: what was known of it is no longer true.
    const wasSetBack = serviceTime + headerStepMs < sentAt + this.aheadMs;
    this.aheadMs = wasSetBack ? ahead : Math.max(this.aheadMs, ahead);
    const aheadAtMost = serviceTime + headerStepMs - sentAt;
    const wasSet = wasSetBack || ahead > this.aheadAtMostMs;
    if (wasSet) this.wasSetAt = receivedAt;
    this.aheadAtMostMs = wasSet ? aheadAtMost : Math.min(this.aheadAtMostMs, aheadAtMost);
  }

  /**
   * True when a file of that modification time, looked at no sooner than `askedAt` (monotonic), would have another time
   * had it been changed since: the tick of its time was over. Times of whole seconds tick once a second.
   */
  isCertain({ modifiedAt }: Pick<FileVersion, "modifiedAt">, askedAt: number): boolean {
    const tickMs = modifiedAt % 1_000 === 0 ? 1_000 : 1;
    return modifiedAt + tickMs <= askedAt + this.aheadMs;
  }

  /** True when a file of that modification time was certainly written after `time` (monotonic). */
  isAfter({ modifiedAt }: Pick<FileVersion, "modifiedAt">, time: number): boolean {
    return time >= this.wasSetAt && modifiedAt > time + this.aheadAtMostMs;
  }
}
