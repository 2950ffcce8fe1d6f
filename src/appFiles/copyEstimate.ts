// What a copy of files takes, and how much of it is too much or is asked for first.
import type { TreeEntry } from "../core/paths/walkTree";
import { mayBeText } from "./read/exactText";

/** What a copy would take, for the question before it. */
export interface CopyEstimate {
  readonly from: string;
  readonly to: string;
  readonly isMove: boolean;
  readonly fileCount: number;
  readonly totalBytes: number;
  readonly durationMs: number;
}

const mostFiles = 300;
const mostBytes = 50 * 1024 * 1024;
/** More than this is asked for first. */
const unaskedFiles = 5;
const unaskedMs = 20_000;
const uploadPaceMs = 3_010;
/** 18 of the 20 downloads a minute: two are held for files that a person opens. */
const downloadPaceMs = 60_000 / 18;

/** Whether the user is asked before it begins. */
export function isAskedFirst({ fileCount, durationMs }: CopyEstimate): boolean {
  return fileCount > unaskedFiles || durationMs > unaskedMs;
}

/** More than is copied through a service that takes one file in three seconds. */
export function isTooMuch({ fileCount, totalBytes }: CopyEstimate): boolean {
  return fileCount > mostFiles || totalBytes > mostBytes;
}

/** What copying these files takes. */
export function estimateCopy(
  files: readonly TreeEntry[],
  move: Pick<CopyEstimate, "from" | "to" | "isMove">,
): CopyEstimate {
  const downloads = files.filter(({ entry }) => !mayBeText(entry.name, entry.sizeBytes)).length;
  return {
    ...move,
    fileCount: files.length,
    totalBytes: files.reduce((sum, { entry }) => sum + entry.sizeBytes, 0),
    durationMs: Math.max(files.length * uploadPaceMs, downloads * downloadPaceMs),
  };
}
