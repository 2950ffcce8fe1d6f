// Changes of a tree while the window requests rows.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { TreeChanges } from "../../../../src/editor/tree/treeChanges";
import { FakeClock } from "../../../support/fakeClock";

function watched() {
  const clock = new FakeClock();
  const seen = { now: true };
  const changes = new TreeChanges<string>(clock, () => seen.now);
  const told: (string[] | undefined)[] = [];
  changes.event((nodes) => told.push(nodes));
  return { clock, changes, told, seen };
}

describe("changes of a tree", () => {
  it("are announced at once when no rows are requested", () => {
    const { changes, told } = watched();
    changes.fire(["a"]);
    assert.deepEqual(told, [["a"]]);
  });

  it("wait while rows of the last change may still be requested, and are merged", async () => {
    const { clock, changes, told } = watched();
    changes.fire();
    changes.fire(["a"]);
    changes.fire(["b", "a"]);
    await clock.advance(250);
    assert.deepEqual(told, [undefined]);
    await clock.advance(100);
    assert.deepEqual(told, [undefined, ["a", "b"]]);
  });

  it("are announced in steps where there are thousands", async () => {
    const { clock, changes, told } = watched();
    const rows = Array.from({ length: 400 }, (_, index) => `row ${index}`);
    changes.fire(rows);
    assert.equal(told.length, 1);
    await clock.advance(2_000);
    assert.ok(told.every((some) => some && some.length <= 150));
    assert.deepEqual(told.flat(), rows);
  });

  it("wait until the tree is visible", async () => {
    const { clock, changes, told, seen } = watched();
    seen.now = false;
    changes.fire(["a"]);
    changes.fire(["b"]);
    await clock.advance(60_000);
    assert.deepEqual(told, []);
    seen.now = true;
    changes.announce();
    assert.deepEqual(told, [["a", "b"]]);
  });

  it("are a change of all rows when one of them is", async () => {
    const { clock, changes, told } = watched();
    changes.fire(["a"]);
    changes.fire(["b"]);
    changes.fire();
    changes.fire(["c"]);
    await clock.advance(1_000);
    assert.deepEqual(told, [["a"], undefined]);
  });

  it("wait for requested rows and their children, but not for a slow service", async () => {
    const { clock, changes, told } = watched();
    const first = changes.asking(() => clock.sleep(80));
    changes.fire(["a"]);
    await clock.advance(80);
    await first;
    await clock.advance(50);
    assert.deepEqual(told, []);
    await clock.advance(100);
    assert.deepEqual(told, [["a"]]);
    await clock.advance(1_000);
    const slow = changes.asking(() => clock.sleep(30_000));
    changes.fire(["b"]);
    await clock.advance(900);
    assert.deepEqual(told, [["a"]]);
    await clock.advance(200);
    assert.deepEqual(told, [["a"], ["b"]]);
    await clock.finish(slow);
  });

  it("end with the tree", async () => {
    const { clock, changes, told } = watched();
    changes.fire();
    changes.fire(["a"]);
    changes.dispose();
    await clock.advance(1_000);
    assert.deepEqual(told, [undefined]);
  });
});
