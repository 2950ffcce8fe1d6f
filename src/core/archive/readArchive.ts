import JSZip from "jszip";
import type CompressedObject from "jszip/lib/compressedObject";
import { checksumOf } from "./deflate";

/** Path and size in bytes of each file; undefined when the zip is incomplete or a checksum is wrong. */
export async function filesInArchive(zip: Uint8Array): Promise<ReadonlyMap<string, number> | undefined> {
  const sizes = new Map<string, number>();
  const isWhole = await readEntries(zip, Number.POSITIVE_INFINITY, (path, { byteLength }) => {
    sizes.set(path, byteLength);
  });
  return isWhole ? sizes : undefined;
}

/**
 * Path and content of each file; undefined also when the contents exceed `maxBytes` together. The paths are the zip's
 * own and may lead anywhere: the caller must check them.
 */
export async function contentsOfArchive(
  zip: Uint8Array,
  maxBytes: number,
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const contents = new Map<string, Uint8Array>();
  const isWhole = await readEntries(zip, maxBytes, (path, bytes) => contents.set(path, bytes));
  return isWhole ? contents : undefined;
}

async function readEntries(
  zip: Uint8Array,
  maxBytes: number,
  take: (path: string, bytes: Uint8Array) => void,
): Promise<boolean> {
  if (hasTooManyEntries(zip)) return false;
  try {
    // JSZip's own check of checksums would unpack everything here, before any size is checked.
    const { files } = await JSZip.loadAsync(zip);
    const entries = Object.values(files)
      .filter(({ dir }) => !dir)
      .map((file) => ({ path: file.unsafeOriginalName ?? file.name, packed: packedOf(file) }));
    // JSZip reads sizes from 2 GB on as negative, which would make room for other entries.
    const sizes = entries.map(({ packed }) => (packed?.uncompressedSize ?? 0) >>> 0);
    if (sizes.reduce((sum, size) => sum + size, 0) > maxBytes) return false;
    for (const { path, packed } of entries) take(path, packed ? await unpack(packed) : new Uint8Array());
    return true;
  } catch {
    return false;
  }
}

/** JSZip needs about 2 kB for each entry, however small the file. */
const mostEntries = 100_000;

/** Counts entries by their signature in the directory; contents may hold it as well, though hardly so often. */
function hasTooManyEntries(zip: Uint8Array): boolean {
  let count = 0;
  for (let at = zip.indexOf(0x50); at >= 0 && count <= mostEntries; at = zip.indexOf(0x50, at + 1))
    if (zip[at + 1] === 0x4b && zip[at + 2] === 0x01 && zip[at + 3] === 0x02) count++;
  return count > mostEntries;
}

/** JSZip's internal record of an entry, which its types leave out; undefined for an empty file. */
function packedOf(file: JSZip.JSZipObject): CompressedObject | undefined {
  const { _data: data } = file as unknown as { readonly _data: object };
  return "compressedContent" in data ? (data as CompressedObject) : undefined;
}

/** Rejects as soon as there are more bytes than the directory says, and when size or checksum are wrong at the end. */
async function unpack({
  compression,
  compressedContent,
  crc32,
  uncompressedSize,
}: CompressedObject): Promise<Uint8Array> {
  const content = new Blob([compressedContent as Uint8Array<ArrayBuffer>]).stream();
  const isStored = compression.magic === "\x00\x00";
  const bytes = isStored ? content : content.pipeThrough(new DecompressionStream("deflate-raw"));
  const whole = new Uint8Array(uncompressedSize);
  let length = 0;
  let checksum = 0;
  for await (const chunk of bytes as unknown as AsyncIterable<Uint8Array>) {
    whole.set(chunk, length);
    length += chunk.byteLength;
    checksum = checksumOf(chunk, checksum);
  }
  if (length !== uncompressedSize || checksum !== crc32 >>> 0) throw new Error("damaged");
  return whole;
}
