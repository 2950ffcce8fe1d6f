// Carries NODE_EXTRA_CA_CERTS into fetch: VS Code's fetch has its own list of authorities without those.
// transport.ts loads this only after an unknown authority; the only file of api/ with undici.
import { readFile } from "node:fs/promises";
import tls from "node:tls";
import Agent from "undici/lib/dispatcher/agent.js";

/** Type of fetch's `dispatcher` option. */
type Dispatcher = object;

let dispatcher: Promise<Dispatcher | undefined> | undefined;

/**
 * Trusts the built-in, the system's and NODE_EXTRA_CA_CERTS's authorities; undefined when that variable is
 * unset or its file unreadable.
 */
export function extraCertificatesDispatcher(): Promise<Dispatcher | undefined> {
  dispatcher ??= createExtraCertificatesDispatcher(process.env["NODE_EXTRA_CA_CERTS"]);
  return dispatcher;
}

export async function createExtraCertificatesDispatcher(
  file: string | undefined,
): Promise<Dispatcher | undefined> {
  if (file === undefined || file === "") return undefined;
  const extra = await readAuthorities(file);
  if (extra.length === 0) return undefined;
  return new Agent({ connect: { ca: [...tls.rootCertificates, ...authoritiesOf("system"), ...extra] } });
}

async function readAuthorities(file: string): Promise<string[]> {
  const known = authoritiesOf("extra");
  if (known.length > 0) return known;
  try {
    return [await readFile(file, "utf8")];
  } catch {
    // Node ignores an unreadable NODE_EXTRA_CA_CERTS, too: the certificate stays refused.
    return [];
  }
}

function authoritiesOf(store: "system" | "extra"): string[] {
  // Added in Node 22.15.
  const { getCACertificates } = tls as { getCACertificates?: (type: string) => string[] };
  return getCACertificates?.(store) ?? [];
}
