// Why no request could be made: each has another remedy, so each has a sentence of its own (editor/errorSentences.ts).

/** Why the machine does not trust the service's certificate. */
export type CertificateProblem =
  /** No authority that the machine knows has signed it. */
  "unknownAuthority" | "selfSigned" | "expired" | "notYetValid" | "wrongHost" | "revoked";

/** Why no connection to the service came about. */
export type ConnectionProblem =
  /** The machine itself has no network. */
  | "offline"
  /** Nobody knows the host's name, or nobody can be asked. */
  | "unknownHost"
  /** The machine is there, and nothing listens. */
  | "refused"
  /** Nobody answered to the wish for a connection. */
  | "unreachable"
  | "proxyUnreachable"
  | "proxyPassword"
  | "proxyRefused"
  /** The proxy would, and cannot. */
  | "proxyFailed"
  | "proxyDropped";
