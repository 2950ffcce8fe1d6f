import { createHash } from "node:crypto";

/** Up to this size hashing here costs less than a thread; more would block the extension host. */
const hashedHereBytes = 256 * 1024;

/** SHA-256 in hexadecimal: contents with equal hashes are equal. */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= hashedHereBytes) return textHash(bytes);
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
}

/** The same hash without waiting, for a short text. */
export function textHash(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
