// The single home of fetch: one exchange, with token, time limit and two log lines. Reads globalThis.fetch at
// call time, since VS Code's own carries proxy and certificates.

import type { Clock } from "../../core/async/clock";
import { onAbort } from "../../core/async/onAbort";
import { isServiceError, ServiceError } from "../../core/errors/serviceError";
import type { Logger } from "../../core/logger";
import { formatBytes } from "../../core/text/format";
import type { Exchange, HttpAnswer, HttpRequest } from "./exchange";
import { failDroppedTunnels, lacksAuthority } from "./failureCodes";
import { readBeginning, readBody, TooLong } from "./readBody";
import {
  describe,
  errorFromAnswer,
  errorFromFailure,
  errorFromLength,
  errorFromShape,
  errorFromTimeout,
  looksLikeHtml,
} from "./toServiceError";

/**
 * Default limits, unpacked: a listing of 100,000 files has about 20 MB, the response to a change is small.
 */
const longestAnswers = {
  listing: 32 * 1024 * 1024,
  change: 4 * 1024 * 1024,
  file: 256 * 1024 * 1024,
  stream: 4 * 1024 * 1024 * 1024,
} as const;
/** Enough for the service's message. */
const longestRefusalBytes = 64 * 1024;

const withoutTraces = {
  redirect: "manual",
  credentials: "omit",
  // VS Code may use Electron's network stack, which caches on disk.
  cache: "no-store",
} as const;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly findDispatcher?: (() => Promise<object | undefined>) | undefined;
}

export class Transport implements Exchange {
  private readonly base: string;
  private readonly findDispatcher: () => Promise<object | undefined>;
  private dispatcher: object | undefined;
  private requests = 0;

  constructor(private readonly options: TransportOptions) {
    const { origin, pathname } = new URL(options.baseUrl);
    this.base = origin + pathname.replace(/\/+$/, "");
    failDroppedTunnels(origin);
    this.findDispatcher =
      options.findDispatcher ?? (async () => (await import("./certificates")).extraCertificatesDispatcher());
  }

  async send(request: HttpRequest, token: string): Promise<HttpAnswer> {
    const { clock, logger } = this.options;
    const { signal } = request;
    signal?.throwIfAborted();
    const call = { method: request.method, template: request.route.template };
    const id = (++this.requests & 0xffff).toString(16).padStart(4, "0");
    const startedAt = clock.now();
    const end = (outcome: string, detail: string): void =>
      logger.debug(`<- ${id} ${outcome} ${describe(call)}${detail} ${clock.now() - startedAt} ms`);

    const controller = new AbortController();
    // A caller that is slow to take a chunk blocks the read, which then ignores the signal.
    let giveUp: (reason: unknown) => void = () => undefined;
    const stop = (reason?: unknown): void => {
      controller.abort(reason);
      giveUp(controller.signal.reason);
    };
    let isExpired = false;
    const stopTimer = clock.after(request.timeoutMs, () => {
      isExpired = true;
      stop();
    });
    const unfollow = onAbort(signal, () => stop(signal?.reason));
    try {
      const init = this.init(request, token, controller.signal);
      logger.trace(`-> ${id} ${describe(call)}`);
      const answer = await new Promise<HttpAnswer>((resolve, reject) => {
        giveUp = reject;
        this.exchange(request, init, token).then(resolve, reject);
      });
      end(String(answer.status), ` ${formatBytes(answer.bytes.length)}`);
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
      unfollow();
    }
  }

  /** Of one GET without token, cookies, redirects and body. Rejects as fetch does. */
  async statusOf(address: string, signal: AbortSignal): Promise<number> {
    const response = await this.fetch(address, { ...withoutTraces, signal });
    await response.body?.cancel();
    return response.status;
  }

  private async exchange(request: HttpRequest, init: RequestInit, token: string): Promise<HttpAnswer> {
    const call = { method: request.method, template: request.route.template };
    const response = await this.fetch(this.url(request), init);
    request.onAnswering?.();
    const { status } = response;
    // In a browser a redirect that is not followed is opaque and has status 0.
    if (response.type === "opaqueredirect") throw errorFromShape(call, "redirect, not followed");
    if (!response.ok) {
      const refused = {
        status,
        bodyText: new TextDecoder().decode(await readBeginning(response, longestRefusalBytes)),
        secret: token,
        retryAfter: response.headers.get("retry-after") ?? undefined,
        date: response.headers.get("date") ?? undefined,
      };
      throw errorFromAnswer(call, refused, this.options.clock.now());
    }
    const bytes = await this.readAnswer(request, response, init.signal ?? undefined);
    const dateMs = timeOf(response.headers.get("date"));
    if (request.answer === "bytes" || bytes.length === 0) return { status, json: undefined, bytes, dateMs };
    const text = new TextDecoder().decode(bytes);
    try {
      return { status, json: JSON.parse(text), bytes, dateMs };
    } catch {
      // The parser's own message quotes the body, so it is not passed on.
      throw errorFromShape(call, looksLikeHtml(text) ? "a web page, not JSON" : "not JSON", status);
    }
  }

  private async readAnswer(
    request: HttpRequest,
    response: Response,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const mostBytes = request.longestAnswerBytes ?? longestAnswers[kindOf(request)];
    const { onChunk } = request;
    const take = (bytes: Uint8Array): Promise<void> | void => {
      signal?.throwIfAborted();
      return onChunk?.(bytes);
    };
    try {
      return await readBody(response, { mostBytes, onChunk: onChunk && take });
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      const call = { method: request.method, template: request.route.template };
      throw errorFromLength(call, mostBytes, response.status);
    }
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    const send = this.options.fetch ?? globalThis.fetch;
    if (this.dispatcher) return send(url, { ...init, dispatcher: this.dispatcher } as RequestInit);
    try {
      return await send(url, init);
    } catch (error) {
      if (!lacksAuthority(error)) throw error;
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
    return `${this.base}${request.route.path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  }

  private init(request: HttpRequest, token: string, signal: AbortSignal): RequestInit {
    // Headers throws for such a token, and quotes it in its error.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new ServiceError("unauthorized", "the token holds characters that no header can carry");
    }
    const headers: Record<string, string> = {
      Accept: request.answer === "json" ? "application/json" : "*/*",
      Authorization: `Bearer ${token}`,
    };
    const init: RequestInit = { ...withoutTraces, method: request.method, headers, signal };
    if (request.file ?? request.archive) return { ...init, body: formOf(request) };
    if (request.json === undefined) return init;
    return {
      ...init,
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(request.json),
    };
  }
}

function kindOf({ answer, method, onChunk }: HttpRequest): keyof typeof longestAnswers {
  if (answer === "json") return method === "GET" ? "listing" : "change";
  return onChunk ? "stream" : "file";
}

function formOf({ fields, file, archive }: HttpRequest): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
  if (file) form.append("file", new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name);
  if (archive) form.append("file", archive.content, archive.name);
  return form;
}

function timeOf(date: string | null): number | undefined {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? undefined : time;
}
