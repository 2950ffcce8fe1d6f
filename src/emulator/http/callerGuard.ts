// Admits programs of this machine that know the token, never a web page, and proves to them that the service knows it.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BadRequest, Forbidden, Unauthorized } from "./httpErrors";

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** Rejects a foreign host name (DNS rebinding) and a page's origin. */
export function refuseBrowsers(incoming: IncomingMessage): void {
  if (!loopbackHost.test(incoming.headers.host ?? "")) {
    throw new Forbidden("The local service answers on the loopback address only.");
  }
  const origin = incoming.headers.origin;
  if (origin !== undefined && /^(https?:|null$)/i.test(origin)) {
    throw new Forbidden("The local service doesn't answer to web pages.");
  }
  // Images and scripts are requested without an origin, but with this header.
  const site = incoming.headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") {
    throw new Forbidden("The local service doesn't answer to web pages.");
  }
}

/** Throws 401. */
export function requireToken(incoming: IncomingMessage, token: string): void {
  const given = /^Bearer +(\S+) *$/i.exec(incoming.headers.authorization ?? "")?.[1];
  if (given === undefined || !timingSafeEqual(digest(given), digest(token))) throw new Unauthorized();
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** HMAC-SHA256, hexadecimal, of the caller's nonce and the requested URL: another program may have taken the port. */
export function proofOf(token: string, nonce: string, url: string): string {
  if (!/^[0-9a-f]{32,128}$/.test(nonce))
    throw new BadRequest("The nonce must be 32 to 128 hexadecimal digits.");
  return createHmac("sha256", token).update(`${nonce} ${url}`).digest("hex");
}
