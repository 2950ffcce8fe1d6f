// Who may talk to the service at all: programs of this machine that know the token, never a page in a browser.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Forbidden, Unauthorized } from "./httpErrors";

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** Refuses what a web page could send: a foreign host name (DNS rebinding) or the origin of a page. */
export function refuseBrowsers(incoming: IncomingMessage): void {
  if (!loopbackHost.test(incoming.headers.host ?? "")) {
    throw new Forbidden("The local service answers on the loopback address only.");
  }
  const origin = incoming.headers.origin;
  if (origin !== undefined && /^(https?:|null$)/i.test(origin)) {
    throw new Forbidden("The local service doesn't answer to web pages.");
  }
  // A browser sends no origin with a picture or a script, but says where the request comes from.
  const site = incoming.headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") {
    throw new Forbidden("The local service doesn't answer to web pages.");
  }
}

/** Throws 401 unless the request carries the token. */
export function requireToken(incoming: IncomingMessage, token: string): void {
  const given = /^Bearer +(\S+) *$/i.exec(incoming.headers.authorization ?? "")?.[1];
  if (given === undefined || !timingSafeEqual(digest(given), digest(token))) throw new Unauthorized();
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
