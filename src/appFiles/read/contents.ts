// Cache of recently read and stored contents by version: Local History, undo and reopening cost no request.
import type { FileEntry } from "../../core/model/model";
import { type FileVersion, isSameVersion, type ServiceTime } from "./serviceTime";

export interface Content {
  readonly bytes: Uint8Array;
  readonly hash: string;
  /** True when any later change would have another version. */
  readonly isCertain: boolean;
}

interface Known extends Content {
  readonly version: FileVersion;
  /** When the content was last proved (monotonic ms). */
  readonly knownAt: number;
  /** When it was read or sent: later content of this size may have the same time. Monotonic ms. */
  readonly seenAt: number;
}

export interface Observed {
  readonly entry: FileEntry;
  readonly askedAt: number;
}

/** Holds at most `maxTotalBytes`: the least recently used contents are dropped first. */
export class Contents {
  private readonly known = new Map<string, Known>();
  private totalBytes = 0;

  constructor(
    private readonly maxTotalBytes: number,
    private readonly serviceTime: Pick<ServiceTime, "isCertain">,
  ) {}

  /** By version. An uncertain one only for listings requested before `knownAt`; `isExact`, before a loss: `seenAt`. */
  get(path: string, { entry, askedAt }: Observed, isExact = false): Content | undefined {
    const known = this.known.get(path);
    if (!known || !isSameVersion(known.version, entry)) return undefined;
    // A later upload may have shown that times prove less.
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
