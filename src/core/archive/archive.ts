// Packs files into a zip. jszip loads with it when a deploy starts, not with the extension.
//
// Why so: JSZip by itself deflates in JavaScript, one file after the other, and takes 2.5 times as long as `zip -6`.
// The platform's own deflate (deflate.ts) does it in native code beside this thread, a few files at a time; JSZip gets
// finished entries and does what it is good at, the zip around them. That is quicker than `zip`, more so with Node's own
// deflate, which is handed in (features/create/nodeDeflate.ts); `npm run bench` has the row.
// Memory: some raw files at a time, and the archive once, since entries are let go of as they are assembled.
import JSZip from "jszip";
import CompressedObject from "jszip/lib/compressedObject";
import { type Deflate, type Deflated, deflateFile } from "./deflate";
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
  /** How files are deflated, where there is a quicker way than that of every platform. */
  readonly deflate?: Deflate | undefined;
  /** Bytes read so far, of the sum of `sizeBytes`; at most some hundred times. */
  readonly onProgress?: (readBytes: number) => void;
}

/** Files under way at a time: as many as keep the platform's threads busy while one waits for the disk. */
const filesAtOnce = 6;
/** Raw bytes under way at a time; a larger file goes alone. */
const bytesAtOnce = 16 * 1024 * 1024;
/** How often progress is told at most. */
const progressSteps = 200;
/** A zip without its 64-bit extension counts entries in 16 bits and bytes in 32, and JSZip writes no other. */
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
  const archive = await assemble(await new Packing(files, options).run(), options.signal);
  if (archive.size > mostOf(options)) throw new PackProblem("tooLarge", "");
  return archive;
}

/** The files on their way to finished entries. */
class Packing {
  private readonly entries: (Deflated | undefined)[] = [];
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

  async run(): Promise<JSZip> {
    await Promise.all(Array.from({ length: Math.min(filesAtOnce, this.files.length) }, () => this.work()));
    if (this.failed) throw this.failed.error;
    this.options.signal.throwIfAborted();
    const zip = new JSZip();
    this.files.forEach((file, index) => void addEntry(zip, file, this.entries[index]));
    return zip;
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
    const { signal, deflate = deflateFile } = this.options;
    const bytes = await read(file, signal);
    let counted = 0;
    const entry = await deflate(bytes, signal, (takenBytes) => {
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

function addEntry(zip: JSZip, file: ArchiveFile, entry: Deflated | undefined): void {
  if (!entry) throw new Error(`${file.path} was not packed`);
  const { content, sizeBytes, crc32, isDeflated } = entry;
  const method = { magic: isDeflated ? "\x08\x00" : "\x00\x00" };
  // JSZip takes its own finished entries as they are; its types do not tell.
  const finished: unknown = new CompressedObject(content.byteLength, sizeBytes, crc32, method, content);
  zip.file(file.path, finished as Uint8Array, {
    createFolders: false,
    binary: true,
    compression: isDeflated ? "DEFLATE" : "STORE",
    date: zipDate(file.modifiedAt),
    // A regular file; a script with a "#!" line may be run.
    unixPermissions: entry.isScript ? 0o100755 : 0o100644,
  });
}

/** Zip dates have no zone and begin in 1980; JSZip writes them in UTC, which is what servers run in. */
function zipDate(modifiedAt: number): Date {
  const earliest = Date.UTC(1980, 0, 1);
  const latest = Date.UTC(2107, 11, 31);
  return new Date(Math.min(latest, Math.max(earliest, Number.isFinite(modifiedAt) ? modifiedAt : earliest)));
}

/** Lets JSZip write the zip, which goes into a Blob as it comes. */
async function assemble(zip: JSZip, signal: AbortSignal): Promise<Blob> {
  const blocks = new BlobBlocks();
  await new Promise<void>((resolve, reject) => {
    // JSZip's own stream: its types know that of Node only.
    const stream = (zip as unknown as InternalStreams).generateInternalStream({
      type: "uint8array",
      platform: "UNIX",
    });
    stream
      .on("data", (part) => {
        if (signal.aborted) {
          stream.pause();
          reject(signal.reason);
          return;
        }
        blocks.add(part);
      })
      .on("error", reject)
      .on("end", resolve)
      .resume();
    // The stream has each content now and lets go of it when it is written.
    for (const name of Object.keys(zip.files)) zip.remove(name);
  });
  return blocks.finish();
}

/** Gathers thousands of small parts in a few Blobs, of which the whole is made without another copy. */
class BlobBlocks {
  private readonly blobs: Blob[] = [];
  private block = new Uint8Array(1024 * 1024);
  private used = 0;

  add(part: Uint8Array): void {
    for (let start = 0; start < part.byteLength; ) {
      const piece = part.subarray(start, start + this.block.byteLength - this.used);
      this.block.set(piece, this.used);
      this.used += piece.byteLength;
      start += piece.byteLength;
      if (this.used === this.block.byteLength) this.flush();
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

interface InternalStream {
  on(event: "data", listener: (part: Uint8Array) => void): InternalStream;
  on(event: "error", listener: (error: Error) => void): InternalStream;
  on(event: "end", listener: () => void): InternalStream;
  resume(): InternalStream;
  pause(): InternalStream;
}

interface InternalStreams {
  generateInternalStream(options: { readonly type: "uint8array"; readonly platform: "UNIX" }): InternalStream;
}
