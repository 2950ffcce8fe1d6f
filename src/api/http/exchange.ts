// The types of a call, its request and its response. Simulations replace the transport behind `Exchange`.
import type { PermissionName } from "../../core/model/model";
import type { Method } from "./toServiceError";

/** "interactive": a person waits. */
export type Priority = "interactive" | "normal" | "background";

/** In the order in which jobs start. */
export const priorities: readonly Priority[] = ["interactive", "normal", "background"];

export interface CallOptions {
  /** Aborting rejects with the signal's reason; a queued request is then never sent. */
  readonly signal?: AbortSignal | undefined;
  /** Place in the queue of the rate limit; "normal" when absent. */
  readonly priority?: Priority | undefined;
  /** For one response; the client's own limit when absent. */
  readonly timeoutMs?: number | undefined;
  /** How long failures are waited out, from the first request on; 90,000 when absent. */
  readonly deadlineMs?: number | undefined;
  /** Called for each send, retries included. */
  readonly onDidSend?: (() => void) | undefined;
}

export interface SendOptions extends CallOptions {
  /** Last check before each send, with a slot taken; a rejection sends nothing and rejects the call. */
  readonly beforeSend?: (() => Promise<void>) | undefined;
}

export interface DownloadOptions extends CallOptions {
  /** Lengthens the time limit and bounds the response. */
  readonly expectedBytes?: number | undefined;
  /** Takes the chunks in order; the result is then empty. No retry after the first chunk. */
  readonly onChunk?: ((bytes: Uint8Array) => Promise<void> | void) | undefined;
}

/** The sent path, and one with placeholders for logs and messages. */
export interface Route {
  readonly path: string;
  readonly template: string;
  readonly appId?: string;
  /** The team permission that most likely applies: the service names none in a 403. */
  readonly permission?: PermissionName | undefined;
}

interface HttpFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface HttpRequest {
  readonly method: Method;
  readonly route: Route;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly json?: unknown;
  /** Text parts of a multipart/form-data body, in this order and before its file. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly file?: HttpFile | undefined;
  /** For a file that is not held as one array. */
  readonly archive?: { readonly name: string; readonly content: Blob } | undefined;
  /** "bytes": file content, not parsed. */
  readonly answer: "json" | "bytes";
  /** Takes the chunks in order; the response then holds none. */
  readonly onChunk?: ((bytes: Uint8Array) => Promise<void> | void) | undefined;
  /** The response has begun: the service has the whole request, or refused it. */
  readonly onAnswering?: (() => void) | undefined;
  /** A longer response fails; the transport's own limit when absent. */
  readonly longestAnswerBytes?: number | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** `json` is undefined for an empty body and for bytes. */
export interface HttpAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly bytes: Uint8Array;
  /** The Date header, in milliseconds since the epoch. */
  readonly dateMs?: number | undefined;
}

export interface Exchange {
  /**
   * Rejects with a ServiceError unless a valid 2xx response arrives in `timeoutMs`, or with the signal's
   * reason.
   */
  send(request: HttpRequest, token: string): Promise<HttpAnswer>;
}
