// Finds the service's interface near an address that is not it: a website's own page, or a prefix too few or too many. Only
// on the same origin, and without the user's token.

import { isServiceError } from "../core/errors/serviceError";
import type { Accounts } from "./accounts";

/** Nobody's token: an interface refuses it in its own words, a website does not know what it is. */
export const noToken = "none";
const longestAskMs = 5_000;

/** An address below the same origin that answers as the interface does; undefined when none of the usual ones does. */
export async function findService(
  accounts: Pick<Accounts, "verify">,
  baseUrl: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Where every path asks for a token first, an answer says nothing of the path.
  const { origin } = new URL(baseUrl);
  if (await answersAsService(accounts, `${origin}/${crypto.randomUUID()}`, signal)) return undefined;
  for (const candidate of addressesNear(baseUrl)) {
    if (await answersAsService(accounts, candidate, signal)) return candidate;
  }
  return undefined;
}

/** The usual ones beside the address itself. */
function addressesNear(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/+$/, "");
  const near = [path.replace(/\/v1(\/.*)?$/, ""), `${path}/api`, "/api", ""];
  return [...new Set(near)].filter((each) => each !== path).map((each) => `${origin}${each}`);
}

async function answersAsService(
  accounts: Pick<Accounts, "verify">,
  baseUrl: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await accounts.verify(baseUrl, noToken, AbortSignal.any([signal, AbortSignal.timeout(longestAskMs)]));
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return isServiceError(error, "unauthorized", "forbidden") && error.serviceText !== undefined;
  }
}
