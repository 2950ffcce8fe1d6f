// Cleans up after an app that was deleted, here or elsewhere, and reports it in one notice.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { onDidLoseApp } from "../../accounts/followAccounts";
import { type AppKey, keyText } from "../../core/model/appKey";
import type { AppChoice } from "../../editor/pickApp";
import { notify } from "../../editor/safeUi/messages";
import type { CleanupNotice, OnAppDeleted } from "../../editor/state/appDeleted";
import { parseSettingsUri } from "./settings/settingsUri";

/** Cleans up after each app that is gone. `onFailure` gets errors. */
export function registerGoneApps(
  accounts: Accounts,
  onAppDeleted: OnAppDeleted,
  onFailure: (error: unknown) => void,
): { dispose(): void } {
  return onDidLoseApp(accounts, (lost) => {
    const name = lost.name || vscode.l10n.t("An app");
    const said = vscode.l10n.t("{0} was deleted, or you no longer have access to it.", name);
    cleanUpAfter({ ...lost, name }, onAppDeleted)
      .then((left) => (left.length > 0 ? notifyDeleted(said, left) : undefined))
      .then(undefined, onFailure);
  });
}

/** Resolves with the notices that are left for the user. */
export async function cleanUpAfter(
  app: AppChoice,
  onAppDeleted: OnAppDeleted,
): Promise<readonly CleanupNotice[]> {
  const settings = settingsTabsOf(app);
  if (settings.length > 0) await vscode.window.tabGroups.close(settings, true);
  return await onAppDeleted(app);
}

/** One notice, with a button for each action that is left. */
export async function notifyDeleted(sentence: string, left: readonly CleanupNotice[]): Promise<void> {
  const actions = left.flatMap(({ action }) => (action ? [[action.button, action.run]] : []));
  const text = [sentence, ...left.map(({ said }) => said)].join(" ");
  await notify("information", text, Object.fromEntries(actions));
}

/** Tabs with unsaved changes stay: VS Code would ask about each. */
function settingsTabsOf(app: AppKey): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter(({ input, isDirty }) => {
      const own = input instanceof vscode.TabInputText ? parseSettingsUri(input.uri) : undefined;
      return own !== undefined && !isDirty && keyText(own) === keyText(app);
    }),
  );
}
