// Which failed requests are sent again, and when.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Failure, waitBeforeRetryMs } from "../../../src/api/retry";
import { ServiceError, type ServiceErrorKind } from "../../../src/core/errors/serviceError";

function wait(
  kind: ServiceErrorKind,
  more: Partial<Failure> & { retryAfterMs?: number } = {},
): number | undefined {
  const { retryAfterMs, ...failure } = more;
  const error = new ServiceError(kind, "x", retryAfterMs === undefined ? {} : { retryAfterMs });
  return waitBeforeRetryMs({
    method: "GET",
    error,
    priority: "normal",
    retries: 0,
    refusals: 0,
    remainingMs: 90_000,
    ...failure,
  });
}

describe("Retrying", () => {
  it("repeats a GET twice after a breakdown", () => {
    for (const kind of ["network", "timeout", "server"] as const) {
      assert.deepEqual(
        [wait(kind), wait(kind, { retries: 1 }), wait(kind, { retries: 2 })],
        [500, 2_000, undefined],
      );
    }
  });

  it("waits as long as a broken service asks", () => {
    assert.equal(wait("server", { retryAfterMs: 7_000 }), 7_000);
  });

  it("never repeats a POST or DELETE after a breakdown", () => {
    for (const method of ["POST", "DELETE"] as const) {
      for (const kind of ["network", "timeout", "server"] as const)
        assert.equal(wait(kind, { method }), undefined);
    }
  });

  it("does not let a person wait again for a service that hangs", () => {
    assert.equal(wait("timeout", { priority: "interactive" }), undefined);
    assert.equal(wait("network", { priority: "interactive" }), 500);
  });

  it("does not knock again at a proxy that wants another password", () => {
    const error = new ServiceError("network", "x", { problem: "proxyPassword" });
    assert.equal(
      waitBeforeRetryMs({
        ...{ method: "GET", error, priority: "normal" },
        ...{ retries: 0, refusals: 0, remainingMs: 90_000 },
      }),
      undefined,
    );
  });

  it("asks twice more for an answer that cannot be read, of a GET only", () => {
    assert.deepEqual(
      [wait("badResponse"), wait("badResponse", { retries: 1 }), wait("badResponse", { retries: 2 })],
      [300, 1_000, undefined],
    );
    assert.equal(wait("badResponse", { method: "POST" }), undefined);
  });

  it("never repeats what was refused for good", () => {
    for (const kind of ["unauthorized", "forbidden", "notFound", "refused", "wire", "certificate"] as const)
      assert.equal(wait(kind), undefined);
  });

  it("waits out a 429 of any method: as asked, else its limit's window, else 3, 6, 12 s", () => {
    const method = "POST";
    assert.equal(wait("rateLimited", { method, retryAfterMs: 4_000 }), 4_000);
    assert.equal(wait("rateLimited", { method, retryAfterMs: 0 }), 1_000);
    const inLimit = [0, 1, 2, 3].map((refusals) =>
      wait("rateLimited", { method, refusals, limitWindowMs: 3_040 }),
    );
    assert.deepEqual(inLimit, [3_040, 6_080, 12_000, 12_000]);
    assert.equal(wait("rateLimited", { limitWindowMs: 60_600, refusals: 1 }), 60_600);
    const without = [0, 1, 2, 3].map((refusals) => wait("rateLimited", { refusals }));
    assert.deepEqual(without, [3_000, 6_000, 12_000, 12_000]);
  });

  it("gives up when the wait would outlast the deadline", () => {
    assert.equal(wait("rateLimited", { retryAfterMs: 5_000, remainingMs: 5_000 }), undefined);
    assert.equal(wait("network", { remainingMs: 400 }), undefined);
  });
});
