// What the error codes behind a failed fetch mean: Node's, undici's, and Chromium's for Electron's own fetch.

const certificateCodes = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_UNTRUSTED",
  "CERT_REVOKED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

const notSentCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_NAME_NOT_RESOLVED",
  "ERR_CONNECTION_REFUSED",
  "ERR_INTERNET_DISCONNECTED",
  "ERR_ADDRESS_UNREACHABLE",
  "ERR_PROXY_CONNECTION_FAILED",
]);

/** The codes found along the causes of a failed fetch, the nearest first; empty when it names none. */
export function failureCodes(error: unknown): string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if ("code" in current && typeof current.code === "string") codes.push(current.code);
    const chromium = /net::(ERR_[A-Z_]+)/.exec(current.message)?.[1];
    if (chromium !== undefined) codes.push(chromium);
    if (current instanceof AggregateError) codes.push(...current.errors.flatMap(failureCodes));
    current = current.cause;
  }
  return codes;
}

/** True when the machine does not trust the service's certificate: nothing was sent. */
export function isCertificateFailure(error: unknown): boolean {
  return failureCodes(error).some((code) => certificateCodes.has(code) || code.startsWith("ERR_CERT_"));
}

/** True when no connection came about, so that the service cannot have seen the request. */
export function isNotSent(error: unknown): boolean {
  return isCertificateFailure(error) || failureCodes(error).some((code) => notSentCodes.has(code));
}
