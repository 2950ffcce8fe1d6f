/** A link has the `type` of its target, "other" when it is broken. */
export interface SourceEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "other";
  readonly isLink: boolean;
}

/** `modifiedAt` is in ms since the epoch, by the disk's clock. */
export interface SourceStat {
  readonly type: SourceEntry["type"];
  readonly isLink: boolean;
  readonly sizeBytes: number;
  readonly modifiedAt: number;
}

/** A port to a folder that is deployed. Paths are relative to it and "/"-separated; "" is the folder itself. */
export interface FolderSource {
  list(path: string): Promise<readonly SourceEntry[]>;
  stat(path: string): Promise<SourceStat>;
  read(path: string): Promise<Uint8Array>;
}
