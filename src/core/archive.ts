// Packs files into a zip. A bundle of its own (esbuild.js): jszip loads when a deploy starts, not with the extension.
import JSZip from "jszip";

/** A file to pack: its relative path and how to read it. */
export interface ArchiveFile {
  readonly path: string;
  readonly sizeBytes: number;
  read(): Promise<Uint8Array>;
}

export interface ArchiveOptions {
  readonly signal: AbortSignal;
  /** Bytes read so far, of the sum of `sizeBytes`. */
  readonly onProgress?: (readBytes: number) => void;
}

/**
 * The zip of `files`, in their order, as one Blob. Each entry's bytes are those that `read` gave at that moment.
 * Rejects with the signal's reason when it aborts, or with what `read` rejects with.
 */
export async function packArchive(files: readonly ArchiveFile[], options: ArchiveOptions): Promise<Blob> {
  const zip = new JSZip();
  let readBytes = 0;
  for (const file of files) {
    options.signal.throwIfAborted();
    const bytes = await file.read();
    zip.file(file.path, bytes, { createFolders: false, binary: true });
    readBytes += bytes.byteLength;
    options.onProgress?.(readBytes);
  }
  const parts = await generate(zip, options.signal);
  return new Blob(parts, { type: "application/zip" });
}

async function generate(zip: JSZip, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>[]> {
  return await new Promise((resolve, reject) => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    // JSZip's stream: typed for Node's streams only, while this is its own, smaller one.
    const stream = (zip as unknown as InternalStreams).generateInternalStream({
      type: "uint8array",
      compression: "DEFLATE",
      compressionOptions: { level: 6 },
      streamFiles: true,
    });
    stream
      .on("data", (part) => {
        if (signal.aborted) {
          stream.pause();
          reject(signal.reason);
          return;
        }
        parts.push(part.slice());
      })
      .on("error", reject)
      .on("end", () => resolve(parts))
      .resume();
  });
}

interface InternalStream {
  on(event: "data", listener: (part: Uint8Array<ArrayBuffer>) => void): InternalStream;
  on(event: "error", listener: (error: Error) => void): InternalStream;
  on(event: "end", listener: () => void): InternalStream;
  resume(): InternalStream;
  pause(): InternalStream;
}

interface InternalStreams {
  generateInternalStream(options: JSZip.JSZipGeneratorOptions<"uint8array">): InternalStream;
}
