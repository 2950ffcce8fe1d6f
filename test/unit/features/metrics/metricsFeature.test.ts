// What the workspace keeps of watched apps until their accounts are open, which may take the keyring a while.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account } from "../../../../src/accounts/accounts";
import { Emitter } from "../../../../src/core/async/emitter";
import { silentLogger } from "../../../../src/core/logger";
import { createMetricsFeature, type MetricsFeature } from "../../../../src/features/metrics/metricsFeature";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someAccounts } from "../../../support/someApp";
import { quietWorkspace, window, workspace, workspaceFiles } from "../../../support/vscodeParts";

const nothing = () => ({ dispose: () => undefined });
const history = { "me/shop": [[[28_000_000, 0, -1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1]], []] };

describe("the history of a watched app, before its account is open", () => {
  const windowState = new Emitter<vscode.WindowState>();
  let feature: MetricsFeature | undefined;

  beforeEach(() => {
    workspaceFiles({ "/w/hosted-app.json": '{"appId": "shop"}' });
    quietWorkspace();
    workspace["workspaceFolders"] = [{ uri: vscode.Uri.parse("file:///w"), name: "w", index: 0 }];
    Object.assign(window, { onDidChangeWindowState: windowState.event, state: { focused: true } });
  });
  afterEach(() => feature?.dispose());

  async function stateAfter(watched: readonly object[], ...open: readonly { readonly id: string }[]) {
    const state = new MemoryState();
    await state.update("watchedApps", watched);
    await state.update("metricsHistory", history);
    feature = createMetricsFeature({
      accounts: someAccounts(...open),
      workspaceState: state,
      globalState: new MemoryState(),
      clock: new FakeClock(),
      logger: silentLogger,
      loadFiles: () => Promise.reject(new Error("no files")),
      chooseApp: () => Promise.reject(new Error("no choice")),
    });
    windowState.fire({ focused: false, active: false });
    return state.get("metricsHistory");
  }

  const chosen = [{ accountId: "me", appId: "shop", name: "Shop" }];

  it("is kept when the window loses the focus, also that of the folder's own app", async () => {
    assert.deepEqual(await stateAfter(chosen), history);
    feature?.dispose();
    assert.deepEqual(await stateAfter([]), history);
  });

  it("is kept while only another account is open", async () => {
    const other = someAccount();
    const apps = { ...other.apps, onDidChange: nothing, onRestart: nothing };
    assert.deepEqual(await stateAfter(chosen, { ...other, apps } as unknown as Account), history);
  });
});
