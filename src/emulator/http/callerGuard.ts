// Admits programs of this machine that know the token, never a web page.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Forbidden, Unauthorized } from "./httpErrors";

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
