// The notices of watched apps: once for each trouble, and never again when the user chooses that.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { ConditionBegun } from "../../src/accounts/appWatch";
import { Emitter } from "../../src/core/async/emitter";
import type { AppCondition } from "../../src/core/metrics/appConditions";
import type { CrashExplanation } from "../../src/editor/project/crashText";
import { conditionNotices } from "../../src/features/metrics/conditionNotices";
import { MemoryState } from "../support/memoryState";
import { someApp } from "../support/someApp";
import { answerNotices, type ShownNotice } from "../support/vscodeParts";

describe("a notice of a watched app", () => {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const begun = new Emitter<ConditionBegun>();
  let shown: readonly ShownNotice[] = [];
  let answer: string | undefined;
  let why: CrashExplanation | undefined;
  let lasting: AppCondition[] = [];
  let landing: Promise<boolean> | undefined;
  let notices: { dispose(): void };

  beforeEach(() => {
    answer = undefined;
    why = undefined;
    lasting = [];
    landing = undefined;
    shown = answerNotices(() => answer);
    const app = someApp({ metrics: { memoryBytes: 95, memoryLimitBytes: 100 } });
    notices = conditionNotices({
      watch: {
        onDidBegin: begun.event,
        stateOf: () => ({ app, failure: undefined, isGone: false, conditions: new Set(lasting) }),
      },
      isWatched: ({ appId }) => appId === "shop",
      landingOf: () => landing,
      state: new MemoryState(),
      explain: async () => why,
    });
  });

  afterEach(() => {
    notices.dispose();
    Object.assign(vscode.window, { showInformationMessage, showWarningMessage, showErrorMessage });
  });

  const begin = async (condition: AppCondition, appId = "shop") => {
    begun.fire({ accountId: "one", appId, condition });
    await new Promise<void>((resolve) => setImmediate(resolve));
  };

  it("says what is wrong, and offers a remedy", async () => {
    await begin("down");
    await begin("memory");
    await begin("crashLoop");
    assert.deepEqual(
      shown.map(({ text }) => text.split(":")[0]),
      [
        "Shop is offline.",
        "Shop uses 95% of its memory. It may be stopped if it needs more.",
        "Shop keeps crashing",
      ],
    );
    assert.deepEqual(shown[0]?.buttons, ["Show App Log", "Restart App", "Don't Show Again for Shop"]);
    assert.deepEqual(shown[1]?.buttons, ["Open Dashboard", "Restart App", "Don't Show Again for Shop"]);
    // An error stays until the user returns.
    assert.deepEqual(
      shown.map(({ kind }) => kind),
      ["error", "warning", "error"],
    );
  });

  it("says why the app is down, with the fix first", async () => {
    let fixed = 0;
    why = {
      sentence: "The variable TOKEN isn't set.",
      fix: { label: "Open main.py:2", run: async () => void fixed++ },
    };
    answer = "Open main.py:2";
    await begin("down");
    assert.equal(shown[0]?.text, "Shop is offline. The variable TOKEN isn't set.");
    assert.deepEqual(shown[0]?.buttons.slice(0, 2), ["Open main.py:2", "Show App Log"]);
    assert.equal(fixed, 1);
    await begin("memory");
    assert.doesNotMatch(shown[1]?.text ?? "", /TOKEN/);
  });

  it("is not shown for an app that is not watched", async () => {
    await begin("down", "other");
    assert.equal(shown.length, 0);
  });

  it("is not shown again for an app and trouble once the user chose that; other notices are", async () => {
    answer = "Don't Show Again for Shop";
    await begin("down");
    answer = undefined;
    await begin("down");
    assert.equal(shown.length, 1);
    await begin("memory");
    assert.equal(shown.length, 2);
  });

  it("is left to the watch after a push, unless that ends without one and the trouble lasts", async () => {
    for (const [isReported, stillLasts, notices] of [
      [true, true, 0],
      [false, false, 0],
      [false, true, 1],
    ] as const) {
      landing = Promise.resolve(isReported);
      lasting = stillLasts ? ["memory"] : [];
      await begin("memory");
      assert.equal(shown.length, notices);
    }
  });

  it("does not call an app offline that keeps restarting", async () => {
    lasting = ["crashLoop"];
    await begin("down");
    assert.equal(shown.length, 0);
  });
});
