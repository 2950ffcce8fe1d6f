// A file's content in short: two contents with one hash are the same content.
import { createHash } from "node:crypto";

/** A thread of its own costs more than hashing less than this does; more would hold up the extension host. */
const hashedHereBytes = 256 * 1024;

/** SHA-256 in hexadecimal. */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= hashedHereBytes) return textHash(bytes);
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
}

/** The same at once, for a short text. */
export function textHash(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
