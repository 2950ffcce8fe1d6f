// What the commands of an app say at their end.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../../src/accounts/accounts";
import type { Metrics } from "../../../../src/core/model/model";
import { appCommands } from "../../../../src/features/apps/appCommands";
import { FakeClock } from "../../../support/fakeClock";
import { someApp } from "../../../support/someApp";

const window = vscode.window as unknown as Record<string, unknown>;
const { showErrorMessage, showWarningMessage, withProgress } = window;

describe("a restart that is not proved", () => {
  let shown: (readonly string[])[];

  beforeEach(() => {
    shown = [];
    const showAs =
      (kind: string) =>
      async (text: string, ...buttons: readonly string[]) =>
        void shown.push([kind, text, ...buttons]);
    Object.assign(window, { showErrorMessage: showAs("error"), showWarningMessage: showAs("warning") });
    const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
    window["withProgress"] = (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
      task({ report: () => undefined }, token);
  });
  afterEach(() => Object.assign(window, { showErrorMessage, showWarningMessage, withProgress }));

  /** Restarts an app of which the service says the same before and after. */
  async function restart(metrics: Metrics): Promise<readonly string[]> {
    const clock = new FakeClock();
    const app = someApp({ metrics });
    const account = {
      id: "ann",
      apps: {
        refreshApp: async () => app,
        announceRestart: () => undefined,
        put: () => undefined,
        find: () => app,
      },
      client: { restartApp: async () => app },
    } as unknown as Account;
    const accounts = { load: async () => {}, all: [account], get: () => account } as unknown as Accounts;
    const { "app.restart": run } = appCommands(accounts, {} as never, clock, {
      loadWatched: async () => ({
        all: [],
        conditionsOf: () => new Set<never>(),
        onDidChange: () => ({ dispose: () => undefined }),
      }),
      letGo: async () => [],
    });
    void run({ accountId: "ann", appId: "shop" });
    for (let second = 0; shown.length === 0 && second < 120; second++) await clock.advance(1_000);
    return shown[0] ?? [];
  }

  it("stays on screen with what to do next where the service shows the earlier start", async () => {
    const [kind, text, ...buttons] = await restart({ online: true, startedAt: 1_000 });
    assert.equal(kind, "error");
    assert.match(text ?? "", /still reports the earlier start/);
    assert.deepEqual(buttons, ["Show Log", "Restart Again"]);
  });

  it("is no failure where the service never says when an app started", async () => {
    const [kind, text, ...buttons] = await restart({ online: true });
    assert.equal(kind, "warning");
    assert.match(text ?? "", /does not report when/);
    assert.deepEqual(buttons, ["Show Log"]);
  });
});
