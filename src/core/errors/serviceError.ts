import type { AppKey } from "../model/appKey";
import type { PermissionName } from "../model/model";
import type { CertificateProblem, ConnectionProblem } from "./connectionProblem";

// Kinds by HTTP status: 401 (or no token: nothing is sent for this account until its token changes) "unauthorized", 403
// "forbidden", 404 "notFound", 409 and 412 "conflict", 413 "tooLarge", 429 that outlasted its deadline "rateLimited",
// 5xx "server", any other 4xx "refused". Without a whole response: "network", "certificate", "timeout".
export type ServiceErrorKind =
  | "unauthorized"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "tooLarge"
  | "refused"
  | "rateLimited"
  | "server"
  | "network"
  | "certificate"
  | "timeout"
  /** A response that is not one of docs/interface.md#endpoints: HTML, half a JSON, a redirect, another shape. */
  | "badResponse"
  /** The service applies none of the known names of one of our query parameters. */
  | "dialect"
  /** An earlier upload was stored elsewhere and could not be corrected, so nothing is uploaded. */
  | "misplaced"
  /** The service cannot accept a name, a folder or an archive. */
  | "badInput";

export interface ServiceErrorDetails {
  readonly status?: number;
  /** The service's own words (`error` or `message` of the body), for the user to read. */
  readonly serviceText?: string;
  /** The request may have been carried out although no response says so. */
  readonly outcomeUnknown?: boolean;
  /** The response's Retry-After. */
  readonly retryAfterMs?: number;
  readonly problem?: ConnectionProblem | CertificateProblem;
  /** Paths inside the app, of "misplaced". */
  readonly misplaced?: { readonly wanted: string; readonly landed: string };
  /** The limit that the response exceeded. */
  readonly mostBytes?: number;
  readonly cause?: unknown;
}

export interface FailedRequest {
  /** Includes a port that is not the default. */
  readonly host: string;
  readonly isRead: boolean;
  /** The permission that the request needs: a guess. */
  readonly permission?: PermissionName | undefined;
}

export interface FailedApp extends AppKey {
  readonly name: string;
  readonly team?: { readonly id: string; readonly name: string } | undefined;
}

/**
 * The one error that crosses layers: a call to the service failed. editor/errorSentences.ts makes a sentence of it.
 * `message` is for logs: it names the call, never a secret.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number | undefined;
  readonly serviceText: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly problem: ServiceErrorDetails["problem"];
  readonly misplaced: ServiceErrorDetails["misplaced"];
  readonly mostBytes: number | undefined;
  /** The code that knows these three sets them after the call has failed. */
  outcomeUnknown: boolean;
  request: FailedRequest | undefined;
  app: FailedApp | undefined;

  constructor(
    readonly kind: ServiceErrorKind,
    message: string,
    details: ServiceErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.serviceText = details.serviceText;
    this.outcomeUnknown = details.outcomeUnknown ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.problem = details.problem;
    this.misplaced = details.misplaced;
    this.mostBytes = details.mostBytes;
  }
}

/**
 * The service says that it refused or redirected the request. It may have carried out all or part of it: only a new
 * read shows that. A 401 and a 429 are not included: they come before any change.
 */
export function isRefusal(error: unknown): error is ServiceError {
  return isServiceError(error, "forbidden", "notFound", "conflict", "tooLarge", "refused", "badResponse");
}

/** A failed request may have been carried out all the same: only reading again shows it. */
export function mayBeDone(error: unknown): error is ServiceError {
  return isServiceError(error) && (error.outcomeUnknown || isRefusal(error));
}

/** Settles as `look`, a read after a sent change. A failure gets `outcomeUnknown`, since the change may be done. */
export async function lookAfterChange<T>(look: Promise<T>): Promise<T> {
  return await look.catch((error: unknown) => {
    if (isServiceError(error)) error.outcomeUnknown = true;
    throw error;
  });
}

/** True for a ServiceError, of one of `kinds` when any are given. */
export function isServiceError(error: unknown, ...kinds: ServiceErrorKind[]): error is ServiceError {
  return error instanceof ServiceError && (kinds.length === 0 || kinds.includes(error.kind));
}
