// Sends changed settings once, after a question about the changes; then offers a restart if they need one.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { lookAfterChange, mayBeDone } from "../../../core/errors/serviceError";
import type { App } from "../../../core/model/model";
import {
  changeOf,
  differences,
  type SettingDifference,
  type SettingValues,
  settingsOf,
} from "../../../core/settings/appSettings";
import { runCommand } from "../../../editor/commands/commands";
import { notify, showStatusMessage } from "../../../editor/safeUi/messages";
import { confirm } from "../../../editor/safeUi/questions";
import { differenceLine } from "./settingSentences";

interface SaveRequest {
  readonly account: Account;
  readonly appId: string;
  /** As the user saw them before editing. */
  readonly opened: SettingValues;
  readonly edited: SettingValues;
  /** False when the caller has asked. */
  readonly ask: boolean;
}

/**
 * Resolves with the app as the service has it then (docs/interface.md#update-an-app). Rejects with CancelledError when
 * the user declines, or with a ServiceError; then no change is known to have been made.
 */
export async function saveSettings({ account, appId, opened, edited, ask }: SaveRequest): Promise<App> {
  const current = await account.apps.refreshApp(appId);
  const found = differences(opened, edited, settingsOf(current));
  if (found.length === 0) return current;
  if (ask)
    await confirm(
      vscode.l10n.t("Change {0}'s settings?", current.name),
      found.map(differenceLine),
      vscode.l10n.t("Change Settings"),
    );
  const saved = await update(account, current, found);
  account.apps.put(saved);
  if (saved.restartRequired) void offerRestart(account, saved);
  else showStatusMessage(vscode.l10n.t("Saved {0}'s settings", saved.name), 5_000);
  return saved;
}

/** After an update without a response, or a refused one, the app's settings show whether it was made. */
async function update(account: Account, current: App, found: readonly SettingDifference[]): Promise<App> {
  try {
    return await account.client.updateApp(current, changeOf(found));
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    const now = await lookAfterChange(account.apps.refreshApp(current.id));
    const values = settingsOf(now);
    if (found.some(({ key, to }) => values[key] !== to)) throw error;
    return now;
  }
}

async function offerRestart(account: Account, app: App): Promise<void> {
  const text = vscode.l10n.t("Saved {0}'s settings. Restart the app to apply them.", app.name);
  await notify("information", text, {
    [vscode.l10n.t("Restart App")]: () => runCommand("app.restart", { accountId: account.id, appId: app.id }),
  });
}
