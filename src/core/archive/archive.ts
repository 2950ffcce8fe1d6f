// Packs files into a zip. A few files are deflated at a time, beside this thread; the entries are put together here.
// JSZip deflates in JavaScript, one file after the other, and takes 2.5 times as long as `zip -6`; `npm run bench` has the
// row. Memory: some raw files at a time, and the archive once, since each entry is freed when it is written.
import { type Deflated, Deflater } from "./deflate";
import { PackProblem } from "./packProblem";

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
/** A zip without its 64-bit extension counts entries in 16 bits and bytes in 32. */
const mostFiles = 0xffff;
const mostBytes = 0xffff_ffff;
/** The two headers of an entry, without the two names. */
const headersBytes = 76;

/**
 * The zip of `files` as one Blob. Each entry holds the bytes that `read` gave, whole, whatever the
 * file's size was before. Rejects with the signal's reason when it aborts, or with a PackProblem.
 */
export async function packArchive(files: readonly ArchiveFile[], options: ArchiveOptions): Promise<Blob> {
  if (files.length > mostFiles) throw new PackProblem("tooManyFiles", "");
  const packing = new Packing(files, options);
  const archive = await assemble(files, await packing.run(), options.signal);
  if (archive.size > mostOf(options)) throw new PackProblem("tooLarge", "");
  return archive;
}

/** The files on their way to finished entries. */
class Packing {
  private readonly deflater = new Deflater();
  private readonly entries: Deflated[] = [];
  private next = 0;
  private rawBytesUnderWay = 0;
  private packedBytes = 0;
  private doneBytes = 0;
  private toldBytes = 0;
  private readonly totalBytes: number;
  /** Told when raw bytes are let go of. */
  private waiting: (() => void)[] = [];
  private failed: { readonly error: unknown } | undefined;

  constructor(
    private readonly files: readonly ArchiveFile[],
    private readonly options: ArchiveOptions,
  ) {
    this.totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  async run(): Promise<Deflated[]> {
    try {
      await Promise.all(Array.from({ length: filesAtOnce }, () => this.work()));
    } finally {
      this.deflater.dispose();
    }
    if (this.failed) throw this.failed.error;
    this.options.signal.throwIfAborted();
    return this.entries;
  }

  /** Packs one file after the other until none is left. The first failure lets no file start. */
  private async work(): Promise<void> {
    while (!this.failed && this.next < this.files.length) {
      const index = this.next++;
      const file = this.files[index] as ArchiveFile;
      try {
        await this.makeRoom(file.sizeBytes);
        if (this.failed) return;
        this.options.signal.throwIfAborted();
        this.entries[index] = await this.pack(file);
      } catch (error) {
        this.failed ??= { error };
      } finally {
        this.rawBytesUnderWay -= file.sizeBytes;
        for (const resume of this.waiting.splice(0)) resume();
      }
    }
  }

  private async makeRoom(sizeBytes: number): Promise<void> {
    while (!this.failed && this.rawBytesUnderWay > 0 && this.rawBytesUnderWay + sizeBytes > bytesAtOnce)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.rawBytesUnderWay += sizeBytes;
  }

  private async pack(file: ArchiveFile): Promise<Deflated> {
    const { signal } = this.options;
    const bytes = await read(file, signal);
    let counted = 0;
    const entry = await this.deflater.deflate(bytes, signal, (takenBytes) => {
      // A file that grew counts as what it was, so that the progress never runs past its end.
      const now = Math.min(takenBytes, file.sizeBytes);
      this.progress(now - counted);
      counted = now;
    });
    this.progress(file.sizeBytes - counted);
    this.packedBytes += entry.content.byteLength + file.path.length * 2 + headersBytes;
    if (this.packedBytes > mostOf(this.options)) throw new PackProblem("tooLarge", "");
    return entry;
  }

  private progress(bytes: number): void {
    this.doneBytes += bytes;
    const isStep = this.doneBytes - this.toldBytes >= this.totalBytes / progressSteps;
    if (bytes === 0 || !(isStep || this.doneBytes === this.totalBytes)) return;
    this.toldBytes = this.doneBytes;
    this.options.onProgress?.(this.doneBytes);
  }
}

function mostOf({ maxBytes = mostBytes }: ArchiveOptions): number {
  return Math.min(maxBytes, mostBytes);
}

async function read(file: ArchiveFile, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await file.read();
  } catch (error) {
    signal.throwIfAborted();
    throw new PackProblem("unreadable", file.path, { cause: error });
  }
}

/** A time as MS-DOS writes it: it has no zone, begins in 1980 and counts two seconds as one. UTC is what servers run in. */
function zipTime(modifiedAt: number): number {
  const earliest = Date.UTC(1980, 0, 1);
  const latest = Date.UTC(2107, 11, 31);
  const at = new Date(
    Math.min(latest, Math.max(earliest, Number.isFinite(modifiedAt) ? modifiedAt : earliest)),
  );
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return day * 2 ** 16 + time;
}

/** The zip of the files and their entries (APPNOTE.TXT 6.3.10, 4.3), which are freed as they are written. */
async function assemble(
  files: readonly ArchiveFile[],
  entries: Deflated[],
  signal: AbortSignal,
): Promise<Blob> {
  const blocks = new BlobBlocks();
  const directory: Uint8Array[] = [];
  entries.reverse();
  for (const { path, modifiedAt } of files) {
    signal.throwIfAborted();
    const entry = entries.pop();
    if (!entry) throw new Error(`${path} was not packed`);
    const name = new TextEncoder().encode(path);
    const { content, sizeBytes, crc32, isDeflated, isScript } = entry;
    const method = isDeflated ? 8 : 0;
    const sizes = [content.byteLength, sizeBytes, name.byteLength, 0];
    // Version 2.0 unpacks it; its name is UTF-8.
    const fields = littleEndian("222444422", 20, 0x0800, method, zipTime(modifiedAt), crc32, ...sizes);
    // A regular file made on Unix; one with a "#!" line may be run.
    const mode = (isScript ? 0o100755 : 0o100644) * 2 ** 16;
    directory.push(littleEndian("42", 0x02014b50, 0x0314), fields);
    directory.push(littleEndian("22244", 0, 0, 0, mode, blocks.sizeBytes), name);
    for (const part of [littleEndian("4", 0x04034b50), fields, name, content]) await blocks.add(part);
  }
  const start = blocks.sizeBytes;
  for (const part of directory) await blocks.add(part);
  const ends = [files.length, files.length, blocks.sizeBytes - start, start, 0];
  await blocks.add(littleEndian("42222442", 0x06054b50, 0, 0, ...ends));
  return blocks.finish();
}

/** Numbers of 2 or 4 bytes, as `sizes` says for each. */
function littleEndian(sizes: string, ...numbers: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer([...sizes].reduce((sum, size) => sum + Number(size), 0)));
  let at = 0;
  for (const [index, size] of [...sizes].entries()) {
    if (size === "2") bytes.setUint16(at, numbers[index] ?? 0, true);
    else bytes.setUint32(at, numbers[index] ?? 0, true);
    at += Number(size);
  }
  return new Uint8Array(bytes.buffer);
}

/** Gathers thousands of small parts in a few Blobs, of which the whole is made without another copy. */
class BlobBlocks {
  /** Of all that was added. */
  sizeBytes = 0;
  private readonly blobs: Blob[] = [];
  private readonly block = new Uint8Array(1024 * 1024);
  private used = 0;

  async add(part: Uint8Array): Promise<void> {
    this.sizeBytes += part.byteLength;
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
