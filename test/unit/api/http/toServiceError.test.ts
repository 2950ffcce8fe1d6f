// Every failure of a request as a ServiceError.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  errorFromAnswer,
  errorFromFailure,
  errorFromTimeout,
  retryAfterToMs,
} from "../../../../src/api/http/toServiceError";
import { canary, failedFetch } from "../../../support/simulatedHttp";

const get = { method: "GET", template: "/v1/apps" } as const;
const post = { method: "POST", template: "/v1/apps/{appId}/upload" } as const;
const answer = (status: number, bodyText = "{}") => ({ status, bodyText, secret: canary });

describe("The error of a response", () => {
  it("has a kind for each status", () => {
    const kinds = {
      badResponse: [302, 304],
      refused: [400, 418, 422],
      unauthorized: [401],
      forbidden: [403],
      notFound: [404],
      conflict: [409, 412],
      tooLarge: [413],
      rateLimited: [429],
      server: [500, 503],
    };
    for (const [kind, statuses] of Object.entries(kinds))
      for (const status of statuses) assert.equal(errorFromAnswer(get, answer(status), 0).kind, kind);
  });

  it("has the service's `error`, else `message`, else words for the status", () => {
    const textOf = (body: unknown) => errorFromAnswer(get, answer(404, JSON.stringify(body)), 0).serviceText;
    assert.equal(textOf({ error: " Not found ", message: "m" }), "Not found");
    assert.equal(textOf({ error: "", message: "m" }), "m");
    assert.equal(textOf({ error: { a: 1 } }), undefined);
    assert.equal(textOf(null), undefined);
    assert.equal(errorFromAnswer(get, answer(404), 0).message, "GET /v1/apps: 404 not found");
    assert.equal(errorFromAnswer(get, answer(418), 0).message, "GET /v1/apps: 418 refused");
  });

  it("never shows an HTML page as a message", () => {
    const page = "<!doctype html><h1>502</h1>";
    assert.equal(errorFromAnswer(get, answer(502, page), 0).serviceText, undefined);
    assert.equal(
      errorFromAnswer(get, answer(502, JSON.stringify({ error: page })), 0).serviceText,
      undefined,
    );
  });

  it("removes the token from the service's message, also where JSON escapes it", () => {
    const body = `{"error":"bad token ${canary}"}`;
    assert.equal(errorFromAnswer(get, answer(400, body), 0).serviceText, "bad token ***");
    const escaped = { status: 400, bodyText: '{"error":"bad a\\/b"}', secret: "a/b" };
    assert.equal(errorFromAnswer(get, escaped, 0).serviceText, "bad ***");
  });

  it("marks the outcome of a POST as unknown after a 5xx, and not after a 4xx", () => {
    assert.equal(errorFromAnswer(post, answer(500), 0).outcomeUnknown, true);
    assert.equal(errorFromAnswer(get, answer(500), 0).outcomeUnknown, false);
    assert.equal(errorFromAnswer(post, answer(429), 0).outcomeUnknown, false);
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 1);
  const at = (ms: number): string => new Date(ms).toUTCString();

  it("is seconds or a date, read against the service's own clock", () => {
    assert.equal(retryAfterToMs("3", undefined, now), 3_000);
    assert.equal(retryAfterToMs("0.5", undefined, now), 500);
    assert.equal(retryAfterToMs(at(now + 5_000), undefined, now), 5_000);
    assert.equal(retryAfterToMs(at(now + 3_605_000), at(now + 3_600_000), now), 5_000);
    assert.equal(retryAfterToMs(at(now - 5_000), undefined, now), 0);
  });

  it("is absent when it cannot be read", () => {
    for (const value of [undefined, "", "soon"])
      assert.equal(retryAfterToMs(value, undefined, now), undefined);
  });
});

describe("The error of a failed fetch", () => {
  it("names the code and whether the request was sent", () => {
    for (const code of ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]) {
      const error = errorFromFailure(post, failedFetch(code));
      assert.deepEqual([error.kind, error.outcomeUnknown], ["network", false]);
      assert.ok(error.message.includes(code));
    }
    const reset = errorFromFailure(post, failedFetch("ECONNRESET"));
    assert.deepEqual([reset.kind, reset.outcomeUnknown], ["network", true]);
    assert.equal(errorFromFailure(get, failedFetch("ECONNRESET")).outcomeUnknown, false);
    assert.equal(errorFromFailure(post, "odd").outcomeUnknown, true);
  });

  it("looks into an AggregateError and Chromium's words", () => {
    const refused = Object.assign(new Error("x"), { code: "ECONNREFUSED" });
    const both = new TypeError("fetch failed", { cause: new AggregateError([refused]) });
    assert.equal(errorFromFailure(post, both).outcomeUnknown, false);
    assert.equal(errorFromFailure(post, new Error("net::ERR_NAME_NOT_RESOLVED")).outcomeUnknown, false);
    assert.equal(errorFromFailure(post, new Error("net::ERR_CERT_AUTHORITY_INVALID")).kind, "certificate");
  });

  it("marks the outcome of a POST as unknown when the network is lost during the request", () => {
    const failed = (syscall: string, code: string) =>
      errorFromFailure(
        post,
        new TypeError("fetch failed", { cause: Object.assign(new Error(), { code, syscall }) }),
      );
    for (const code of ["ENETDOWN", "EADDRNOTAVAIL", "ENETUNREACH", "EHOSTUNREACH", "EHOSTDOWN"]) {
      assert.equal(failed("connect", code).outcomeUnknown, false, code);
      for (const syscall of ["read", "write", "writev"])
        assert.equal(failed(syscall, code).outcomeUnknown, true, code);
    }
    for (const code of ["ERR_INTERNET_DISCONNECTED", "ERR_ADDRESS_UNREACHABLE"])
      assert.equal(errorFromFailure(post, new Error(`net::${code}`)).outcomeUnknown, true, code);
  });

  it("knows a refused certificate", () => {
    const error = errorFromFailure(post, failedFetch("SELF_SIGNED_CERT_IN_CHAIN"));
    assert.deepEqual([error.kind, error.outcomeUnknown], ["certificate", false]);
  });

  it("cannot know the outcome of a POST that timed out", () => {
    assert.deepEqual(
      [errorFromTimeout(post, 5).outcomeUnknown, errorFromTimeout(get, 5).outcomeUnknown],
      [true, false],
    );
  });
});
