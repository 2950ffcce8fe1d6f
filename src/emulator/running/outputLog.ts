// app.log in an app's files: its output, with the service's notes on starts and ends.
import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type EmulatorClock, isoTime } from "../base/emulatorClock";
import { systemErrorCode } from "../files/fileAnswers";

export const outputLogName = "app.log";

const maxBytes = 1024 * 1024;
const keptBytes = maxBytes / 2;
const shownAtOnceBytes = 64 * 1024;

/** Opened for appending; a log over one megabyte is cut to its newest half. */
export async function openOutputLog(appFolder: string): Promise<FileHandle> {
  const file = join(appFolder, outputLogName);
  const handle = await openAppending(file);
  await shorten(handle);
  return handle;
}

/** For a running app; output during the cut may be lost. */
export async function shortenOutputLog(appFolder: string): Promise<void> {
  const handle = await openAppending(join(appFolder, outputLogName));
  try {
    await shorten(handle);
  } finally {
    await handle.close();
  }
}

/** Distinguishable from the app's lines. */
export function noteLine(clock: EmulatorClock, text: string): string {
  return `[service] ${isoTime(clock.now())} ${text}\n`;
}

/** No effect when the app's folder is gone. */
export async function appendNote(appFolder: string, clock: EmulatorClock, text: string): Promise<void> {
  try {
    const log = await openOutputLog(appFolder);
    try {
      await log.appendFile(noteLine(clock, text));
    } finally {
      await log.close();
    }
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT")
      console.error("An application's log couldn't be written:", error);
  }
}

/** The newest part of what follows `fromBytes`, or of the whole log when it was cut since; and its place. */
export async function newestPart(
  log: FileHandle,
  fromBytes: number,
  mostBytes = shownAtOnceBytes,
): Promise<{ readonly start: number; readonly bytes: Buffer }> {
  const { size } = await log.stat();
  const start = Math.max(size < fromBytes ? 0 : fromBytes, size - mostBytes);
  const buffer = Buffer.alloc(size - start);
  const { bytesRead } = await log.read(buffer, 0, buffer.length, start);
  return { start, bytes: buffer.subarray(0, bytesRead) };
}

// Replaces what is not a file: a link may point at any file of this machine, and a pipe has no end.
async function openAppending(file: string): Promise<FileHandle> {
  const flags =
    constants.O_RDWR |
    constants.O_CREAT |
    constants.O_APPEND |
    (constants.O_NOFOLLOW ?? 0) |
    (constants.O_NONBLOCK ?? 0);
  try {
    const handle = await open(file, flags, 0o644);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    if (!["ELOOP", "EISDIR", "ENXIO"].includes(systemErrorCode(error) ?? "")) throw error;
  }
  await rm(file, { recursive: true, force: true });
  return open(file, flags, 0o644);
}

async function shorten(handle: FileHandle): Promise<void> {
  if ((await handle.stat()).size <= maxBytes) return;
  const { bytes: kept } = await newestPart(handle, 0, keptBytes);
  const firstWholeLine = kept.indexOf("\n") + 1;
  await handle.truncate(0);
  await handle.appendFile(kept.subarray(firstWholeLine));
}
