// Why no request could be made: each reason has another remedy, so each has its own sentence (editor/errorSentences.ts).

export type CertificateProblem =
  /** No authority that the machine knows has signed it. */
  "unknownAuthority" | "selfSigned" | "expired" | "notYetValid" | "wrongHost" | "revoked";

export type ConnectionProblem =
  | "offline"
  /** No DNS server knows the host's name, or none can be reached. */
  | "unknownHost"
  /** The machine responds, but nothing listens at the port. */
  | "refused"
  /** No response to the attempt to connect. */
  | "unreachable"
  | "proxyUnreachable"
  | "proxyPassword"
  | "proxyRefused"
  /** The proxy itself cannot reach the host. */
  | "proxyFailed"
  | "proxyDropped";
