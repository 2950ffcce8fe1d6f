// Finds the API near a URL that is not it, such as a website's page. Same origin only, and without the token.

import { isServiceError } from "../core/errors/serviceError";
import type { Accounts } from "./accounts";

/** Never a real token: an API refuses it in its own words, a website ignores it. */
export const noToken = "none";
const longestAskMs = 5_000;

/** A URL of the same origin that responds like the API; undefined when none does. */
export async function findService(
  accounts: Pick<Accounts, "verify">,
  baseUrl: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Where every path needs a token, a 401 proves nothing of the path.
  const { origin } = new URL(baseUrl);
  if (await answersAsService(accounts, `${origin}/${crypto.randomUUID()}`, signal)) return undefined;
  for (const candidate of addressesNear(baseUrl)) {
    if (await answersAsService(accounts, candidate, signal)) return candidate;
  }
  return undefined;
}

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
