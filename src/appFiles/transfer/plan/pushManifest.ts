// The last common state of a folder and an app, by file. No contents, no secrets.
import * as z from "zod/mini";
import type { FileEntry } from "../../../core/model/model";
import { parseJson, readAs } from "../../../core/parse";
import { isSameVersion } from "../../read/serviceTime";

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
    .map(([path, { hash, sizeBytes, modifiedAt, isCertain }]) => [
      path,
      hash,
      sizeBytes,
      modifiedAt,
      isCertain,
    ]);
  return JSON.stringify({ version, files });
}

/** Undefined for a damaged manifest or another version. */
export function readPushManifest(text: string): Map<string, SyncedFile> | undefined {
  const read = readAs(storedManifest, parseJson(text));
  return (
    read &&
    new Map(
      read.files.map(([path, hash, sizeBytes, modifiedAt, isCertain]) => [
        path,
        { hash, sizeBytes, modifiedAt, isCertain },
      ]),
    )
  );
}

export function isAsSynced(entry: FileEntry, synced: SyncedFile): boolean {
  return entry.type === "file" && isSameVersion(entry, synced);
}
