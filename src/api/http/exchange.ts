// One request and its answer, as the client gives and takes them: what carries them can be replaced.
import type { Route } from "../routes";
import type { Method } from "./toServiceError";

/** The file of a multipart/form-data body. */
export interface HttpFile {
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
