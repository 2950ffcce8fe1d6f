// Asks an app on the web whether it answers: one request to an address that the user agreed to.
import { lookup } from "node:dns/promises";
import { BlockList, isIPv4 } from "node:net";
import { abortable } from "../../core/async/onAbort";
import { isLoopback } from "../../core/model/serviceAddress";
import type { WebAddress } from "../../core/model/webAddress";
import { Transport, type TransportOptions } from "./transport";

/** The response's status (0 for a redirect that a browser hides); "notSent": no public IP address was found. */
export type Health = number | "noAnswer" | "notSent";

const timeoutMs = 10_000;

const special4 = listOf("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
]);
const global6 = listOf("ipv6", ["2000::/3"]);
/** Special ones, and those that contain an IPv4 address (Teredo, 6to4). */
const special6 = listOf("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/**
 * By IANA's registries of special addresses (https://www.iana.org/assignments/iana-ipv4-special-registry). False also
 * for an IPv6 address that contains an IPv4 address.
 */
export function isPublicAddress(ip: string): boolean {
  return isIPv4(ip) ? !special4.check(ip) : global6.check(ip, "ipv6") && !special6.check(ip, "ipv6");
}

/**
 * What may be asked, without query and fragment; undefined for a guess, for credentials, and for http, which only an
 * app of the local service may have, on loopback.
 */
export function healthAddress({ address, isGuess }: WebAddress, isLocal: boolean): string | undefined {
  const { protocol, hostname, origin, pathname, username, password } = new URL(address);
  if (isGuess || username || password) return undefined;
  if (protocol !== "https:" && !(protocol === "http:" && isLocal && isLoopback(hostname))) return undefined;
  return origin + pathname;
}

export interface HealthOptions extends Pick<TransportOptions, "clock" | "logger" | "fetch"> {
  readonly signal: AbortSignal;
  /** All addresses of a host; the system's when absent. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/**
 * Sends one GET to `address` (from `healthAddress`) without token and cookies. Follows no redirect, reads no body, and
 * ends after 10 s. A host that this machine cannot resolve is not requested, although a proxy might know it: it could
 * have any address. Rejects only with the signal's reason.
 */
export async function askHealth(address: string, options: HealthOptions): Promise<Health> {
  const { clock, signal, resolve = addressesOf } = options;
  const limit = new AbortController();
  const stopTimer = clock.after(timeoutMs, () => limit.abort());
  const either = AbortSignal.any([signal, limit.signal]);
  const ask = async (): Promise<Health> => {
    const { protocol, hostname } = new URL(address);
    if (protocol === "https:") {
      const found = await resolve(hostname.replace(/^\[|\]$/g, "")).catch(() => []);
      if (found.length === 0 || !found.every(isPublicAddress)) return "notSent";
    } else if (!isLoopback(hostname)) return "notSent";
    either.throwIfAborted();
    return await new Transport({ ...options, baseUrl: address }).statusOf(address, either);
  };
  const health = await abortable(ask(), either).catch((): Health => "noAnswer");
  stopTimer();
  signal.throwIfAborted();
  return health;
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function listOf(family: "ipv4" | "ipv6", subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", prefix] = subnet.split("/");
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
