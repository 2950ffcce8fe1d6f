// Tells VS Code of the settings documents; what they do is loaded with the first of them.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import { FirstUse } from "../../../core/async/firstUse";
import { attempt } from "../../../editor/host/optionalApis";
import { settingsScheme } from "./settingsUri";

export function registerSettingsFileSystem(accounts: Accounts, clock: Clock): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const documents = new FirstUse(async () => {
    const { SettingsDocuments } = await import("./settingsDocuments");
    return new SettingsDocuments(accounts, clock, (uri) =>
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]),
    );
  });
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions(
      vscode.l10n.t("An app's settings can be edited, but not moved or deleted."),
    );
  };
  const fileSystem: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await documents.get()).stat(uri),
    readFile: async (uri) => (await documents.get()).readFile(uri),
    writeFile: async (uri, content) => (await documents.get()).writeFile(uri, content),
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.Disposable.from(
    changed,
    attempt(() =>
      vscode.workspace.registerFileSystemProvider(settingsScheme, fileSystem, { isCaseSensitive: true }),
    ),
  );
}
