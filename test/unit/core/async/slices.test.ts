import assert from "node:assert/strict";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { forEachInSlices, Slices, sortedInSlices } from "../../../../src/core/async/slices";

/** Each read of the clock takes time; `turns` counts the turns of other work. */
function busy(lookMs: number) {
  let timeMs = 0;
  const seen = { turns: 0, isOver: false };
  const turn = (): void => {
    seen.turns++;
    if (!seen.isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return { seen, slices: new Slices(() => (timeMs += lookMs)) };
}

describe("work in slices", () => {
  it("lets other work run after each slice, and does all items in order", async () => {
    const { seen, slices } = busy(1);
    const done: number[] = [];
    await forEachInSlices(Array.from({ length: 100 }).keys(), (item) => done.push(item), slices);
    seen.isOver = true;
    assert.deepEqual(done, [...Array.from({ length: 100 }).keys()]);
    assert.ok(seen.turns >= 8 && seen.turns <= 15, `${seen.turns} turns`);
  });

  it("gives several callers one slice together", async () => {
    const { seen, slices } = busy(5);
    let atOnce = 0;
    const inTurn: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await slices.next();
        if (inTurn.at(-1) !== seen.turns) atOnce = 0;
        inTurn.push(seen.turns);
        atOnce++;
        assert.ok(atOnce <= 2, "more than a slice was done in one turn");
      }),
    );
    seen.isOver = true;
    assert.equal(inTurn.length, 20);
  });

  it("sorts like a sort without slices, with equal items in their order", async () => {
    const item = fc.record({ key: fc.nat(500), text: fc.string({ maxLength: 2 }) });
    const items = fc.array(item, { minLength: 0, maxLength: 5_000, size: "max" });
    const property = fc.asyncProperty(items, async (all) => {
      const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
      assert.deepEqual(await sortedInSlices(all, compare), all.toSorted(compare));
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
