// Tells VS Code of the settings documents; what they do is loaded with the first of them.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import type { SettingsDocuments } from "./settingsDocuments";
import { settingsScheme } from "./settingsUri";

export function registerSettingsFileSystem(accounts: Accounts, clock: Clock): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let loading: Promise<SettingsDocuments> | undefined;
  const documents = (): Promise<SettingsDocuments> => {
    loading ??= import("./settingsChunk").then(
      ({ SettingsDocuments }) =>
        new SettingsDocuments(accounts, clock, (uri) =>
          changed.fire([{ type: vscode.FileChangeType.Changed, uri }]),
        ),
    );
    return loading;
  };
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions(
      vscode.l10n.t("An app's settings are one document: it can be changed, but not moved or deleted."),
    );
  };
  const fileSystem: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await documents()).stat(uri),
    readFile: async (uri) => (await documents()).readFile(uri),
    writeFile: async (uri, content) => (await documents()).writeFile(uri, content),
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(settingsScheme, fileSystem, { isCaseSensitive: true }),
  );
}
