// The last common state of a folder and an app, by file. No contents, no secrets.
import * as z from "zod/mini";
import type { FileEntry } from "../../../core/model/model";
import { parseJson, readAs } from "../../../core/parse";
import { type FileVersion, isSameVersion } from "../../read/serviceTime";

export interface SyncedFile {
  readonly hash: string;
  readonly sizeBytes: number;
  /** In the app's listing, in milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** The app's version alone proves this content; otherwise a change in the same tick is possible. */
  readonly isCertain: boolean;
}

export type PushManifest = ReadonlyMap<string, SyncedFile>;

const version = 2;

const storedManifest = z.object({
  version: z.literal(version),
  files: z.array(z.tuple([z.string(), z.string(), z.number(), z.number(), z.boolean()])),
});

export function manifestText(manifest: PushManifest): string {
  const files = [...manifest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => [path, file.hash, file.sizeBytes, file.modifiedAt, file.isCertain]);
  return JSON.stringify({ version, files });
}

/** Undefined for a damaged manifest or another version. */
export function readPushManifest(text: string): Map<string, SyncedFile> | undefined {
  const files = readAs(storedManifest, parseJson(text))?.files.map(
    ([path, hash, sizeBytes, modifiedAt, isCertain]) =>
      [path, syncedAs({ sizeBytes, modifiedAt }, hash, isCertain)] as const,
  );
  return files && new Map(files);
}

export function syncedAs(
  { sizeBytes, modifiedAt }: FileVersion,
  hash: string,
  isCertain: boolean,
): SyncedFile {
  return { hash, sizeBytes, modifiedAt, isCertain };
}

export function isAsSynced(entry: FileEntry, synced: SyncedFile): boolean {
  return entry.type === "file" && isSameVersion(entry, synced);
}
