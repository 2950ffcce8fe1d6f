// Reads one entry of a folder (docs/interface.md#fileentry) without zod: a folder may hold thousands.

import type { FileEntry } from "../core/model/model";
import { isSafeEntryName } from "../core/paths/appPath";
import { readAmount, readBoolean, readTimeMs } from "./fields";

/**
 * The entry, or undefined for what is none or has a name that could lead out of its folder. The name is trusted and
 * not `path`; a size that cannot be read is 0, a time that cannot be read is the other one, or 0.
 */
export function readFileEntry(value: unknown): FileEntry | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, isDirectory, isFile, size, createdAt, modifiedAt } = value as Readonly<
    Record<string, unknown>
  >;
  if (typeof name !== "string" || !isSafeEntryName(name)) return undefined;
  const created = readTimeMs(createdAt);
  const modified = readTimeMs(modifiedAt);
  return {
    name,
    type: readBoolean(isDirectory) ? "directory" : readBoolean(isFile) ? "file" : "other",
    sizeBytes: readAmount(size) ?? 0,
    createdAt: created ?? modified ?? 0,
    modifiedAt: modified ?? created ?? 0,
  };
}
