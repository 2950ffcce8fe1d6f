import { constants, crc32, createDeflateRaw } from "node:zlib";

export interface Deflated {
  /** The file itself, where deflating does not make it smaller. */
  readonly content: Uint8Array;
  readonly isDeflated: boolean;
  /** Size of the file, not of `content`; so is `crc32`. */
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Starts with "#!". */
  readonly isScript: boolean;
}

/** Small enough that cancelling and progress also work within a file. */
const sliceBytes = 1024 * 1024;
/** An empty last block with fixed codes (RFC 1951, 3.2.3 and 3.2.6). */
const streamEnd = new Uint8Array([0x03, 0x00]);

/**
 * Deflates several files at a time with Node's zlib, in native threads: as quickly and as small as `zip -6`. Opening
 * a stream costs more than deflating a small file, so a stream is reset and used for file after file. Each write ends
 * with a sync flush, so a file's output ends at a whole byte, and an end block makes it a deflate stream of its own. A
 * separate flush would cost a small file as much as deflating it.
 */
export class Deflater {
  private readonly idle: FileStream[] = [];
  private readonly all: FileStream[] = [];

  /** `onTaken` gets the number of bytes taken so far. Rejects with the signal's reason. */
  async deflate(
    bytes: Uint8Array,
    signal: AbortSignal,
    onTaken: (takenBytes: number) => void,
  ): Promise<Deflated> {
    const stream = this.idle.pop() ?? this.open();
    const deflated = await stream.deflate(bytes, signal, onTaken);
    // A stream that failed midway is never reused.
    this.idle.push(stream);
    return entryOf(bytes, deflated);
  }

  /** Ends the streams; a file in progress rejects. */
  dispose(): void {
    for (const stream of this.all.splice(0)) stream.dispose();
    this.idle.length = 0;
  }

  private open(): FileStream {
    const stream = new FileStream();
    this.all.push(stream);
    return stream;
  }
}

class FileStream {
  private readonly zlib = createDeflateRaw({ level: 6, chunkSize: 64 * 1024, flush: constants.Z_SYNC_FLUSH });
  private readonly parts: Uint8Array[] = [];
  private failed: ((error: Error) => void) | undefined;

  constructor() {
    this.zlib.on("data", (part: Uint8Array) => this.parts.push(part));
    this.zlib.on("error", (error) => this.failed?.(error));
  }

  async deflate(
    bytes: Uint8Array,
    signal: AbortSignal,
    onTaken: (takenBytes: number) => void,
  ): Promise<Uint8Array> {
    this.zlib.reset();
    for (let start = 0; start < bytes.byteLength; start += sliceBytes) {
      signal.throwIfAborted();
      const slice = bytes.subarray(start, start + sliceBytes);
      await this.untilDone((done) => this.zlib.write(slice, done));
      onTaken(start + slice.byteLength);
    }
    // zlib has finished; what the stream still buffers comes with its next event.
    while (this.zlib.readableLength > 0) await this.untilDone((done) => this.zlib.once("data", () => done()));
    return Buffer.concat([...this.parts.splice(0), streamEnd]);
  }

  dispose(): void {
    this.zlib.destroy();
    this.failed?.(new Error("packing has ended"));
  }

  private async untilDone(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.failed = reject;
      start((error) => (error ? reject(error) : resolve()));
    });
    this.failed = undefined;
  }
}

function entryOf(bytes: Uint8Array, deflated: Uint8Array): Deflated {
  const isDeflated = deflated.byteLength < bytes.byteLength;
  const isScript = bytes[0] === 0x23 && bytes[1] === 0x21;
  return {
    content: isDeflated ? deflated : bytes,
    isDeflated,
    sizeBytes: bytes.byteLength,
    crc32: checksumOf(bytes),
    isScript,
  };
}

/** Continues the CRC-32 `before` of the preceding bytes. */
export function checksumOf(bytes: Uint8Array, before = 0): number {
  return crc32(bytes, before);
}
