// What the error codes behind a failed fetch mean: Node's, undici's, and Chromium's for Electron's own fetch.

import { subscribe } from "node:diagnostics_channel";
import type { CertificateProblem, ConnectionProblem } from "../../core/errors/connectionProblem";
import { field, readFields } from "../../core/parse";

/** Undefined: a refusal without a name of its own. */
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

const droppedTunnelCode = "ERR_PROXY_TUNNEL_DROPPED";

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

/** Chromium gives them for an open connection, too (net/base/net_errors_posix.cc). */
const lateCodes = new Set(["ERR_INTERNET_DISCONNECTED", "ERR_ADDRESS_UNREACHABLE"]);

/** Along the chain of causes, outermost first: of an open connection as "read ENETDOWN", else "ENETDOWN". */
export function failureCodes(error: unknown): string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    // undici reports a proxy's status in words only, with the code of an aborted request.
    const proxyStatus = /^Proxy response \((\d{3})\)/.exec(current.message)?.[1];
    if (proxyStatus !== undefined) codes.push(`PROXY_STATUS_${proxyStatus}`);
    const { code, syscall } = readFields({ code: field.text, syscall: field.text }, current);
    if (code !== undefined)
      codes.push(/^(?:read|writev?)$/.test(syscall ?? "") ? `${syscall} ${code}` : code);
    const chromium = /net::(ERR_[A-Z_]+)/.exec(current.message)?.[1];
    if (chromium !== undefined) codes.push(chromium);
    if (current instanceof AggregateError) codes.push(...current.errors.flatMap(failureCodes));
    current = current.cause;
  }
  return codes;
}

/** The certificate is not trusted: nothing was sent. */
export function isCertificateFailure(error: unknown): boolean {
  return failureCodes(error).some((code) => certificateCodes.has(code) || code.startsWith("ERR_CERT_"));
}

/** An authority of NODE_EXTRA_CA_CERTS may help. */
export function lacksAuthority(error: unknown): boolean {
  const problem = connectionProblem(error);
  return problem === "unknownAuthority" || problem === "selfSigned";
}

/** No connection was made, so the service cannot have seen the request. */
export function isNotSent(error: unknown): boolean {
  if (failureCodes(error).some((code) => lateCodes.has(code))) return false;
  return isCertificateFailure(error) || connectionProblem(error) !== undefined;
}

/** Why no connection was made; undefined when it broke later, and for other reasons. */
export function connectionProblem(error: unknown): ConnectionProblem | CertificateProblem | undefined {
  for (const code of failureCodes(error)) {
    const problem = certificateCodes.get(code) ?? connectionCodes.get(code);
    if (problem !== undefined) return problem;
    if (code.startsWith("PROXY_STATUS_"))
      return code.startsWith("PROXY_STATUS_5") ? "proxyFailed" : "proxyRefused";
  }
  return undefined;
}

/** Host and port: other extensions' requests are left alone. */
const hosts = new Set<string>();

/**
 * When a proxy drops a tunnel, undici takes that for a closed idle connection and reconnects at once, a thousand times a
 * second, even after the request was aborted. Its diagnostics channel announces the error before undici judges it:
 * another code makes the request fail at once, and its caller retries in its own time.
 */
export function failDroppedTunnels(address: string): void {
  if (hosts.size === 0) subscribe("undici:client:connectError", codeDroppedTunnel);
  hosts.add(new URL(address).host);
}

function codeDroppedTunnel(message: unknown): void {
  const { connectParams, error } = readFields(
    { connectParams: field.object({ host: field.text }), error: field.anything },
    message,
  );
  if (connectParams === undefined || !hosts.has(connectParams.host)) return;
  // During a connect only a tunnel fails with this code.
  if (error instanceof Error && "code" in error && error.code === "UND_ERR_SOCKET")
    error.code = droppedTunnelCode;
}
