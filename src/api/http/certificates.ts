// Carries NODE_EXTRA_CA_CERTS into fetch: VS Code's fetch trusts its own list and leaves those out. Loaded by
// transport.ts only after a certificate was refused for its authority; the only file of api/ that knows undici.
import { readFile } from "node:fs/promises";
import tls from "node:tls";
import Agent from "undici/lib/dispatcher/agent.js";

/** What the `dispatcher` option of fetch takes. */
type Dispatcher = object;

let dispatcher: Promise<Dispatcher | undefined> | undefined;

/**
 * The one Agent that trusts the built-in, the system's and NODE_EXTRA_CA_CERTS's authorities; undefined when that
 * variable is not set or its file cannot be read.
 */
export function extraCertificatesDispatcher(): Promise<Dispatcher | undefined> {
  dispatcher ??= createExtraCertificatesDispatcher(process.env["NODE_EXTRA_CA_CERTS"]);
  return dispatcher;
}

/** The same for the authorities in `file`, made again. */
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
    // Node ignores a variable that names no readable file, and so does this: the certificate stays refused.
    return [];
  }
}

function authoritiesOf(store: "system" | "extra"): string[] {
  // Node has this from 22.15 on.
  const { getCACertificates } = tls as { getCACertificates?: (type: string) => string[] };
  return getCACertificates?.(store) ?? [];
}
