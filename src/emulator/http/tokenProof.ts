// Proves that this service knows the token before a caller gives it away: another program may have taken its port.
import { createHmac } from "node:crypto";
import { BadRequest } from "./httpErrors";

/** The keyed hash (HMAC-SHA256, hexadecimal) of a caller's fresh nonce and of the address that was asked. */
export function proofOf(token: string, nonce: string, url: string): string {
  if (!/^[0-9a-f]{32,128}$/.test(nonce))
    throw new BadRequest("The nonce must be 32 to 128 hexadecimal digits.");
  return createHmac("sha256", token).update(`${nonce} ${url}`).digest("hex");
}
