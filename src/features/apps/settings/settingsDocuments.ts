// Each app's settings as a document that can be edited and saved.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../accounts/accounts";
import { followAccounts } from "../../../accounts/followAccounts";
import type { Clock } from "../../../core/async/clock";
import { isCancellation } from "../../../core/errors/cancelledError";
import { isServiceError } from "../../../core/errors/serviceError";
import {
  isSettingsProblem,
  readSettingsText,
  type SettingValues,
  settingsOf,
  settingsText,
} from "../../../core/settings/appSettings";
import { settingsProblemSentence } from "../../../editor/appSettings/settingSentences";
import { sentenceFor } from "../../../editor/errorSentences";
import { saveSettings } from "./editSettings";
import { parseSettingsUri, settingsUri } from "./settingsUri";

interface OpenDocument {
  /** The service's values when the text was made. */
  readonly values: SettingValues;
  readonly bytes: Uint8Array;
  readonly readAt: number;
}

/** After its stat that follows a save, VS Code needs this long to note the version. */
const afterLookMs = 500;

/** The file system of these documents, behind the one that registerApps.ts registers. */
export class SettingsDocuments {
  private readonly open = new Map<string, OpenDocument>();
  /** Saved since VS Code's last stat: VS Code takes the version of that stat for its own text. */
  private readonly saved = new Set<string>();

  constructor(
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly changed: (uri: vscode.Uri) => void,
  ) {
    followAccounts(accounts, ({ permissions }) =>
      permissions.onDidChange(() => {
        // VS Code reads a document's permissions with its stat.
        for (const uri of this.open.keys()) changed(vscode.Uri.parse(uri));
      }),
    );
  }

  /** Requests the settings only when a document is opened; saving does so again. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, readAt } = this.open.get(uri.toString()) ?? (await this.load(uri));
    if (this.saved.delete(uri.toString())) void this.showAsStored(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: readAt, size: bytes.byteLength };
    // Unsaved text may be saved: the service's refusal says more than VS Code's.
    const isUnsaved = vscode.workspace.textDocuments.some(
      (document) => document.isDirty && document.uri.toString() === uri.toString(),
    );
    const { account, appId } = await this.appOf(uri);
    const isOnlyRead = !isUnsaved && !account.permissions.mayTry(appId, "canUpdateApplicationSettings");
    return isOnlyRead ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.load(uri)).bytes;
  }

  /** Resolves when the service has stored the settings; until then the editor stays unsaved. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { account, appId } = await this.appOf(uri);
    const { values: opened } = this.open.get(uri.toString()) ?? (await this.load(uri));
    const edited = readSettingsText(new TextDecoder().decode(content), opened);
    if (isSettingsProblem(edited)) throw new Error(settingsProblemSentence(edited));
    try {
      const saved = await saveSettings({ account, appId, opened, edited, ask: true });
      this.remember(uri, settingsOf(saved), content);
      const renamed = settingsUri(account.id, appId, saved.name);
      if (renamed.path !== uri.path) void this.clock.sleep(afterLookMs).then(() => reopen(uri, renamed));
    } catch (error) {
      if (isCancellation(error))
        throw new Error(vscode.l10n.t("Nothing was changed. Your text is still in the editor."));
      throw new Error(sentenceFor(error));
    }
    this.saved.add(uri.toString());
  }

  /** Replaces the user's text by the settings that the service stored. */
  private async showAsStored(uri: vscode.Uri): Promise<void> {
    await this.clock.sleep(afterLookMs);
    this.open.delete(uri.toString());
    this.changed(uri);
  }

  private async load(uri: vscode.Uri): Promise<OpenDocument> {
    const { account, appId } = await this.appOf(uri);
    try {
      const values = settingsOf(await account.apps.refreshApp(appId));
      return this.remember(uri, values, new TextEncoder().encode(settingsText(values)));
    } catch (error) {
      if (isServiceError(error, "notFound")) throw vscode.FileSystemError.FileNotFound(sentenceFor(error));
      throw vscode.FileSystemError.Unavailable(sentenceFor(error));
    }
  }

  /** The time stays while the bytes do, so that VS Code sees no change. */
  private remember(uri: vscode.Uri, values: SettingValues, bytes: Uint8Array): OpenDocument {
    const before = this.open.get(uri.toString());
    const isSame = before !== undefined && Buffer.compare(before.bytes, bytes) === 0;
    const document = { values, bytes, readAt: isSame ? before.readAt : this.clock.now() };
    this.open.set(uri.toString(), document);
    return document;
  }

  private async appOf(uri: vscode.Uri): Promise<{ readonly account: Account; readonly appId: string }> {
    await this.accounts.load();
    const app = parseSettingsUri(uri);
    const account = app && this.accounts.get(app.accountId);
    if (!app || !account) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t("This app's account is signed out. Sign in first."),
      );
    }
    return { account, appId: app.appId };
  }
}

/** Reopens the tab, which would keep the app's old name. */
async function reopen(uri: vscode.Uri, renamed: vscode.Uri): Promise<void> {
  for (const { tabs, viewColumn } of vscode.window.tabGroups.all) {
    const tab = tabs.find(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    );
    if (!tab || tab.isDirty) continue;
    if (tab.isActive) await vscode.window.showTextDocument(renamed, { preview: false, viewColumn });
    await vscode.window.tabGroups.close(tab);
  }
}
