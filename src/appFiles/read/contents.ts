// Contents of files that were read or stored lately, each with the version that it was seen under, so that Local
// History, undo and reopening cost no request.
import type { FileEntry } from "../../core/model/model";
import { type FileVersion, isSameVersion, type ServiceTime } from "./serviceTime";

/** Bytes and their SHA-256 in hexadecimal. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly hash: string;
  /** The version that it was seen under could not have stayed the same over another change. */
  readonly isCertain: boolean;
}

interface Known extends Content {
  readonly version: FileVersion;
  /** When the content was last known to be the service's; monotonic. */
  readonly knownAt: number;
  /** When it was read, or sent: from then on something else of this size may have come in the same tick. Monotonic. */
  readonly seenAt: number;
}

/** A listed file, and when the listing was asked for (monotonic). */
export interface Observed {
  readonly entry: FileEntry;
  readonly askedAt: number;
}

/** Keeps the latest known content of each path, least recently used out first. */
export class Contents {
  private readonly known = new Map<string, Known>();
  private totalBytes = 0;

  constructor(
    private readonly maxTotalBytes: number,
    private readonly serviceTime: Pick<ServiceTime, "isCertain">,
  ) {}

  /**
   * The content of the listed file. Under an uncertain version only while no later listing was asked for; `isExact`, for
   * callers that destroy it: only while none was asked for since it was read or sent.
   */
  get(path: string, { entry, askedAt }: Observed, isExact = false): Content | undefined {
    const known = this.known.get(path);
    if (!known || !isSameVersion(known.version, entry)) return undefined;
    // An upload may have shown since that times of files prove less.
    const isCertain = known.isCertain && this.serviceTime.isCertain(known.version, known.knownAt);
    if (!isCertain && askedAt > (isExact ? known.seenAt : known.knownAt)) return undefined;
    this.known.delete(path);
    this.known.set(path, known);
    return { ...known, isCertain };
  }

  put(
    path: string,
    content: Content,
    { version, knownAt, seenAt }: Pick<Known, "version" | "knownAt" | "seenAt">,
  ): void {
    this.delete(path);
    const { bytes, hash, isCertain } = content;
    if (bytes.byteLength > this.maxTotalBytes) return;
    const { sizeBytes, modifiedAt } = version;
    this.known.set(path, { bytes, hash, isCertain, knownAt, seenAt, version: { sizeBytes, modifiedAt } });
    this.totalBytes += bytes.byteLength;
    for (const oldest of this.known.keys()) {
      if (this.totalBytes <= this.maxTotalBytes) break;
      this.delete(oldest);
    }
  }

  delete(path: string): void {
    const known = this.known.get(path);
    if (!known) return;
    this.known.delete(path);
    this.totalBytes -= known.bytes.byteLength;
  }

  clear(): void {
    this.known.clear();
    this.totalBytes = 0;
  }
}
