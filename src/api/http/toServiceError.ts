// Turns a response outside 2xx, or a failed fetch, into a ServiceError (docs/interface.md#errors).

import { ServiceError, type ServiceErrorKind } from "../../core/errors/serviceError";
import { field, parseJson, readFields } from "../../core/parse";
import { connectionProblem, failureCodes, isCertificateFailure, isNotSent } from "./failureCodes";

export type Method = "GET" | "POST" | "DELETE";

export interface FailedCall {
  readonly method: Method;
  readonly template: string;
}

interface RefusedAnswer {
  readonly status: number;
  readonly bodyText: string;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
  /** The token, which is cut from the message in case the service repeats it. */
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

/** For a response outside 2xx; `nowMs` is since the epoch. */
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

/** For a rejected fetch, or a body that broke off. */
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

export function errorFromTimeout(call: FailedCall, timeoutMs: number): ServiceError {
  return new ServiceError("timeout", `${describe(call)}: no answer within ${timeoutMs} ms`, {
    outcomeUnknown: call.method !== "GET",
  });
}

/**
 * For a 2xx response that is not one of docs/interface.md#endpoints; `problem` names fields, never values.
 */
export function errorFromShape(call: FailedCall, problem: string, status?: number): ServiceError {
  return new ServiceError("badResponse", `${describe(call)}: ${problem}`, {
    outcomeUnknown: call.method !== "GET",
    ...(status === undefined ? {} : { status }),
  });
}

/** For a 2xx response that was cut off after `mostBytes`. */
export function errorFromLength(call: FailedCall, mostBytes: number, status: number): ServiceError {
  return new ServiceError("badResponse", `${describe(call)}: an answer of more than ${mostBytes} bytes`, {
    outcomeUnknown: call.method !== "GET",
    status,
    mostBytes,
  });
}

/** `GET /v1/apps/{appId}`, as in messages and logs. */
export function describe(call: FailedCall): string {
  return `${call.method} ${call.template}`;
}

/** Retry-After is in seconds, or a date that is read against the service's own `date`. */
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
  // The two clocks may differ by hours, so the Date header is preferred.
  const from = Date.parse(date ?? "");
  return Math.max(0, until - (Number.isNaN(from) ? nowMs : from));
}

/** Never shown as the service's message. */
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
  // Anything but JSON comes from a proxy and is not the service's message.
  const { error, message } = readFields({ error: field.text, message: field.text }, parseJson(bodyText));
  for (const candidate of [error, message]) {
    if (candidate === undefined) continue;
    const text = candidate.trim().replaceAll(secret, "***");
    if (text !== "" && !looksLikeHtml(text)) return text.slice(0, longestServiceText);
  }
  return undefined;
}
