// Packs files into a zip. A few files are deflated at a time, beside this thread; the entries are put together here.
// JSZip deflates in JavaScript, one file after the other, and takes 2.5 times as long as `zip -6`; `npm run bench` has the
// row. Memory: some raw files at a time, and the archive once.
import { forEachParallel } from "../async/parallel";
import { Deflater } from "./deflate";
import { PackProblem } from "./packProblem";
import { mostBytes, mostFiles, ZipWriter } from "./zipWriter";

/** A file to pack: its relative path and how to read it. */
export interface ArchiveFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  read(): Promise<Uint8Array>;
}

export interface ArchiveOptions {
  readonly signal: AbortSignal;
  /** An archive that grows larger than this is given up as soon as that is seen. */
  readonly maxBytes?: number;
  /** Bytes read so far, of the sum of `sizeBytes`; at most some hundred times. */
  readonly onProgress?: (readBytes: number) => void;
}

/** Files under way at a time: as many as keep the platform's threads busy while one waits for the disk. */
const filesAtOnce = 6;
/** Raw bytes under way at a time; a larger file goes alone. */
const bytesAtOnce = 16 * 1024 * 1024;
/** How often progress is told at most. */
const progressSteps = 200;

/**
 * The zip of `files` as one Blob. Each entry holds the bytes that `read` gave, whole, whatever the
 * file's size was before. Rejects with the signal's reason when it aborts, or with a PackProblem.
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
        const tell = progress(file);
        const entry = await deflater.deflate(await read(file, signal), signal, tell);
        tell(file.sizeBytes);
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

/** Tells `onProgress` of all bytes that were taken of the files, each time they are a step more. */
function inSteps(files: readonly ArchiveFile[], onProgress: (readBytes: number) => void) {
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let doneBytes = 0;
  let toldBytes = 0;
  return ({ sizeBytes }: ArchiveFile) => {
    let counted = 0;
    return (takenBytes: number): void => {
      // A file that grew counts as what it was, so that the progress never runs past its end.
      const now = Math.min(takenBytes, sizeBytes);
      const more = now - counted;
      counted = now;
      doneBytes += more;
      const isStep = doneBytes - toldBytes >= totalBytes / progressSteps || doneBytes === totalBytes;
      if (more === 0 || !isStep) return;
      toldBytes = doneBytes;
      onProgress(doneBytes);
    };
  };
}

/** Lets in what there is room for, in bytes; what is larger than all of it goes alone. */
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

/** Gathers thousands of small parts in a few Blobs, of which the whole is made without another copy. */
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
      // The thread has other things to do.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  finish(): Blob {
    this.flush();
    return new Blob(this.blobs, { type: "application/zip" });
  }

  private flush(): void {
    // A Blob copies what it is made of, so the block is used again.
    if (this.used > 0) this.blobs.push(new Blob([this.block.subarray(0, this.used)]));
    this.used = 0;
  }
}
