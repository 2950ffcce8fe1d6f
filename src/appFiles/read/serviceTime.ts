// Estimates the service's clock, and so which modification times prove that a file is unchanged.
import type { FileEntry } from "../../core/model/model";

export interface FileVersion {
  readonly sizeBytes: number;
  /** Service time, in milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  return a.sizeBytes === b.sizeBytes && a.modifiedAt === b.modifiedAt;
}

/** Same type and version, or no entry both times. */
export function isSameEntry(a: FileEntry | undefined, b: FileEntry | undefined): boolean {
  if (!a || !b) return a === b;
  return a.type === b.type && isSameVersion(a, b);
}

const headerStepMs = 1_000;
/** Times further behind the Date header may never change, so they prove nothing. */
const farthestBehindMs = 60_000;
/** Files that are stamped further behind may look newer than a later upload. */
const closeMs = 4_000;

export class ServiceTime {
  /** Lower bound of the service's clock minus the monotonic one. */
  private aheadMs = Number.NEGATIVE_INFINITY;
  private aheadAtMostMs = Number.POSITIVE_INFINITY;
  /** The least that `aheadMs` was, for times before the last jump: the monotonic clock may not count sleep. */
  private leastAheadMs = Number.POSITIVE_INFINITY;
  /** Modification times minus the Date header, as own uploads showed. */
  private filesAhead: { readonly leastMs: number; readonly mostMs: number } | undefined;
  private ownTime: number | undefined;
  /** Own uploads got a time that is not certainly past, or different ones: times are not constant. */
  private doTimesChange = true;
  /** When the service's clock last jumped (monotonic). */
  private wasSetAt = Number.NEGATIVE_INFINITY;

  /** From a Date header. `sentAt` and `receivedAt` are monotonic. */
  saw(serviceTime: number, sentAt: number, receivedAt: number): void {
    const ahead = serviceTime - receivedAt;
    // The service's clock was set back: earlier bounds are void.
    const wasSetBack = serviceTime + headerStepMs < sentAt + this.aheadMs;
    const wasSet = wasSetBack || ahead > this.aheadAtMostMs;
    if (wasSet) {
      this.wasSetAt = receivedAt;
      this.leastAheadMs = Math.min(this.leastAheadMs, this.aheadMs, ahead);
    }
    this.aheadMs = wasSetBack ? ahead : Math.max(this.aheadMs, ahead);
    const aheadAtMost = serviceTime + headerStepMs - sentAt;
    this.aheadAtMostMs = wasSet ? aheadAtMost : Math.min(this.aheadAtMostMs, aheadAtMost);
  }

  get knowsFileTimes(): boolean {
    return this.filesAhead !== undefined;
  }

  /** A new time then means a write just now, not a minute ago. */
  get areFileTimesClose(): boolean {
    return (this.fileBehindMs ?? 0) <= closeMs;
  }

  private get fileBehindMs(): number | undefined {
    return this.filesAhead && Math.max(0, -this.filesAhead.leastMs);
  }

  /**
   * An own upload, sent and answered then (monotonic), got this time. `isOld`: the file had it before with
   * other content, so it is constant, or the listing lags.
   */
  stored(
    { modifiedAt }: Pick<FileVersion, "modifiedAt">,
    sentAt: number,
    answeredAt: number,
    isOld = false,
  ): void {
    const leastMs = modifiedAt - (answeredAt + this.aheadAtMostMs);
    const isSameTime = modifiedAt === this.ownTime;
    this.ownTime = modifiedAt;
    if (isOld) {
      this.doTimesChange = false;
      const knownLeastMs = this.filesAhead?.leastMs ?? leastMs;
      this.filesAhead = { leastMs: Math.min(leastMs, knownLeastMs), mostMs: Number.POSITIVE_INFINITY };
      return;
    }
    const mostMs = modifiedAt + tickOf(modifiedAt) - (sentAt + this.aheadMs);
    const { filesAhead: known = { leastMs, mostMs } } = this;
    // The clock was set, or the app moved to another machine.
    const isOther = leastMs > known.mostMs || mostMs < known.leastMs;
    this.doTimesChange = isOther || this.filesAhead === undefined ? mostMs >= 0 : !isSameTime;
    this.filesAhead = isOther
      ? { leastMs, mostMs }
      : { leastMs: Math.max(leastMs, known.leastMs), mostMs: Math.min(mostMs, known.mostMs) };
  }

  /**
   * Any change after `askedAt` (monotonic) would have another time. Whole-second times tick once a second.
   */
  isCertain(
    version: Pick<FileVersion, "modifiedAt">,
    askedAt: number,
    behindMs = this.fileBehindMs ?? 0,
  ): boolean {
    return this.doTimesChange && this.isBefore(version, askedAt, behindMs);
  }

  /** Whether the service's clock jumped at `time` (monotonic) or later, as it seems to after this machine's sleep. */
  wasSetSince(time: number): boolean {
    return this.wasSetAt >= time;
  }

  /** By the file's time, which may be constant. `time` is monotonic. */
  isBefore(
    { modifiedAt }: Pick<FileVersion, "modifiedAt">,
    time: number,
    behindMs = this.fileBehindMs ?? 0,
  ): boolean {
    if (behindMs > farthestBehindMs) return false;
    const aheadMs = time < this.wasSetAt ? this.leastAheadMs : this.aheadMs;
    return modifiedAt + tickOf(modifiedAt) + behindMs <= time + aheadMs;
  }

  /** For files about to be destroyed: until an own upload proves otherwise, times may lag a minute. */
  isCertainForLoss(version: Pick<FileVersion, "modifiedAt">, askedAt: number): boolean {
    return this.isCertain(version, askedAt, this.fileBehindMs ?? farthestBehindMs);
  }

  /** The file was written after `time` (monotonic), as far as the clock is known. */
  isAfter(
    { modifiedAt }: Pick<FileVersion, "modifiedAt">,
    time: number,
    aheadMs = this.filesAhead?.leastMs ?? 0,
  ): boolean {
    return time >= this.wasSetAt && modifiedAt > time + this.aheadAtMostMs + Math.max(0, aheadMs);
  }

  /** For a file that is kept because of it: until an own upload shows the clock, false. */
  isCertainlyAfter(version: Pick<FileVersion, "modifiedAt">, time: number): boolean {
    return this.isAfter(version, time, this.filesAhead?.mostMs ?? Number.POSITIVE_INFINITY);
  }
}

function tickOf(modifiedAt: number): number {
  return modifiedAt % 1_000 === 0 ? 1_000 : 1;
}
