// Reads a zip: again after it was written, or to bring back what it holds.
import JSZip from "jszip";

/** The files in it with their sizes in bytes; undefined when it is no whole zip, or a checksum is wrong. */
export async function filesInArchive(zip: Uint8Array): Promise<ReadonlyMap<string, number> | undefined> {
  const contents = await contentsOfArchive(zip);
  return contents && new Map([...contents].map(([path, { byteLength }]) => [path, byteLength]));
}

/**
 * The same with their bytes, by the names that the zip itself gives them, which may lead anywhere; undefined also when they
 * are more than `maxBytes` together.
 */
export async function contentsOfArchive(
  zip: Uint8Array,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  try {
    const archive = await JSZip.loadAsync(zip, { checkCRC32: true });
    const contents = new Map<string, Uint8Array>();
    let left = maxBytes;
    for (const file of Object.values(archive.files)) {
      if (file.dir) continue;
      const bytes = await file.async("uint8array");
      left -= bytes.byteLength;
      if (left < 0) return undefined;
      contents.set(file.unsafeOriginalName ?? file.name, bytes);
    }
    return contents;
  } catch {
    return undefined;
  }
}
