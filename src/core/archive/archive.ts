import { forEachParallel } from "../async/parallel";
import { Deflater } from "./deflate";
import { PackProblem } from "./packProblem";
import { mostBytes, mostFiles, ZipWriter } from "./zipWriter";

/** `path` is relative; `modifiedAt` is in ms since the epoch. */
export interface ArchiveFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: number;
  read(): Promise<Uint8Array>;
}

export interface ArchiveOptions {
  readonly signal: AbortSignal;
  /** A larger archive is given up as soon as that shows: PackProblem "tooLarge". */
  readonly maxBytes?: number;
  /** Bytes read so far, of the sum of `sizeBytes`; called at most some hundred times. */
  readonly onProgress?: (readBytes: number) => void;
}

/** More than Node's threads, which a small file waits for about five times: to be read and deflated. */
const filesAtOnce = 16;
const bytesAtOnce = 16 * 1024 * 1024;
const progressSteps = 200;

/**
 * Packs `files` into a zip, as one Blob: several files are deflated at a time in native threads, the entries are put
 * together here. JSZip deflates in JavaScript, one file after another, and takes 2.5 times as long as `zip -6` (`npm
 * run bench`). Memory: some raw files at a time, and the archive once. Each entry holds the bytes that `read` gave,
 * whole, also when the file's size has changed since. Rejects with the signal's reason when it aborts, or with a
 * PackProblem.
 */
export async function packArchive(
  files: readonly ArchiveFile[],
  { signal, maxBytes = mostBytes, onProgress = () => undefined }: ArchiveOptions,
): Promise<Blob> {
  if (files.length > mostFiles) throw new PackProblem("tooManyFiles", "");
  const deflater = new Deflater();
  const blocks = new BlobBlocks();
  const zip = new ZipWriter((part) => blocks.add(part));
  const room = new Room(bytesAtOnce);
  const progress = inSteps(files, onProgress);
  try {
    await forEachParallel(files, filesAtOnce, async (file, index) => {
      await room.enter(file.sizeBytes);
      try {
        signal.throwIfAborted();
        const report = progress(file);
        const entry = await deflater.deflate(await read(file, signal), signal, report);
        report(file.sizeBytes);
        await zip.add(index, file, entry);
      } finally {
        room.leave(file.sizeBytes);
      }
      if (zip.sizeBytes > Math.min(maxBytes, mostBytes)) throw new PackProblem("tooLarge", "");
    });
  } finally {
    deflater.dispose();
  }
  signal.throwIfAborted();
  await zip.end();
  return blocks.finish();
}

function inSteps(files: readonly ArchiveFile[], onProgress: (readBytes: number) => void) {
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let doneBytes = 0;
  let reportedBytes = 0;
  return ({ sizeBytes }: ArchiveFile) => {
    let counted = 0;
    return (takenBytes: number): void => {
      // A file that has grown counts with its former size, so that progress never exceeds the total.
      const now = Math.min(takenBytes, sizeBytes);
      const more = now - counted;
      counted = now;
      doneBytes += more;
      const isStep = doneBytes - reportedBytes >= totalBytes / progressSteps || doneBytes === totalBytes;
      if (more === 0 || !isStep) return;
      reportedBytes = doneBytes;
      onProgress(doneBytes);
    };
  };
}

/** A semaphore counted in bytes; a job larger than the whole runs alone. */
class Room {
  private takenBytes = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly bytes: number) {}

  async enter(bytes: number): Promise<void> {
    while (this.takenBytes > 0 && this.takenBytes + bytes > this.bytes)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.takenBytes += bytes;
  }

  leave(bytes: number): void {
    this.takenBytes -= bytes;
    for (const resume of this.waiting.splice(0)) resume();
  }
}

async function read(file: ArchiveFile, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await file.read();
  } catch (error) {
    signal.throwIfAborted();
    throw new PackProblem("unreadable", file.path, { cause: error });
  }
}

/** Gathers thousands of small parts in blocks of 1 MB: a Blob of a few Blobs is made without another copy. */
class BlobBlocks {
  private readonly blobs: Blob[] = [];
  private readonly block = new Uint8Array(1024 * 1024);
  private used = 0;

  async add(part: Uint8Array): Promise<void> {
    for (let start = 0; start < part.byteLength; ) {
      const piece = part.subarray(start, start + this.block.byteLength - this.used);
      this.block.set(piece, this.used);
      this.used += piece.byteLength;
      start += piece.byteLength;
      if (this.used < this.block.byteLength) continue;
      this.flush();
      // Lets other work of this thread run.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  finish(): Blob {
    this.flush();
    return new Blob(this.blobs, { type: "application/zip" });
  }

  private flush(): void {
    // A Blob copies its parts, so the block can be reused.
    if (this.used > 0) this.blobs.push(new Blob([this.block.subarray(0, this.used)]));
    this.used = 0;
  }
}
