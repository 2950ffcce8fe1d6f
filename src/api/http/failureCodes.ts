// What the error codes behind a failed fetch mean: Node's, undici's, and Chromium's for Electron's own fetch.
import type { CertificateProblem, ConnectionProblem } from "../../core/errors/connectionProblem";

/** Certificates that are refused for a reason without a name here have none. */
const certificateCodes: ReadonlyMap<string, CertificateProblem | undefined> = new Map([
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unknownAuthority"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "unknownAuthority"],
  ["UNABLE_TO_GET_ISSUER_CERT", "unknownAuthority"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unknownAuthority"],
  ["CERT_UNTRUSTED", "unknownAuthority"],
  ["ERR_CERT_AUTHORITY_INVALID", "unknownAuthority"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "selfSigned"],
  ["CERT_HAS_EXPIRED", "expired"],
  ["ERR_CERT_DATE_INVALID", "expired"],
  ["CERT_NOT_YET_VALID", "notYetValid"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "wrongHost"],
  ["ERR_CERT_COMMON_NAME_INVALID", "wrongHost"],
  ["CERT_REVOKED", "revoked"],
  ["ERR_CERT_REVOKED", "revoked"],
  ["CERT_SIGNATURE_FAILURE", undefined],
  ["CERT_CHAIN_TOO_LONG", undefined],
  ["INVALID_CA", undefined],
  ["INVALID_PURPOSE", undefined],
  ["CERT_REJECTED", undefined],
]);

/** The code that droppedTunnels.ts gives a tunnel whose proxy dropped it. */
export const droppedTunnelCode = "ERR_PROXY_TUNNEL_DROPPED";

/** With each of these no connection came about. */
const connectionCodes: ReadonlyMap<string, ConnectionProblem> = new Map([
  ["ENETUNREACH", "offline"],
  ["ENETDOWN", "offline"],
  ["EADDRNOTAVAIL", "offline"],
  ["ERR_INTERNET_DISCONNECTED", "offline"],
  ["ENOTFOUND", "unknownHost"],
  ["EAI_AGAIN", "unknownHost"],
  ["EAI_FAIL", "unknownHost"],
  ["ERR_NAME_NOT_RESOLVED", "unknownHost"],
  ["ECONNREFUSED", "refused"],
  ["ERR_CONNECTION_REFUSED", "refused"],
  ["EHOSTUNREACH", "unreachable"],
  ["EHOSTDOWN", "unreachable"],
  ["UND_ERR_CONNECT_TIMEOUT", "unreachable"],
  ["ERR_ADDRESS_UNREACHABLE", "unreachable"],
  ["ERR_PROXY_CONNECTION_FAILED", "proxyUnreachable"],
  ["PROXY_STATUS_407", "proxyPassword"],
  ["ERR_PROXY_AUTH_REQUESTED", "proxyPassword"],
  ["ERR_PROXY_AUTH_UNSUPPORTED", "proxyPassword"],
  ["ERR_TUNNEL_CONNECTION_FAILED", "proxyRefused"],
  [droppedTunnelCode, "proxyDropped"],
]);

/** The codes found along the causes of a failed fetch, the nearest first; empty when it names none. */
export function failureCodes(error: unknown): string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    // undici tells a proxy's answer in words alone, with the code of a request that the caller ended.
    const proxyStatus = /^Proxy response \((\d{3})\)/.exec(current.message)?.[1];
    if (proxyStatus !== undefined) codes.push(`PROXY_STATUS_${proxyStatus}`);
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

/** True when one more authority may mend it. */
export function lacksAuthority(error: unknown): boolean {
  const problem = connectionProblem(error);
  return problem === "unknownAuthority" || problem === "selfSigned";
}

/** True when no connection came about, so that the service cannot have seen the request. */
export function isNotSent(error: unknown): boolean {
  return isCertificateFailure(error) || connectionProblem(error) !== undefined;
}

/** Why no connection came about; undefined for one that broke later, and for a reason without a name. */
export function connectionProblem(error: unknown): ConnectionProblem | CertificateProblem | undefined {
  for (const code of failureCodes(error)) {
    const problem = certificateCodes.get(code) ?? connectionCodes.get(code);
    if (problem !== undefined) return problem;
    if (code.startsWith("PROXY_STATUS_"))
      return code.startsWith("PROXY_STATUS_5") ? "proxyFailed" : "proxyRefused";
  }
  return undefined;
}
