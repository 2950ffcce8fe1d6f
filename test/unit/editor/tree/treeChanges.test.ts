// Changes of a tree while the window requests rows.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { TreeChanges } from "../../../../src/editor/tree/treeChanges";
import { FakeClock } from "../../../support/fakeClock";

function watched() {
  const clock = new FakeClock();
  const seen = { now: true };
  const changes = new TreeChanges<string>(clock, () => seen.now);
  const reported: (string[] | undefined)[] = [];
  changes.event((nodes) => reported.push(nodes));
  return { clock, changes, reported, seen };
}

describe("changes of a tree", () => {
  it("are announced at once when no rows are requested", () => {
    const { changes, reported } = watched();
    changes.fire(["a"]);
    assert.deepEqual(reported, [["a"]]);
  });

  it("wait while rows of the last change may still be requested, and are merged", async () => {
    const { clock, changes, reported } = watched();
    changes.fire();
    changes.fire(["a"]);
    changes.fire(["b", "a"]);
    await clock.advance(250);
    assert.deepEqual(reported, [undefined]);
    await clock.advance(100);
    assert.deepEqual(reported, [undefined, ["a", "b"]]);
  });

  it("are announced in steps where there are thousands", async () => {
    const { clock, changes, reported } = watched();
    const rows = Array.from({ length: 400 }, (_, index) => `row ${index}`);
    changes.fire(rows);
    assert.equal(reported.length, 1);
    await clock.advance(2_000);
    assert.ok(reported.every((some) => some && some.length <= 150));
    assert.deepEqual(reported.flat(), rows);
  });

  it("wait until the tree is visible", async () => {
    const { clock, changes, reported, seen } = watched();
    seen.now = false;
    changes.fire(["a"]);
    changes.fire(["b"]);
    await clock.advance(60_000);
    assert.deepEqual(reported, []);
    seen.now = true;
    changes.announce();
    assert.deepEqual(reported, [["a", "b"]]);
  });

  it("are a change of all rows when one of them is", async () => {
    const { clock, changes, reported } = watched();
    changes.fire(["a"]);
    changes.fire(["b"]);
    changes.fire();
    changes.fire(["c"]);
    await clock.advance(1_000);
    assert.deepEqual(reported, [["a"], undefined]);
  });

  it("wait for requested rows and their children, but not for a slow service", async () => {
    const { clock, changes, reported } = watched();
    const first = changes.asking(() => clock.sleep(80));
    changes.fire(["a"]);
    await clock.advance(80);
    await first;
    await clock.advance(50);
    assert.deepEqual(reported, []);
    await clock.advance(100);
    assert.deepEqual(reported, [["a"]]);
    await clock.advance(1_000);
    const slow = changes.asking(() => clock.sleep(30_000));
    changes.fire(["b"]);
    await clock.advance(900);
    assert.deepEqual(reported, [["a"]]);
    await clock.advance(200);
    assert.deepEqual(reported, [["a"], ["b"]]);
    await clock.finish(slow);
  });

  it("end with the tree", async () => {
    const { clock, changes, reported } = watched();
    changes.fire();
    changes.fire(["a"]);
    changes.dispose();
    await clock.advance(1_000);
    assert.deepEqual(reported, [undefined]);
  });
});
