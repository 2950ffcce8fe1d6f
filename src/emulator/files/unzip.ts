// Unpacks an app's archive or refuses it as a whole: no path outside, no links, no bombs.
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { type SizeLimits, shownSize } from "../base/sizeLimits";
import { BadRequest, HttpError, TooLarge } from "../http/httpErrors";
import { systemErrorCode } from "./fileAnswers";

const fileTypeMask = 0o170000;
const regularFile = 0o100000;
const directory = 0o040000;
const executable = 0o111;

/** `folder` must be empty; on a failure the caller deletes it. */
export async function unzip(archive: string, folder: string, limits: SizeLimits): Promise<void> {
  const zip = await openArchive(archive);
  try {
    if (zip.entryCount > limits.unpackedEntries) {
      throw new TooLarge(`The archive holds more than ${limits.unpackedEntries} entries.`);
    }
    let totalBytes = 0;
    const folders = new Set<string>();
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry);
      addFolders(entry.fileName, folders);
      if (folders.size > limits.unpackedEntries) {
        throw new TooLarge(`The archive unpacks to more than ${limits.unpackedEntries} folders.`);
      }
      // yauzl verifies the claimed size while unpacking.
      totalBytes += entry.uncompressedSize;
      if (totalBytes > limits.unpackedBytes) {
        throw new TooLarge(`The archive unpacks to more than ${shownSize(limits.unpackedBytes)}.`);
      }
      await unpackEntry(zip, entry, folder);
    }
  } catch (error) {
    throw toArchiveAnswer(error);
  } finally {
    zip.close();
  }
}

async function openArchive(archive: string): Promise<ZipFile> {
  try {
    return await openPromise(archive, { strictFileNames: true, lazyEntries: true, autoClose: false });
  } catch {
    throw new BadRequest("The file isn't a zip archive.");
  }
}

function checkEntry(entry: Entry): void {
  const name = entry.fileName;
  if (name.includes("\0") || name.split("/").some((part) => part === ".")) {
    throw new BadRequest(`The archive holds a name that isn't allowed: "${name}".`);
  }
  if (entry.isEncrypted()) throw new BadRequest("The archive is encrypted.");
  const type = unixMode(entry) & fileTypeMask;
  if (type !== 0 && type !== regularFile && type !== directory) {
    throw new BadRequest(`The archive holds a link or a special file: "${name}".`);
  }
}

/** With folders that have no entry of their own. */
function addFolders(name: string, folders: Set<string>): void {
  for (let end = name.indexOf("/"); end > 0; end = name.indexOf("/", end + 1))
    folders.add(name.slice(0, end));
}

/** yauzl verifies sizes only. */
function checksum(entry: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(undefined, chunk);
    },
    flush(done) {
      const isRight = sum === entry.crc32;
      done(isRight ? undefined : new BadRequest(`"${entry.fileName}" in the archive is damaged.`));
    },
  });
}

async function unpackEntry(zip: ZipFile, entry: Entry, folder: string): Promise<void> {
  const target = join(folder, entry.fileName);
  if (entry.fileName.endsWith("/")) {
    await mkdir(target, { recursive: true });
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  const mode = unixMode(entry) & executable ? 0o755 : 0o644;
  await pipeline(
    await zip.openReadStreamPromise(entry),
    checksum(entry),
    createWriteStream(target, { mode, flags: "wx" }),
  );
}

/** 0 when the archive was made on another system. */
function unixMode(entry: Entry): number {
  return entry.externalFileAttributes >>> 16;
}

function toArchiveAnswer(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  const code = systemErrorCode(error);
  if (code === "ENOSPC") return error;
  if (code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR") {
    return new BadRequest("The archive holds the same name twice.");
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new BadRequest(`The zip archive can't be unpacked: ${reason}.`);
}
