// The one error that crosses layers. It becomes a sentence for the user in editor/errorSentences.ts.
import type { AppKey } from "../model/appKey";
import type { PermissionName } from "../model/model";
import type { CertificateProblem, ConnectionProblem } from "./connectionProblem";

/** What went wrong, in words that code can decide on. */
export type ServiceErrorKind =
  /** 401, or no token: nothing is sent for this account until its token changes. */
  | "unauthorized"
  /** 403. */
  | "forbidden"
  /** 404. */
  | "notFound"
  /** 409 or 412. */
  | "conflict"
  /** 413: the body is larger than the service takes. */
  | "tooLarge"
  /** Any other 4xx: the service refused the request as it was. */
  | "refused"
  /** 429 that outlasted its deadline. */
  | "rateLimited"
  /** 5xx. */
  | "server"
  /** No connection, or it broke. */
  | "network"
  /** The machine does not trust the service's certificate. */
  | "certificate"
  /** No answer within the time limit. */
  | "timeout"
  /** A response that is not one of docs/interface.md#endpoints: HTML, half a JSON, a redirect, another shape. */
  | "badResponse"
  /** The service applies no name that is known for one of our query parameters. */
  | "wire"
  /** Nothing is written: an upload landed elsewhere and could not be put right. */
  | "misplaced"
  /** What was to be sent is not something the service can take (a name, a folder, an archive). */
  | "badInput";

export interface ServiceErrorDetails {
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  /** The service's own words (`error` or `message` of the body), for the user to read. */
  readonly serviceText?: string;
  /** True when the request may have been carried out although no answer says so. */
  readonly outcomeUnknown?: boolean;
  /** How long the service asked us to wait, from Retry-After. */
  readonly retryAfterMs?: number;
  /** Why no connection came about, of "network" and "certificate", where it is known. */
  readonly problem?: ConnectionProblem | CertificateProblem;
  /** Paths inside the app, of "misplaced". */
  readonly misplaced?: { readonly wanted: string; readonly landed: string };
  /** The most bytes that the answer might have, of one that had more. */
  readonly mostBytes?: number;
  readonly cause?: unknown;
}

/** What the call that failed was about, as far as a sentence about it needs to know. */
export interface FailedRequest {
  /** The service's host, with its port where that is not the usual one. */
  readonly host: string;
  /** It would have changed nothing. */
  readonly isRead: boolean;
  /** What the user needs for it, as far as that can be guessed. */
  readonly permission?: PermissionName | undefined;
}

/** The app that a call was about. */
export interface FailedApp extends AppKey {
  readonly name: string;
  readonly team?: { readonly id: string; readonly name: string } | undefined;
}

/** A failure of a call to the service. `message` is for logs: it names the call, never a secret. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number | undefined;
  readonly serviceText: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly problem: ServiceErrorDetails["problem"];
  readonly misplaced: ServiceErrorDetails["misplaced"];
  readonly mostBytes: number | undefined;
  /** Told by those that know it, once it has failed. */
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
 * Whether the service says that it refused, or redirects, what was sent. It may have done it all the same, or a part of
 * it: only a look tells. A refused sign-in and a rate limit are decided before anything is done.
 */
export function isRefusal(error: unknown): error is ServiceError {
  return isServiceError(error, "forbidden", "notFound", "conflict", "tooLarge", "refused", "badResponse");
}

/** Whether a request that failed may have been carried out all the same, so that only a look tells. */
export function mayBeDone(error: unknown): error is ServiceError {
  return isServiceError(error) && (error.outcomeUnknown || isRefusal(error));
}

/** Settles as the look does. The change before it was sent: a look that fails leaves open what became of that. */
export async function lookAfterChange<T>(look: Promise<T>): Promise<T> {
  return await look.catch((error: unknown) => {
    if (isServiceError(error)) error.outcomeUnknown = true;
    throw error;
  });
}

/** True for a ServiceError, of the given kinds when there are any. */
export function isServiceError(error: unknown, ...kinds: ServiceErrorKind[]): error is ServiceError {
  return error instanceof ServiceError && (kinds.length === 0 || kinds.includes(error.kind));
}
