// What a call to the service can be told, and one request and its response as the client gives and takes them: what carries
// them can be replaced.
import type { PermissionName } from "../../core/model/model";
import type { Method } from "./toServiceError";

/** How urgent a call is: a person waits for it, a task does, or it can wait. */
export type Priority = "interactive" | "normal" | "background";

/** From the first to go to the last. */
export const priorities: readonly Priority[] = ["interactive", "normal", "background"];

export interface CallOptions {
  /** Aborting rejects the call with the signal's reason; what waits is then never sent. */
  readonly signal?: AbortSignal | undefined;
  /** Place in the queue where the service limits this call; "normal" when absent. */
  readonly priority?: Priority | undefined;
  /** Longest wait for one answer; the client's own limit when absent. */
  readonly timeoutMs?: number | undefined;
  /** How long a 429 is waited out, counted from the first request of this call; 90,000 when absent. */
  readonly deadlineMs?: number | undefined;
}

/** Of a request that changes files. */
export interface SendOptions extends CallOptions {
  /**
   * A last check, with the limit's slot taken and right before the request, each time that it is sent. When it rejects,
   * nothing is sent, the slot is given back, and the call rejects so.
   */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /** Told each time the request is on its way; again when it is sent again after a 429. */
  readonly onDidSend?: (() => void) | undefined;
}

export interface DownloadOptions extends CallOptions {
  /** Lengthens the time limit, and bounds what is read. */
  readonly expectedBytes?: number | undefined;
  /**
   * Takes the bytes as they come, one piece after the other, so that they need not be held; the result is then empty.
   * What breaks off after the first piece is not asked for again.
   */
  readonly onChunk?: ((bytes: Uint8Array) => Promise<void> | void) | undefined;
}

/** A path of the service: as it is sent, and as logs and messages name it. */
export interface Route {
  readonly path: string;
  readonly template: string;
  readonly appId?: string;
  /** The flag of a team that most likely decides about it: the service does not say which does. */
  readonly permission?: PermissionName | undefined;
}

/** The file of a multipart/form-data body. */
interface HttpFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface HttpRequest {
  readonly method: Method;
  readonly route: Route;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** The texts of a multipart/form-data body, in this order and before its file. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Makes the body multipart/form-data, with this as its `file`. */
  readonly file?: HttpFile | undefined;
  /** The same for a file that is not held as one array. */
  readonly archive?: { readonly name: string; readonly content: Blob } | undefined;
  /** "bytes" for a file's content, which is not parsed. */
  readonly answer: "json" | "bytes";
  /** Takes the bytes of the answer as they come, one piece after the other; the answer then holds none. */
  readonly onChunk?: ((bytes: Uint8Array) => Promise<void> | void) | undefined;
  /** Called when the answer begins: the service has taken the request in, or refused it. */
  readonly onAnswering?: (() => void) | undefined;
  /** The most bytes that the answer may have; more end it as a failure. A limit of the transport's when absent. */
  readonly longestAnswerBytes?: number | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A 2xx answer. `json` is undefined for an empty body and for answers that are bytes. */
export interface HttpAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly bytes: Uint8Array;
  /** The service's own time when it answered (its Date header), in milliseconds since the epoch. */
  readonly serviceTime?: number | undefined;
}

/** Carries requests to the service. */
export interface Exchange {
  /**
   * Sends one request and reads its whole answer, both within `timeoutMs`. Rejects with a ServiceError for anything
   * but a 2xx answer of the expected form, and with the signal's reason when the caller aborts.
   */
  send(request: HttpRequest, token: string): Promise<HttpAnswer>;
}
