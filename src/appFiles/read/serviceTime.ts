// How far the service's clock can be known, and so which modification times prove that a file is still the same.
import type { FileEntry } from "../../core/model/model";

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
/** Times that are further behind the Date header prove nothing: they may never change. */
const farthestBehindMs = 60_000;
/** Files that are stamped further behind than this may look newer than an upload that was sent after them. */
const closeMs = 4_000;

export class ServiceTime {
  /** The service's clock less the machine's monotonic one, at least. */
  private aheadMs = Number.NEGATIVE_INFINITY;
  /** At most. */
  private aheadAtMostMs = Number.POSITIVE_INFINITY;
  /** How far modification times are ahead of the Date header, as own uploads showed; negative when they are behind. */
  private filesAhead: { readonly leastMs: number; readonly mostMs: number } | undefined;
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

  /** Whether an own upload has shown which times files get. */
  get knowsFileTimes(): boolean {
    return this.filesAhead !== undefined;
  }

  /** Whether a new time tells that a file was written just now, and not a minute ago. */
  get areFileTimesClose(): boolean {
    return (this.fileBehindMs ?? 0) <= closeMs;
  }

  /** How far modification times are behind the Date header at most. */
  private get fileBehindMs(): number | undefined {
    return this.filesAhead && Math.max(0, -this.filesAhead.leastMs);
  }

  /**
   * An upload that was sent and answered at these times (monotonic) gave its file this modification time. `isOld`: the file
   * had it before, with another content. Its time never changes, or the listing lags, and the upload's own time is later.
   */
  stored(
    { modifiedAt }: Pick<FileVersion, "modifiedAt">,
    sentAt: number,
    answeredAt: number,
    isOld = false,
  ): void {
    const leastMs = modifiedAt - (answeredAt + this.aheadAtMostMs);
    if (isOld) {
      const knownLeastMs = this.filesAhead?.leastMs ?? leastMs;
      this.filesAhead = { leastMs: Math.min(leastMs, knownLeastMs), mostMs: Number.POSITIVE_INFINITY };
      return;
    }
    const mostMs = modifiedAt + tickOf(modifiedAt) - (sentAt + this.aheadMs);
    const { filesAhead: known = { leastMs, mostMs } } = this;
    // The clock of files was set, or the app moved to a machine with another one.
    const isOther = leastMs > known.mostMs || mostMs < known.leastMs;
    this.filesAhead = isOther
      ? { leastMs, mostMs }
      : { leastMs: Math.max(leastMs, known.leastMs), mostMs: Math.min(mostMs, known.mostMs) };
  }

  /**
   * True when a file of that modification time, looked at no sooner than `askedAt` (monotonic), would have another time
   * had it been changed since: the tick of its time was over. Times of whole seconds tick once a second.
   */
  isCertain(
    { modifiedAt }: Pick<FileVersion, "modifiedAt">,
    askedAt: number,
    behindMs = this.fileBehindMs ?? 0,
  ): boolean {
    if (behindMs > farthestBehindMs) return false;
    return modifiedAt + tickOf(modifiedAt) + behindMs <= askedAt + this.aheadMs;
  }

  /** The same for what is destroyed: until an own upload shows it, files may be stamped a minute behind. */
  isCertainForLoss(version: Pick<FileVersion, "modifiedAt">, askedAt: number): boolean {
    return this.isCertain(version, askedAt, this.fileBehindMs ?? farthestBehindMs);
  }

  /** True when a file of that modification time was written after `time` (monotonic), as far as its clock is known. */
  isAfter(
    { modifiedAt }: Pick<FileVersion, "modifiedAt">,
    time: number,
    aheadMs = this.filesAhead?.leastMs ?? 0,
  ): boolean {
    return time >= this.wasSetAt && modifiedAt > time + this.aheadAtMostMs + Math.max(0, aheadMs);
  }

  /** The same for what is left as it is because of it: until an own upload shows their clock, of no file. */
  isCertainlyAfter(version: Pick<FileVersion, "modifiedAt">, time: number): boolean {
    return this.isAfter(version, time, this.filesAhead?.mostMs ?? Number.POSITIVE_INFINITY);
  }
}

/** How long another change would get the same time: a second where times are whole seconds. */
function tickOf(modifiedAt: number): number {
  return modifiedAt % 1_000 === 0 ? 1_000 : 1;
}
