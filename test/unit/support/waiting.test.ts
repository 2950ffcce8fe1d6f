// Tests wait for a condition, or for the effect of a click or key that VS Code may lose.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { errors } from "playwright-core";
import { waitUntil } from "../../support/waitUntil";
import { untilEffect } from "../../support/window/untilEffect";

describe("a wait of a test", () => {
  it("reports the state when its limit ends", async () => {
    const rows = waitUntil(() => false, { what: "three rows", timeoutMs: 1, saw: () => "2 rows" });
    await assert.rejects(rows, /^Error: Waited 0 s for three rows\. Saw instead: 2 rows\.$/);
    const probed = waitUntil(() => false, { what: "a row", timeoutMs: 1 });
    await assert.rejects(probed, /Saw instead: false\./);
  });

  it("repeats an action until its effect shows, also on a redrawn element", async () => {
    let acts = 0;
    const act = async (): Promise<void> => {
      acts++;
      if (acts === 1) throw new errors.TimeoutError("redrawn");
    };
    await untilEffect(act, () => acts === 3, { what: "the third", repeatAfterMs: 1 });
    assert.equal(acts, 3);
    await untilEffect(act, () => true, { what: "an effect that shows already" });
    assert.equal(acts, 3);
    const fails = untilEffect(
      () => Promise.reject(new Error("closed")),
      () => false,
      { what: "it" },
    );
    await assert.rejects(fails, /closed/);
  });
});
