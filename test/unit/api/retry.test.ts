// Which failed requests are retried, and when.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type RequestFailure, waitBeforeRetryMs } from "../../../src/api/calls";
import {
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorKind,
} from "../../../src/core/errors/serviceError";

/** The wait after the first failure of a GET, with these differences. */
function wait(
  kind: ServiceErrorKind,
  failure: Partial<RequestFailure> = {},
  details: ServiceErrorDetails = {},
) {
  const error = new ServiceError(kind, "x", details);
  const first = { method: "GET", priority: "normal", retries: 0, refusals: 0, remainingMs: 90_000 } as const;
  return waitBeforeRetryMs({ ...first, error, ...failure });
}

describe("Retrying", () => {
  const waits = (kind: ServiceErrorKind) => [0, 1, 2].map((retries) => wait(kind, { retries }));

  it("retries a GET twice after a failure", () => {
    for (const kind of ["network", "timeout", "server"] as const)
      assert.deepEqual(waits(kind), [500, 2_000, undefined]);
  });

  it("waits for the Retry-After of a failure", () => {
    assert.equal(wait("server", {}, { retryAfterMs: 7_000 }), 7_000);
  });

  it("never retries a POST or DELETE after a failure", () => {
    for (const method of ["POST", "DELETE"] as const) {
      for (const kind of ["network", "timeout", "server"] as const)
        assert.equal(wait(kind, { method }), undefined);
    }
  });

  it("retries an interactive GET after a failure, too", () =>
    assert.equal(wait("network", { priority: "interactive" }), 500));

  it("does not retry at a proxy that rejected the password", () => {
    assert.equal(wait("network", {}, { problem: "proxyPassword" }), undefined);
  });

  it("retries twice after an unreadable response, of a GET only", () => {
    assert.deepEqual(waits("badResponse"), [300, 1_000, undefined]);
    assert.equal(wait("badResponse", { method: "POST" }), undefined);
  });

  it("never retries a final refusal", () => {
    for (const kind of [
      "unauthorized",
      "forbidden",
      "notFound",
      "refused",
      "dialect",
      "certificate",
    ] as const)
      assert.equal(wait(kind), undefined);
  });

  it("waits out a 429 of any method: Retry-After, else the limit's window, else 3, 6, 12 s", () => {
    const method = "POST";
    assert.equal(wait("rateLimited", { method }, { retryAfterMs: 4_000 }), 4_000);
    assert.equal(wait("rateLimited", { method }, { retryAfterMs: 0 }), 1_000);
    const refused = (failure: Partial<RequestFailure>) =>
      [0, 1, 2, 3].map((refusals) => wait("rateLimited", { ...failure, refusals }));
    assert.deepEqual(refused({ method, limitPeriodMs: 3_040 }), [3_040, 6_080, 12_000, 12_000]);
    assert.equal(wait("rateLimited", { limitPeriodMs: 60_600, refusals: 1 }), 60_600);
    assert.deepEqual(refused({}), [3_000, 6_000, 12_000, 12_000]);
  });

  it("gives up when the wait would outlast the deadline", () => {
    assert.equal(wait("rateLimited", { remainingMs: 5_000 }, { retryAfterMs: 5_000 }), undefined);
    assert.equal(wait("network", { remainingMs: 400 }), undefined);
  });
});
