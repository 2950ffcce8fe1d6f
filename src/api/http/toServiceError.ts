// Turns an answer that is no success, or a fetch that failed, into a ServiceError (docs/interface.md#errors).
// Pure: what the service said goes in, the error comes out.

import { ServiceError, type ServiceErrorKind } from "../../core/errors/serviceError";
import { field, parseJson, readFields } from "../../core/outside/reading";
import { connectionProblem, failureCodes, isCertificateFailure, isNotSent } from "./failureCodes";

export type Method = "GET" | "POST" | "DELETE";

/** The call that failed: its method, and its path with ids left out. */
export interface FailedCall {
  readonly method: Method;
  readonly template: string;
}

/** An answer outside 2xx. `bodyText` is the body as text; header values as they came. */
interface RefusedAnswer {
  readonly status: number;
  readonly bodyText: string;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
  /** The token: a service that repeats what it was sent must not carry it into a message. */
  readonly secret: string;
}

const longestServiceText = 500;

const statusWords: Readonly<Record<number, string>> = {
  400: "bad request",
  401: "not signed in",
  403: "forbidden",
  404: "not found",
  405: "method not allowed",
  409: "conflict",
  412: "precondition failed",
  413: "too large",
  415: "unsupported media type",
  422: "not acceptable as it was",
  429: "too many requests",
  500: "internal server error",
  502: "bad gateway",
  503: "unavailable",
  504: "gateway timeout",
};

/** The error of an answer outside 2xx; `nowMs` is the time in milliseconds since the epoch. */
export function errorFromAnswer(call: FailedCall, answer: RefusedAnswer, nowMs: number): ServiceError {
  const { status } = answer;
  const kind = kindOfStatus(status);
  const words = kind === "badResponse" ? "redirect, not followed" : (statusWords[status] ?? kind);
  const serviceText = serviceTextOf(answer);
  const retryAfterMs = retryAfterToMs(answer.retryAfter, answer.date, nowMs);
  return new ServiceError(kind, `${describe(call)}: ${status} ${words}`, {
    status,
    outcomeUnknown: kind === "server" && call.method !== "GET",
    ...(serviceText === undefined ? {} : { serviceText }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** The error of a fetch that rejected, or of a body that broke off. */
export function errorFromFailure(call: FailedCall, cause: unknown): ServiceError {
  const code = failureCodes(cause)[0];
  const kind = isCertificateFailure(cause) ? "certificate" : "network";
  const problem = connectionProblem(cause);
  return new ServiceError(kind, `${describe(call)}: no connection${code === undefined ? "" : ` (${code})`}`, {
    cause,
    outcomeUnknown: call.method !== "GET" && !isNotSent(cause),
    ...(problem === undefined ? {} : { problem }),
  });
}

/** The error of a request that had no answer within `timeoutMs`. */
export function errorFromTimeout(call: FailedCall, timeoutMs: number): ServiceError {
  return new ServiceError("timeout", `${describe(call)}: no answer within ${timeoutMs} ms`, {
    outcomeUnknown: call.method !== "GET",
  });
}

/** The error of a 2xx response that is not one of docs/interface.md#endpoints; `problem` names fields, never values. */
export function errorFromShape(call: FailedCall, problem: string, status?: number): ServiceError {
  return new ServiceError("badResponse", `${describe(call)}: ${problem}`, {
    outcomeUnknown: call.method !== "GET",
    ...(status === undefined ? {} : { status }),
  });
}

/** The error of a 2xx answer that was ended because it had more than `mostBytes`. */
export function errorFromLength(call: FailedCall, mostBytes: number, status: number): ServiceError {
  return new ServiceError("badResponse", `${describe(call)}: an answer of more than ${mostBytes} bytes`, {
    outcomeUnknown: call.method !== "GET",
    status,
    mostBytes,
  });
}

/** `GET /v1/apps/{appId}`: the call as messages and logs name it. */
export function describe(call: FailedCall): string {
  return `${call.method} ${call.template}`;
}

/** Milliseconds that a Retry-After header asks for: seconds, or a date read against the service's own `date`. */
export function retryAfterToMs(
  value: string | undefined,
  date: string | undefined,
  nowMs: number,
): number | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000));
  const until = Date.parse(value);
  if (Number.isNaN(until)) return undefined;
  // The two clocks may differ by hours: the service's own Date header is the better start.
  const from = Date.parse(date ?? "");
  return Math.max(0, until - (Number.isNaN(from) ? nowMs : from));
}

/** True for text that is a page for a browser, which is never shown as the service's words. */
export function looksLikeHtml(text: string): boolean {
  return /^\uFEFF?\s*</.test(text);
}

function kindOfStatus(status: number): ServiceErrorKind {
  if (status < 400) return "badResponse";
  if (status >= 500) return "server";
  switch (status) {
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "notFound";
    case 409:
    case 412:
      return "conflict";
    case 413:
      return "tooLarge";
    case 429:
      return "rateLimited";
    default:
      return "refused";
  }
}

function serviceTextOf({ bodyText, secret }: RefusedAnswer): string | undefined {
  // What is not JSON is a proxy's page or plain text, which are not the service's words.
  const { error, message } = readFields({ error: field.text, message: field.text }, parseJson(bodyText));
  for (const candidate of [error, message]) {
    if (candidate === undefined) continue;
    const text = candidate.trim().replaceAll(secret, "***");
    if (text !== "" && !looksLikeHtml(text)) return text.slice(0, longestServiceText);
  }
  return undefined;
}
