// The single home of fetch: one HTTP exchange with the service, with its token, its time limit and two log lines.
// Goes through globalThis.fetch as it is at call time, which is what carries VS Code's proxy and certificates.
import type { Clock } from "../core/clock";
import type { Logger } from "../core/logger";
import { onAbort } from "../core/onAbort";
import { isServiceError, ServiceError } from "../core/serviceError";
import { abortable } from "./abortable";
import { isCertificateFailure } from "./failureCodes";
import type { Route } from "./routes";
import {
  describe,
  errorFromAnswer,
  errorFromFailure,
  errorFromShape,
  errorFromTimeout,
  looksLikeHtml,
  type Method,
} from "./toServiceError";

export interface HttpRequest {
  readonly method: Method;
  readonly route: Route;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as multipart/form-data. */
  readonly form?: FormData | undefined;
  /** "bytes" for a file's content, which is not parsed. */
  readonly answer: "json" | "bytes";
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A 2xx answer. `json` is undefined for an empty body and for answers that are bytes. */
export interface HttpAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly bytes: Uint8Array;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Finds the dispatcher that trusts more certificates; replaced in tests. */
  readonly findDispatcher?: (() => Promise<object | undefined>) | undefined;
}

export class Transport {
  private readonly base: URL;
  private readonly findDispatcher: () => Promise<object | undefined>;
  private dispatcher: object | undefined;
  private requests = 0;

  constructor(private readonly options: TransportOptions) {
    this.base = new URL(options.baseUrl);
    this.findDispatcher =
      options.findDispatcher ?? (async () => (await import("./certificates")).extraCertificatesDispatcher());
  }

  /**
   * Sends one request and reads its whole answer, both within `timeoutMs`. Rejects with a ServiceError for anything
   * but a 2xx answer of the expected form, and with the signal's reason when the caller aborts.
   */
  async send(request: HttpRequest, token: string): Promise<HttpAnswer> {
    const { clock, logger } = this.options;
    const { signal } = request;
    signal?.throwIfAborted();
    const call = { method: request.method, template: request.route.template };
    const id = (++this.requests & 0xffff).toString(16).padStart(4, "0");
    const startedAt = clock.now();
    const end = (outcome: string, detail: string): void =>
      logger.debug(`<- ${id} ${outcome} ${describe(call)}${detail} ${clock.now() - startedAt} ms`);

    const stop = new AbortController();
    let isExpired = false;
    const stopTimer = clock.after(request.timeoutMs, () => {
      isExpired = true;
      stop.abort();
    });
    const unfollow = signal && onAbort(signal, () => stop.abort(signal.reason));
    try {
      const init = this.init(request, token, stop.signal);
      logger.trace(`-> ${id} ${describe(call)}`);
      const answer = await abortable(this.exchange(request, init, token), stop.signal);
      end(String(answer.status), ` ${sizeInWords(answer.bytes.length)}`);
      return answer;
    } catch (error) {
      if (signal?.aborted) {
        end("aborted", "");
        throw signal.reason;
      }
      const failure = isExpired
        ? errorFromTimeout(call, request.timeoutMs)
        : isServiceError(error)
          ? error
          : errorFromFailure(call, error);
      end(failure.status === undefined ? failure.kind : String(failure.status), "");
      throw failure;
    } finally {
      stopTimer();
      unfollow?.();
    }
  }

  private async exchange(request: HttpRequest, init: RequestInit, token: string): Promise<HttpAnswer> {
    const call = { method: request.method, template: request.route.template };
    const response = await this.fetch(this.url(request), init);
    const { status } = response;
    // A browser hides the answer of a redirect that is not followed: its status is 0 there.
    if (response.type === "opaqueredirect") throw errorFromShape(call, "redirect, not followed");
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok) {
      const refused = {
        status,
        bodyText: new TextDecoder().decode(bytes),
        secret: token,
        retryAfter: response.headers.get("retry-after") ?? undefined,
        date: response.headers.get("date") ?? undefined,
      };
      throw errorFromAnswer(call, refused, this.options.clock.now());
    }
    if (request.answer === "bytes" || bytes.length === 0) return { status, json: undefined, bytes };
    const text = new TextDecoder().decode(bytes);
    try {
      return { status, json: JSON.parse(text), bytes };
    } catch {
      // The parser's own message quotes the body, so it is not passed on.
      throw errorFromShape(call, looksLikeHtml(text) ? "a web page, not JSON" : "not JSON", status);
    }
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    const send = this.options.fetch ?? globalThis.fetch;
    if (this.dispatcher) return send(url, { ...init, dispatcher: this.dispatcher } as RequestInit);
    try {
      return await send(url, init);
    } catch (error) {
      if (!isCertificateFailure(error)) throw error;
      this.dispatcher = await this.findDispatcher();
      if (!this.dispatcher) throw error;
      // Safe for every method: a refused certificate means that nothing was sent.
      return send(url, { ...init, dispatcher: this.dispatcher } as RequestInit);
    }
  }

  private url(request: HttpRequest): string {
    const query = Object.entries(request.query ?? {}).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    );
    const folder = this.base.pathname.replace(/\/+$/, "");
    return `${this.base.origin}${folder}${request.route.path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  }

  private init(request: HttpRequest, token: string, signal: AbortSignal): RequestInit {
    // Headers would refuse such a token with an error that quotes it.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new ServiceError("unauthorized", "the token holds characters that no header can carry");
    }
    const headers: Record<string, string> = {
      Accept: request.answer === "json" ? "application/json" : "*/*",
      Authorization: `Bearer ${token}`,
    };
    const init: RequestInit = {
      method: request.method,
      headers,
      signal,
      redirect: "manual",
      credentials: "omit",
    };
    if (request.form) return { ...init, body: request.form };
    if (request.json === undefined) return init;
    return {
      ...init,
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(request.json),
    };
  }
}

function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
