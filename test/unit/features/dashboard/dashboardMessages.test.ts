import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  readFromPage,
  readSavedState,
  readToPage,
} from "../../../../src/features/dashboard/dashboardMessages";

describe("the messages of the dashboard", () => {
  it("are taken when they are whole", () => {
    assert.deepEqual(readFromPage({ type: "ready" }), { type: "ready" });
    assert.deepEqual(readFromPage({ type: "run", action: "restart" }), { type: "run", action: "restart" });
    assert.ok(readToPage({ type: "value", key: "A", value: "" }));
  });

  const numbers = { memory: null, received: null, sent: null, limit: null };
  for (const [reader, read, messages] of [
    [
      "from the page",
      readFromPage,
      [
        ...[undefined, "ready", { type: "run" }, { type: "run", action: "workbench.action.quit" }],
        ...[
          { type: "reveal", key: 5 },
          { type: "setState", value: {} },
        ],
      ],
    ],
    [
      "by the page",
      readToPage,
      [
        ...[null, { type: "sample", point: { at: "now" } }, { type: "view", view: {} }],
        { type: "history", points: [{ at: 1, cpu: [1, 2], ...numbers }] },
      ],
    ],
  ] as const)
    for (const message of messages)
      it(`are refused ${reader}: ${JSON.stringify(message)}`, () => assert.equal(read(message), undefined));

  it("restore nothing from a state that is not theirs", () => {
    assert.equal(readSavedState({ accountId: "a", appId: 3, name: "x" }), undefined);
    assert.equal(readSavedState({ accountId: "a", appId: "b", name: "x", range: "1 year" }), undefined);
    assert.deepEqual(readSavedState({ accountId: "a", appId: "b", name: "x" }), {
      accountId: "a",
      appId: "b",
      name: "x",
    });
  });

  it("keep no more than they name, such as a value that has no business in a state", () => {
    const saved = { accountId: "a", appId: "b", name: "x", environment: { SECRET: "canary" } };
    assert.ok(!JSON.stringify(readSavedState(saved)).includes("canary"));
  });
});
