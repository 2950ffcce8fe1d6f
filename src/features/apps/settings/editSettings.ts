// The command app.editSettings: changes one setting by questions, or opens all as a document; and how changes are saved.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { changeSettings } from "../../../accounts/changeSettings";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { App } from "../../../core/model/model";
import { field } from "../../../core/parse";
import {
  changeOf,
  differences,
  isSettingsProblem,
  readSettingsText,
  type SettingValue,
  type SettingValues,
  settingsOf,
} from "../../../core/settings/appSettings";
import {
  type ChangeableKey,
  changeableKeys,
  type SettingRow,
  settingsTable,
} from "../../../core/settings/settingsTable";
import { answerProblem } from "../../../editor/appSettings/mistakeSentences";
import { settingLabel } from "../../../editor/appSettings/settingLabels";
import {
  differenceLine,
  settingsProblemSentence,
  settingValueText,
} from "../../../editor/appSettings/settingSentences";
import { appOfArgument, readArgument } from "../../../editor/commands/commandArguments";
import { runCommand } from "../../../editor/commands/commands";
import { isPreapproved } from "../../../editor/commands/consent";
import { requirePermission } from "../../../editor/commands/requirePermission";
import { choose, showInputBox } from "../../../editor/safeUi/inputs";
import { notify, showStatusMessage } from "../../../editor/safeUi/messages";
import { confirm } from "../../../editor/safeUi/questions";
import { showError } from "../../../editor/showError";
import { settingsUri } from "./settingsUri";

const permission = "canUpdateApplicationSettings";

/**
 * `change` in the argument: only asks about that change. `field`: only asks for that setting. `asText`: opens the
 * document. Resolves when the document is shown, or when the service has stored the change.
 */
export async function editSettings(account: Account, appId: string, argument: unknown): Promise<void> {
  const {
    field: known,
    change,
    asText,
  } = readArgument(
    { field: field.oneOf(changeableKeys), change: field.anything, asText: field.flag },
    argument,
  );
  if (change !== undefined) {
    const edited = readSettingsText(JSON.stringify(change));
    if (isSettingsProblem(edited)) throw new Error(settingsProblemSentence(edited));
    const ask = !isPreapproved(argument);
    await requirePermission(account.permissions, appId, permission, !ask);
    await saveSettings({ account, appId, edited, ask });
    return;
  }
  // The document of an app in the argument opens read-only without the permission.
  const isOnlyRead =
    !known && appOfArgument(argument) !== undefined && !account.permissions.mayTry(appId, permission);
  if (!isOnlyRead) await requirePermission(account.permissions, appId, permission);
  const app = account.apps.find(appId) ?? (await account.apps.refreshApp(appId));
  const chosen = asText || isOnlyRead ? undefined : (known ?? (await pickSetting(settingsOf(app), app.name)));
  if (chosen) {
    const opened = settingsOf(await account.apps.refreshApp(appId));
    const value = await askValue(chosen, opened, app.name);
    const edited: SettingValues = { [chosen]: value };
    await saveSettings({ account, appId, opened, edited, ask: false });
    return;
  }
  const document = await vscode.workspace.openTextDocument(settingsUri(account.id, appId, app.name));
  await vscode.window.showTextDocument(document, { preview: false });
  // VS Code reports no typing in a read-only document, so the offer comes with each opening.
  if (isOnlyRead)
    void showError(account.permissions.refusal(appId, permission), {
      tryAnyway: () => account.permissions.tryAnyway(appId, permission),
    });
}

/** The app was just read: redrawing its row takes the focus, which would close the question. */
const ignoreFocusOut = true;

/** Undefined: edit all as a document. */
async function pickSetting(values: SettingValues, appName: string): Promise<ChangeableKey | undefined> {
  const rows = changeableKeys.map((key) => ({
    ...{ label: settingLabel(key), key },
    ...(values[key] !== undefined && { description: settingValueText(key, values[key]) }),
  }));
  const iconPath = new vscode.ThemeIcon("json");
  const document = { label: vscode.l10n.t("Edit as JSON"), key: undefined, iconPath };
  const separator = { label: "", key: undefined, kind: vscode.QuickPickItemKind.Separator };
  const picked = await choose([...rows, separator, document], {
    title: vscode.l10n.t("{0}'s Settings", appName),
    ignoreFocusOut,
  });
  return picked.key;
}

async function askValue(key: ChangeableKey, values: SettingValues, appName: string): Promise<SettingValue> {
  const title = vscode.l10n.t("{0} of {1}", settingLabel(key), appName);
  const now = values[key];
  const { type, normalize }: SettingRow = settingsTable[key];
  if (type.kind === "boolean") return await pickValue(key, title, [true, false], now);
  if (type.kind === "choice") return await pickValue(key, title, type.values, now);
  const read = (typed: string): SettingValue =>
    type.kind === "integer" ? Number(typed) : (normalize?.(typed) ?? typed);
  const typed = await showInputBox({
    ...{ title, ignoreFocusOut },
    value: now === undefined ? "" : String(now),
    ...(key === "memoryMB" && { prompt: vscode.l10n.t("How much memory the app can use, in MB.") }),
    ...(key === "startupCommand" && {
      prompt: vscode.l10n.t("If empty, the service chooses how to start the main file."),
    }),
    validateInput: (text) => answerProblem(key, read(text)),
  });
  if (typed === undefined) throw new CancelledError();
  return read(typed);
}

async function pickValue(
  key: ChangeableKey,
  title: string,
  values: readonly SettingValue[],
  now: SettingValue | undefined,
): Promise<SettingValue> {
  const picked = await choose(
    values.map((value) => ({
      label: settingValueText(key, value),
      value,
      ...(value === now && { description: vscode.l10n.t("current") }),
    })),
    { title, ignoreFocusOut },
  );
  return picked.value;
}

interface SaveRequest {
  readonly account: Account;
  readonly appId: string;
  /** As the user saw them before editing; absent where they were not shown. */
  readonly opened?: SettingValues;
  readonly edited: SettingValues;
  /** False when the caller has asked; settings that changed since `opened` are asked about nevertheless. */
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
  if (ask || found.some(({ isConflict }) => isConflict)) {
    await confirm(
      vscode.l10n.t("Change {0}'s settings?", current.name),
      found.map(differenceLine),
      vscode.l10n.t("Change Settings"),
    );
    const agreed = Object.fromEntries(found.map(({ key, to }) => [key, to]));
    return await saveSettings({ account, appId, opened: settingsOf(current), edited: agreed, ask: false });
  }
  const saved = await changeSettings(account, current, changeOf(found));
  if (saved.restartRequired) void offerRestart(account, saved);
  else showStatusMessage(vscode.l10n.t("Saved {0}'s settings", saved.name), 5_000);
  return saved;
}

async function offerRestart(account: Account, app: App): Promise<void> {
  const text = vscode.l10n.t("Saved {0}'s settings. Restart the app to apply them.", app.name);
  await notify("information", text, {
    [vscode.l10n.t("Restart App")]: () => runCommand("app.restart", { accountId: account.id, appId: app.id }),
  });
}
