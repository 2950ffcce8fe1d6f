// Proves that the service knows the token before a caller sends it: another program may have taken the port.
import { createHmac } from "node:crypto";
import { BadRequest } from "./httpErrors";

/** HMAC-SHA256, hexadecimal, of the caller's nonce and the requested URL. */
export function proofOf(token: string, nonce: string, url: string): string {
  if (!/^[0-9a-f]{32,128}$/.test(nonce))
    throw new BadRequest("The nonce must be 32 to 128 hexadecimal digits.");
  return createHmac("sha256", token).update(`${nonce} ${url}`).digest("hex");
}
