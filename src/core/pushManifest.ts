// What was last known to be the same in a folder and in an app, file by file: with it, a later look at both tells who
// changed what. It holds no content and nothing secret.

/** A file that was the same on both sides. */
export interface SyncedFile {
  /** contentHash of the local file. */
  readonly hash: string;
  readonly sizeBytes: number;
  /** As the app listed it, in milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** By the path inside the app. */
export type PushManifest = ReadonlyMap<string, SyncedFile>;

const version = 1;

export function manifestText(manifest: PushManifest): string {
  const files = [...manifest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { hash, sizeBytes, modifiedAt }]) => [path, hash, sizeBytes, modifiedAt]);
  return JSON.stringify({ version, files });
}

/** The manifest of a text. One that is broken or of another version is as good as none: files are then compared. */
export function readManifest(text: string): Map<string, SyncedFile> {
  try {
    const stored = JSON.parse(text) as { readonly version?: unknown; readonly files?: unknown } | null;
    if (stored?.version !== version || !Array.isArray(stored.files)) return new Map();
    const files = new Map<string, SyncedFile>();
    for (const row of stored.files as readonly unknown[]) {
      const [path, hash, sizeBytes, modifiedAt] = Array.isArray(row) ? (row as readonly unknown[]) : [];
      if (typeof path !== "string" || typeof hash !== "string") return new Map();
      if (typeof sizeBytes !== "number" || typeof modifiedAt !== "number") return new Map();
      files.set(path, { hash, sizeBytes, modifiedAt });
    }
    return files;
  } catch {
    return new Map();
  }
}
