// Reads a zip again after it was written.
import JSZip from "jszip";

/** The files in it with their sizes in bytes; undefined when it is no whole zip, or a checksum is wrong. */
export async function filesInArchive(zip: Uint8Array): Promise<ReadonlyMap<string, number> | undefined> {
  try {
    const archive = await JSZip.loadAsync(zip, { checkCRC32: true });
    const files = Object.values(archive.files).filter(({ dir }) => !dir);
    const sizes = new Map<string, number>();
    for (const file of files) sizes.set(file.name, (await file.async("uint8array")).byteLength);
    return sizes;
  } catch {
    return undefined;
  }
}
