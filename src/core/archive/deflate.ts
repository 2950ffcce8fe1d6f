// Deflates one file with the stream that every platform has: native code, beside this thread. For thousands of files
// features/create/nodeDeflate.ts does the same with less around each.

/** What an entry of a zip needs to know of its file. */
export interface Deflated {
  /** Deflated, or the file itself when deflating does not make it smaller. */
  readonly content: Uint8Array;
  readonly isDeflated: boolean;
  /** Of the file. */
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Begins with "#!". */
  readonly isScript: boolean;
}

/** Deflates a file; `onTaken` is told how many of its bytes were taken so far. Rejects with the signal's reason. */
export type Deflate = (
  bytes: Uint8Array,
  signal: AbortSignal,
  onTaken: (takenBytes: number) => void,
) => Promise<Deflated>;

/** Handed over at a time, so that cancelling and progress also work within a file. */
export const sliceBytes = 1024 * 1024;
const headerBytes = 10;
const trailerBytes = 8;

/**
 * Deflates `bytes`. The stream is "gzip" and not "deflate-raw": what stands between its header and its trailer is the same, and
 * the trailer has the checksum that a zip wants too, which is slow to work out in JavaScript.
 */
export async function deflateFile(
  bytes: Uint8Array,
  signal: AbortSignal,
  onTaken: (takenBytes: number) => void,
): Promise<Deflated> {
  const stream = new CompressionStream("gzip");
  const [, gzip] = await Promise.all([feed(stream, bytes, signal, onTaken), gather(stream)]);
  const view = new DataView(gzip.buffer, gzip.byteOffset, gzip.byteLength);
  const hasExtraFields = view.getUint8(3) !== 0;
  const end = gzip.byteLength - trailerBytes;
  if (hasExtraFields || view.getUint32(end + 4, true) !== bytes.byteLength % 2 ** 32)
    throw new Error("the platform's gzip has a form that is not known");
  return entryOf(bytes, gzip.subarray(headerBytes, end), view.getUint32(end, true));
}

/** The entry of a file: as it is when deflating does not make it smaller. */
export function entryOf(bytes: Uint8Array, deflated: Uint8Array, crc32: number): Deflated {
  const isDeflated = deflated.byteLength < bytes.byteLength;
  const isScript = bytes[0] === 0x23 && bytes[1] === 0x21;
  return {
    content: isDeflated ? deflated : bytes,
    isDeflated,
    sizeBytes: bytes.byteLength,
    crc32,
    isScript,
  };
}

async function feed(
  stream: CompressionStream,
  bytes: Uint8Array,
  signal: AbortSignal,
  onTaken: (takenBytes: number) => void,
): Promise<void> {
  const writer = stream.writable.getWriter();
  try {
    for (let start = 0; start < bytes.byteLength; start += sliceBytes) {
      signal.throwIfAborted();
      const slice = bytes.subarray(start, start + sliceBytes);
      await writer.write(slice);
      onTaken(start + slice.byteLength);
    }
    await writer.close();
  } catch (error) {
    // Ends the reading side too; what it rejects with is this error.
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/** All that comes out. The parts lie in larger buffers, which are let go of. */
async function gather(stream: CompressionStream): Promise<Uint8Array> {
  const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    sizeBytes += value.byteLength;
  }
  return joined(parts, sizeBytes);
}

/** The parts in one array of exactly their size. */
export function joined(parts: readonly Uint8Array[], sizeBytes: number): Uint8Array {
  const whole = new Uint8Array(sizeBytes);
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.byteLength;
  }
  return whole;
}
