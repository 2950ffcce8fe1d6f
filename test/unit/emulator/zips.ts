// Archives for tests, also hostile ones.
import JSZip from "jszip";

export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(files)) zip.file(name, content);
  return zip.generateAsync({ type: "uint8array", compression: "DEFLATE", platform: "UNIX" });
}

export function zipWithLink(name: string, target: string): Promise<Uint8Array> {
  const zip = new JSZip();
  zip.file("main.py", "print(1)\n");
  zip.file(name, target, { unixPermissions: 0o120777 });
  return zip.generateAsync({ type: "uint8array", platform: "UNIX" });
}

/** Replaces a name by one of equal length that a zip library would correct. */
export function renameInside(zip: Uint8Array, name: string, evil: string): Uint8Array {
  if (name.length !== evil.length) throw new Error("Both names must have the same length.");
  return Buffer.from(Buffer.from(zip).toString("latin1").replaceAll(name, evil), "latin1");
}
