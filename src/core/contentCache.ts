// Bytes of files that were read or written lately, so that Local History, undo and reopening cost no request.

/** What tells one state of a file from another: the listing's own size and time. */
export interface FileVersion {
  readonly sizeBytes: number;
  readonly modifiedAt: number;
}

export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  return a.sizeBytes === b.sizeBytes && a.modifiedAt === b.modifiedAt;
}

/** Keeps the latest known content of each path, least recently used out first. */
export class ContentCache {
  private readonly contents = new Map<
    string,
    { readonly version: FileVersion; readonly bytes: Uint8Array }
  >();
  private totalBytes = 0;

  constructor(private readonly maxTotalBytes: number) {}

  /** The bytes of `path` when they are of that version. */
  get(path: string, version: FileVersion): Uint8Array | undefined {
    const content = this.contents.get(path);
    if (!content || !isSameVersion(content.version, version)) return undefined;
    this.contents.delete(path);
    this.contents.set(path, content);
    return content.bytes;
  }

  put(path: string, version: FileVersion, bytes: Uint8Array): void {
    this.delete(path);
    if (bytes.byteLength > this.maxTotalBytes) return;
    this.contents.set(path, { version: { ...version }, bytes });
    this.totalBytes += bytes.byteLength;
    for (const oldest of this.contents.keys()) {
      if (this.totalBytes <= this.maxTotalBytes) break;
      this.delete(oldest);
    }
  }

  delete(path: string): void {
    const content = this.contents.get(path);
    if (!content) return;
    this.contents.delete(path);
    this.totalBytes -= content.bytes.byteLength;
  }

  clear(): void {
    this.contents.clear();
    this.totalBytes = 0;
  }
}
