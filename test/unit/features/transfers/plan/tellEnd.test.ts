// What the buttons of a transfer's last message say when they fail.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { tellEnd } from "../../../../../src/features/transfers/plan/tellEnd";
import { answerNotices } from "../../../../support/vscodeParts";

describe("the button of a transfer's last message", () => {
  it("says what failed, and that it can be tried again", async () => {
    const offline = new ServiceError("network", "no connection", { problem: "refused" });
    offline.request = { host: "api.example.com", isRead: true };
    offline.app = { accountId: "account", appId: "shop", name: "Shop" };
    for (const [button, begins] of [
      ["Undo", "Couldn't restore Shop's files."],
      ["Retry", "Couldn't upload to Shop."],
    ] as const) {
      const left = [button, "Try Again"];
      const shown = answerNotices(() => left.shift());
      let runs = 0;
      const run = async () => {
        runs++;
        if (runs === 1) throw offline;
      };
      const retry = button === "Retry" ? ({ run, command: "files.upload" } as const) : undefined;
      await tellEnd({ said: ["Uploaded."], failed: [], undo: run, retry });
      const [, failure] = shown;
      assert.ok(failure?.text.startsWith(begins), failure?.text);
      assert.deepEqual(failure?.buttons, ["Try Again", "Show Output"]);
      assert.deepEqual([runs, shown.length], [2, 2]);
    }
  });
});
