// How a folder that is to be deployed is read: a port, so that the walk knows neither VS Code nor a disk.

/** An entry of a folder, as it is listed. */
export interface SourceEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "other";
  /** A link, whatever it leads to. */
  readonly isLink: boolean;
}

/** What is known of a file. */
export interface SourceStat {
  readonly type: SourceEntry["type"];
  readonly isLink: boolean;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** A folder; paths are relative to it, with "/", and "" is the folder itself. */
export interface FolderSource {
  list(path: string): Promise<readonly SourceEntry[]>;
  stat(path: string): Promise<SourceStat>;
  read(path: string): Promise<Uint8Array>;
}
