// The notices of watched apps: once for each trouble, and never again when the user says so.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { ConditionBegun } from "../../src/accounts/appWatch";
import { Emitter } from "../../src/core/async/emitter";
import type { AppCondition } from "../../src/core/metrics/appConditions";
import { conditionNotices } from "../../src/features/metrics/conditionNotices";

describe("a notice of a watched app", () => {
  const original = vscode.window.showWarningMessage;
  const originalError = vscode.window.showErrorMessage;
  const begun = new Emitter<ConditionBegun>();
  const remembered = new Map<string, unknown>();
  let shown: { readonly text: string; readonly buttons: readonly unknown[]; readonly stays: boolean }[] = [];
  let answer: string | undefined;
  let lasting: AppCondition[] = [];
  let notices: { dispose(): void };

  beforeEach(() => {
    shown = [];
    answer = undefined;
    lasting = [];
    remembered.clear();
    const show = (stays: boolean) =>
      (async (text: string, ...buttons: unknown[]) => {
        shown.push({ text, buttons, stays });
        return answer;
      }) as typeof original;
    vscode.window.showWarningMessage = show(false);
    vscode.window.showErrorMessage = show(true);
    notices = conditionNotices({
      watch: {
        onDidBegin: begun.event,
        stateOf: () => ({
          app: {
            id: "shop",
            name: "Shop",
            status: "active",
            restartRequired: false,
            deployments: [],
            metrics: { memoryBytes: 95, memoryLimitBytes: 100 },
          },
          failure: undefined,
          isGone: false,
          conditions: new Set(lasting),
        }),
      },
      isWatched: ({ appId }) => appId === "shop",
      state: {
        get: (key: string) => remembered.get(key) as never,
        update: async (key: string, value: unknown) => void remembered.set(key, value),
      },
    });
  });

  afterEach(() => {
    notices.dispose();
    vscode.window.showWarningMessage = original;
    vscode.window.showErrorMessage = originalError;
  });

  const begin = async (condition: AppCondition, appId = "shop") => {
    begun.fire({ accountId: "one", appId, condition });
    await new Promise<void>((resolve) => setImmediate(resolve));
  };

  it("says plainly what is wrong, and offers what helps", async () => {
    await begin("down");
    await begin("memory");
    await begin("crashLoop");
    assert.deepEqual(
      shown.map(({ text }) => text.split(":")[0]),
      [
        "Shop has gone offline.",
        "Shop uses 95 % of its memory. It may be stopped if it needs more.",
        "Shop keeps crashing",
      ],
    );
    assert.deepEqual(shown[0]?.buttons, ["Show Log", "Restart", "Don't Show Again"]);
    assert.deepEqual(shown[1]?.buttons, ["Open Dashboard", "Restart", "Don't Show Again"]);
    // What is down is still there when somebody comes back.
    assert.deepEqual(
      shown.map(({ stays }) => stays),
      [true, false, true],
    );
  });

  it("is not shown for an app that is not watched", async () => {
    await begin("down", "other");
    assert.equal(shown.length, 0);
  });

  it("is not shown again for that app and trouble once that was chosen, and others still are", async () => {
    answer = "Don't Show Again";
    await begin("down");
    answer = undefined;
    await begin("down");
    assert.equal(shown.length, 1);
    await begin("memory");
    assert.equal(shown.length, 2);
  });

  it("does not say offline of an app that keeps restarting", async () => {
    lasting = ["crashLoop"];
    await begin("down");
    assert.equal(shown.length, 0);
  });
});
