import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { silentLogger } from "../../../../src/core/logger";
import { settings } from "../../../../src/editor/settings";
import { registerAppsRefresh } from "../../../../src/features/apps/appsRefresh";
import { FakeClock } from "../../../support/fakeClock";
import { someAccount, someAccounts } from "../../../support/someApp";
import { window } from "../../../support/vscodeParts";

/** How often an account is read, from when its view is shown, in the time of two intervals of the setting. */
async function readsOf({ isLarge }: { readonly isLarge: boolean }): Promise<number> {
  let reads = 0;
  const account = someAccount();
  Object.assign(account.apps, { isLarge, refresh: async () => void reads++ });
  Object.assign(window, { state: { focused: true } });
  const clock = new FakeClock();
  const onDidChangeVisibility = () => ({ dispose: () => undefined });
  const view = { visible: true, onDidChangeVisibility } as unknown as vscode.TreeView<unknown>;
  const refresh = registerAppsRefresh(someAccounts(account), view, clock, silentLogger);
  await clock.advance(2 * settings.appsRefreshMs() - 1);
  refresh.dispose();
  return reads;
}

describe("refreshing the Apps view", () => {
  it("reads a list of many requests at the interval of the setting only", async () => {
    assert.equal(await readsOf({ isLarge: true }), 2);
    assert.ok((await readsOf({ isLarge: false })) > 2);
  });
});
