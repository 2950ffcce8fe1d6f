import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { WorkQueue } from "../../../../../../src/features/files/find/search/workQueue";
import { FakeClock } from "../../../../../support/fakeClock";

function harness(limit: number, fails: (item: number) => boolean = () => false) {
  const clock = new FakeClock(0);
  const done: number[] = [];
  const load = { now: 0, most: 0 };
  const queue = new WorkQueue<number>(limit, async (item) => {
    load.most = Math.max(load.most, ++load.now);
    await clock.sleep(10);
    load.now--;
    if (fails(item)) throw new Error(`item ${item}`);
    done.push(item);
  });
  return { clock, done, load, queue };
}

describe("WorkQueue", () => {
  it("does everything in order, no more than the limit at a time, also what comes later", async () => {
    const { clock, done, load, queue } = harness(3);
    for (let item = 0; item < 7; item++) queue.add(item);
    await clock.advance(15);
    queue.add(7);
    await clock.finish(queue.finished());
    assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.equal(load.most, 3);
  });

  it("is finished at once when there was nothing to do", async () => {
    await harness(3).queue.finished();
  });

  it("starts nothing after a failure, and rejects with it when all has ended", async () => {
    const { clock, done, load, queue } = harness(2, (item) => item === 0);
    for (let item = 0; item < 6; item++) queue.add(item);
    const finished = queue.finished();
    await assert.rejects(clock.finish(finished), { message: "item 0" });
    queue.add(9);
    await clock.advance(100);
    assert.deepEqual(done, [1]);
    assert.equal(load.now, 0);
  });

  it("drops what waits when it is cleared", async () => {
    const { clock, done, queue } = harness(1);
    for (const item of [0, 1, 2]) queue.add(item);
    queue.clear();
    await clock.finish(queue.finished());
    assert.deepEqual(done, [0]);
  });
});
