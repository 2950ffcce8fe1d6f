// What a row of the bench says, and how it is printed.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { jsonLines, medianOf, rowOf, typicalOfBoth } from "../../bench/bench";

describe("a row of the bench", () => {
  it("is the ratio of what was measured to its reference, and good up to its target", () => {
    assert.deepEqual(rowOf("a", 6, 5, 1.2), {
      name: "a",
      measured: 6,
      reference: 5,
      ratio: 1.2,
      target: 1.2,
      ok: true,
    });
    assert.equal(rowOf("b", 5, 20, 0.25).ok, true);
    assert.equal(rowOf("c", 1, 400, 0).ok, false);
    assert.equal(rowOf("d", 0, 400, 0).ok, true);
  });

  it("is judged before it is rounded", () => {
    const row = rowOf("a", 1.000001, 1, 1);
    assert.deepEqual([row.ratio, row.ok], [1, false]);
  });

  it("has a reference", () => {
    assert.throws(() => rowOf("a", 1, 0, 1), /reference/);
    assert.throws(() => rowOf("a", 1, Number.NaN, 1), /reference/);
  });

  it("is one line of JSON with its six fields", () => {
    const rows = [rowOf("a\nb", 1, 2, 1), rowOf("c", 3, 2, 1)];
    const lines = jsonLines(rows).split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      rows,
    );
    assert.deepEqual(Object.keys(JSON.parse(lines[0] ?? "")), [
      "name",
      "measured",
      "reference",
      "ratio",
      "target",
      "ok",
    ]);
  });

  it("alternates both sides, each as often first, and prepares before each of the extension's", async () => {
    const ran: string[] = [];
    const note = (what: string) => async () => void ran.push(what);
    await typicalOfBoth(2, note("ours"), note("raw"), note("prepare"));
    assert.deepEqual(ran, ["raw", "prepare", "ours", "prepare", "ours", "raw"]);
  });

  it("uses the median pair, whatever single runs did", () => {
    const pairs = [
      { oursMs: 400, rawMs: 20 },
      { oursMs: 22, rawMs: 20 },
      { oursMs: 20, rawMs: 400 },
    ];
    assert.deepEqual(medianOf(pairs), { oursMs: 22, rawMs: 20 });
  });
});
