// The limits of docs/interface.md#limits to the millisecond, and the order of jobs.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Priority } from "../../../../src/api/http/exchange";
import { LimitStore } from "../../../../src/api/limits/limitStore";
import { type LimitedJob, RateLimiter } from "../../../../src/api/limits/rateLimiter";
import { threeSecondRule } from "../../../../src/api/limits/rateRules";
import { isServiceError } from "../../../../src/core/errors/serviceError";
import { silentLogger } from "../../../../src/core/logger";
import { FakeClock } from "../../../support/fakeClock";

function setUp() {
  const clock = new FakeClock(0);
  const store = new LimitStore({ clock, logger: silentLogger, rule: threeSecondRule });
  const limiter = new RateLimiter({ rule: threeSecondRule, clock, store });
  const starts: [string, number][] = [];
  const add = (name: string, priority: Priority = "normal", more: Partial<LimitedJob<string>> = {}) =>
    limiter.run({
      priority,
      start: async () => {
        starts.push([name, clock.monotonicMs()]);
        return name;
      },
      ...more,
    });
  return { clock, limiter, starts, add };
}

describe("RateLimiter", () => {
  it("starts the first job at once and each next one 3,010 ms after the response before", async () => {
    const { clock, starts, add } = setUp();
    const start = async (): Promise<string> => {
      starts.push(["a", clock.monotonicMs()]);
      await clock.sleep(200);
      return "a";
    };
    void add("a", "normal", { start });
    for (const name of ["b", "c"]) void add(name);
    await clock.advance(3_209);
    assert.deepEqual(starts, [["a", 0]]);
    await clock.advance(1);
    assert.deepEqual(starts.at(-1), ["b", 3_210]);
    await clock.advance(3_010);
    assert.deepEqual(starts.at(-1), ["c", 6_220]);
  });

  it("counts from the beginning of the response, when that is reported", async () => {
    const { clock, starts, add } = setUp();
    const start = async (answered: () => void): Promise<string> => {
      await clock.sleep(100);
      answered();
      await clock.sleep(60_000);
      return "a";
    };
    void add("a", "normal", { start });
    void add("b");
    await clock.advance(3_110);
    assert.deepEqual(starts, [["b", 3_110]]);
  });

  it("counts from the abandonment of a request, which may still arrive for half a second", async () => {
    const { clock, starts, add } = setUp();
    const failed = assert.rejects(
      add("a", "normal", {
        start: async () => {
          await clock.sleep(500);
          throw new Error("timeout");
        },
      }),
    );
    void add("b");
    await clock.advance(4_059);
    assert.deepEqual(starts, []);
    await clock.advance(1);
    await failed;
    assert.deepEqual(starts, [["b", 4_060]]);
  });

  it("begins the check before a start early enough to cost no time, once its duration is known", async () => {
    const { clock, starts, add } = setUp();
    const prepare = () => clock.sleep(200);
    for (const name of ["a", "b", "c"]) void add(name, "normal", { prepare });
    await clock.advance(10_000);
    assert.deepEqual(starts, [
      ["a", 200],
      ["b", 3_210],
      ["c", 6_220],
    ]);
  });

  it("starts interactive jobs first, in order within a priority", async () => {
    const { clock, starts, add } = setUp();
    void add("first");
    await clock.settle();
    void add("back1", "background");
    void add("norm1");
    void add("now1", "interactive");
    void add("norm2");
    void add("now2", "interactive");
    await clock.advance(20_000);
    assert.deepEqual(
      starts.map(([name]) => name),
      ["first", "now1", "now2", "norm1", "norm2", "back1"],
    );
  });

  it("rejects a job that is aborted during its check and goes on", async () => {
    const { clock, starts, add } = setUp();
    const abort = new AbortController();
    const gone = add("a", "normal", { signal: abort.signal, prepare: () => clock.sleep(1_000) });
    void add("b");
    await clock.settle();
    abort.abort("enough");
    await assert.rejects(gone, (reason) => reason === "enough");
    await clock.settle();
    assert.deepEqual(starts, [["b", 0]]);
  });

  it("reserves the slot again when the check took too long", async () => {
    const { clock, starts, add } = setUp();
    let checks = 0;
    const prepare = () => clock.sleep(++checks === 1 ? 130_000 : 10);
    void add("a", "normal", { prepare });
    await clock.advance(200_000);
    assert.deepEqual([checks, starts], [2, [["a", 130_010]]]);
  });

  it("starts nothing during a pause, and repeats a running check afterwards", async () => {
    const { clock, starts, add, limiter } = setUp();
    let prepared = 0;
    const prepare = async (): Promise<void> => {
      prepared++;
      await clock.sleep(100);
    };
    void add("a", "normal", { prepare });
    await clock.settle();
    limiter.pause(5_000);
    await clock.advance(4_999);
    assert.deepEqual(starts, []);
    await clock.advance(1);
    assert.deepEqual(starts, [["a", 5_000]]);
    assert.equal(prepared, 2);
  });

  it("rejects jobs at once whose deadline is before the end of the pause", async () => {
    const { clock, starts, add, limiter } = setUp();
    const waiting = add("a", "interactive", { longestPauseMs: 90_000, prepare: () => clock.sleep(10) });
    await clock.settle();
    limiter.pause(600_000);
    const isPaused = (error: unknown) =>
      isServiceError(error, "rateLimited") && /600 s/.test(error.message) && !error.outcomeUnknown;
    const failed = [
      assert.rejects(waiting, isPaused),
      assert.rejects(add("b", "interactive", { longestPauseMs: 90_000 }), isPaused),
    ];
    await clock.advance(10);
    await Promise.all(failed);
    void add("c", "interactive", { longestPauseMs: 700_000 });
    await clock.advance(600_000);
    assert.deepEqual(
      starts.map(([name]) => name),
      ["c"],
    );
  });

  it("reports how many jobs are queued and when the next one starts, whatever the wall clock says", async () => {
    const { clock, add, limiter } = setUp();
    clock.jump(3_600_000);
    const seen: object[] = [];
    limiter.onDidChange((snapshot) => void seen.push(snapshot));
    assert.deepEqual(limiter.waiting, { count: 0 });
    assert.equal(limiter.isFree, true);
    for (const name of ["a", "b", "c"]) void add(name);
    await clock.advance(1_000);
    assert.deepEqual(limiter.waiting, { count: 2, nextStartAt: 3_010 });
    assert.equal(limiter.isFree, false);
    assert.deepEqual(seen.at(-1), { count: 2, nextStartAt: 3_010 });
    await clock.advance(10_000);
    assert.deepEqual(seen.at(-1), { count: 0 });
    assert.equal(limiter.isFree, true);
    assert.equal(clock.sleeping, 0);
  });

  it("continues after a listener or a job throws", async () => {
    const { clock, starts, add, limiter } = setUp();
    const broken = limiter.run({
      priority: "normal",
      start: () => {
        throw new Error("no");
      },
    });
    await assert.rejects(broken, /no/);
    void add("b");
    await clock.advance(4_000);
    assert.deepEqual(
      starts.map(([name]) => name),
      ["b"],
    );
  });
});
