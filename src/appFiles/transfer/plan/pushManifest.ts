// What was last known to be the same in a folder and in an app, file by file: with it, a later look at both tells who
// changed what. It holds no content and nothing secret.
import * as z from "zod/mini";
import type { FileEntry } from "../../../core/model/model";
import { isSameVersion } from "../../read/serviceTime";

/** A file that was the same on both sides. */
export interface SyncedFile {
  /** contentHash of the local file. */
  readonly hash: string;
  readonly sizeBytes: number;
  /** As the app listed it, in milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** The app's version alone proves this content; else somebody may have changed it in the same tick of its clock. */
  readonly isCertain: boolean;
}

/** By the path inside the app. */
export type PushManifest = ReadonlyMap<string, SyncedFile>;

const version = 2;

const storedManifest = z.object({
  version: z.literal(version),
  files: z.array(z.tuple([z.string(), z.string(), z.number(), z.number(), z.boolean()])),
});

export function manifestText(manifest: PushManifest): string {
  const files = [...manifest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { hash, sizeBytes, modifiedAt, isCertain }]) => [
      path,
      hash,
      sizeBytes,
      modifiedAt,
      isCertain,
    ]);
  return JSON.stringify({ version, files });
}

/** The manifest of a text. One that is broken or of another version is as good as none: files are then compared. */
export function readManifest(text: string): Map<string, SyncedFile> {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  }
  const read = storedManifest.safeParse(stored);
  return new Map(
    (read.data?.files ?? []).map(([path, hash, sizeBytes, modifiedAt, isCertain]) => [
      path,
      { hash, sizeBytes, modifiedAt, isCertain },
    ]),
  );
}

/** Whether the app's file looks as the one that is remembered. */
export function isAsSynced(entry: FileEntry, synced: SyncedFile): boolean {
  return entry.type === "file" && isSameVersion(entry, synced);
}
