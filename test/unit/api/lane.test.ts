// The limits of interface.md to the millisecond, and who goes first.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { Priority } from "../../../src/api/callOptions";
import { downloadRule, Lane, type LaneJob, type LaneRule, threeSecondRule } from "../../../src/api/lane";
import { FakeClock } from "../../support/fakeClock";

function setUp(rule: LaneRule = threeSecondRule) {
  const clock = new FakeClock(0);
  const lane = new Lane(rule, clock);
  const starts: [string, number][] = [];
  const add = (name: string, priority: Priority = "normal", more: Partial<LaneJob<string>> = {}) =>
    lane.run({
      priority,
      start: async () => {
        starts.push([name, clock.now()]);
        return name;
      },
      ...more,
    });
  return { clock, lane, starts, add };
}

describe("Lane", () => {
  it("starts the first at once and each next 3,040 ms after the one before", async () => {
    const { clock, starts, add } = setUp();
    for (const name of ["a", "b", "c"]) void add(name);
    await clock.advance(3_039);
    assert.deepEqual(starts, [["a", 0]]);
    await clock.advance(1);
    assert.deepEqual(starts.at(-1), ["b", 3_040]);
    await clock.advance(3_040);
    assert.deepEqual(starts.at(-1), ["c", 6_080]);
  });

  it("stays within 2 % of the limit", () => {
    assert.ok("minIntervalMs" in threeSecondRule);
    assert.ok(threeSecondRule.minIntervalMs > 3_000 && threeSecondRule.minIntervalMs <= 3_060);
    assert.ok("windowMs" in downloadRule);
    assert.ok(downloadRule.windowMs > 60_000 && downloadRule.windowMs <= 61_200);
  });

  it("measures from the moment at which the last one really started", async () => {
    const { clock, starts, add } = setUp();
    void add("a", "normal", { prepare: () => clock.sleep(500) });
    void add("b");
    await clock.advance(500 + 3_039);
    assert.deepEqual(starts, [["a", 500]]);
    await clock.advance(1);
    assert.deepEqual(starts.at(-1), ["b", 3_540]);
  });

  it("does not wait for the answer of the one before", async () => {
    const { clock, starts, add, lane } = setUp();
    void lane.run({ priority: "normal", start: () => clock.sleep(60_000) });
    void add("b");
    await clock.advance(3_040);
    assert.deepEqual(starts, [["b", 3_040]]);
  });

  it("lets what a person waits for go first, in order within a priority", async () => {
    const { clock, starts, add } = setUp();
    void add("first");
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

  it("takes a priority that rises while the job waits", async () => {
    const { clock, starts, add, lane } = setUp();
    void add("first");
    void add("norm");
    const job = {
      priority: "background" as Priority,
      start: async () => void starts.push(["raised", clock.now()]),
    };
    void lane.run(job);
    await clock.advance(1_000);
    job.priority = "interactive";
    await clock.advance(20_000);
    assert.deepEqual(
      starts.map(([name]) => name),
      ["first", "raised", "norm"],
    );
  });

  it("starts 18 downloads at once and holds two starts back for a person", async () => {
    const { clock, starts, add } = setUp(downloadRule);
    for (let index = 0; index < 30; index++) void add(`back${index}`, "background");
    await clock.advance(1_000);
    assert.equal(starts.length, 18);
    for (const name of ["now1", "now2", "now3"]) void add(name, "interactive");
    await clock.advance(0);
    assert.deepEqual(starts.slice(18), [
      ["now1", 1_000],
      ["now2", 1_000],
    ]);
    await clock.advance(59_599);
    assert.equal(starts.length, 20);
    await clock.advance(1);
    assert.deepEqual(starts[20], ["now3", 60_600]);
  });

  it("removes an aborted job and rejects it with the reason", async () => {
    const { clock, starts, add } = setUp();
    const abort = new AbortController();
    void add("a");
    const gone = add("b", "normal", { signal: abort.signal });
    void add("c");
    abort.abort("enough");
    await assert.rejects(gone, (reason) => reason === "enough");
    await clock.advance(3_040);
    assert.deepEqual(starts.at(-1), ["c", 3_040]);
  });

  it("uses no start when the last check fails", async () => {
    const { clock, starts, add } = setUp();
    const refused = add("a", "normal", { prepare: () => Promise.reject(new Error("changed")) });
    void add("b");
    await assert.rejects(refused, /changed/);
    await clock.settle();
    assert.deepEqual(starts, [["b", 0]]);
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

  it("starts nothing while it is paused, and prepares anew what was being prepared", async () => {
    const { clock, starts, add, lane } = setUp();
    let prepared = 0;
    const prepare = async (): Promise<void> => {
      prepared++;
      await clock.sleep(100);
    };
    void add("a", "normal", { prepare });
    await clock.settle();
    lane.pause(5_000);
    await clock.advance(5_099);
    assert.deepEqual(starts, []);
    await clock.advance(1);
    assert.deepEqual(starts, [["a", 5_100]]);
    assert.equal(prepared, 2);
  });

  it("tells how many wait and when the next one starts", async () => {
    const { clock, add, lane } = setUp();
    const seen: object[] = [];
    lane.onDidChange((snapshot) => void seen.push(snapshot));
    assert.deepEqual(lane.waiting, { count: 0 });
    for (const name of ["a", "b", "c"]) void add(name);
    await clock.advance(1_000);
    assert.deepEqual(lane.waiting, { count: 2, nextStartAt: 3_040 });
    assert.deepEqual(seen.at(-1), { count: 2, nextStartAt: 3_040 });
    await clock.advance(10_000);
    assert.deepEqual(seen.at(-1), { count: 0 });
  });

  it("goes on after a listener or a job throws", async () => {
    const { clock, starts, add, lane } = setUp();
    const broken = lane.run({
      priority: "normal",
      start: () => {
        throw new Error("no");
      },
    });
    await assert.rejects(broken, /no/);
    void add("b");
    await clock.advance(3_040);
    assert.deepEqual(starts, [["b", 3_040]]);
  });

  it("never starts two within the limit, whenever they arrive", async () => {
    const arrival = fc.record({
      afterMs: fc.nat(5_000),
      priority: fc.constantFrom<Priority>("interactive", "normal", "background"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 12 }), async (arrivals) => {
        const { clock, starts, add } = setUp();
        for (const { afterMs, priority } of arrivals) {
          await clock.advance(afterMs);
          void add("x", priority);
        }
        await clock.advance(60_000);
        assert.equal(starts.length, arrivals.length);
        for (const [index, [, at]] of starts.entries()) {
          const before = starts[index - 1];
          if (before) assert.ok(at - before[1] >= 3_040);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("never starts more than 20 downloads in any minute", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9_000), { minLength: 20, maxLength: 45 }), async (gapsMs) => {
        const { clock, starts, add } = setUp(downloadRule);
        for (const [index, gapMs] of gapsMs.entries()) {
          await clock.advance(gapMs % 3 === 0 ? gapMs : 0);
          void add("x", index % 2 === 0 ? "interactive" : "background");
        }
        await clock.advance(300_000);
        assert.equal(starts.length, gapsMs.length);
        for (const [index, [, at]] of starts.entries()) {
          const twentyBefore = starts[index - 20];
          if (twentyBefore) assert.ok(at - twentyBefore[1] >= 60_000);
        }
      }),
      { numRuns: 15 },
    );
  });
});
