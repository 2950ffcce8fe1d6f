// What mounts tell by notices: deletions and replacements that failed, auto save that uploads while one types, and that an account
// is signed out.
import * as vscode from "vscode";
import { isFileProblem } from "../../../core/errors/fileProblem";
import { localAccountId } from "../../../core/model/accountId";
import { nameOf } from "../../../core/paths/appPath";
import { appScheme, appUri } from "../../../editor/appUris";
import { runCommand } from "../../../editor/commands/commands";
import { deletionSentence } from "../../../editor/fileErrors";
import { autoSave } from "../../../editor/settings";
import { tell } from "../../../editor/shown/messages";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { Mounts } from "../mount/mounts";

/** Files that the Explorer already shows as deleted are shown again. Tells until it is disposed of. */
export function deletionFailedNotice(mounts: Mounts): { dispose(): void } {
  return mounts.onDidFailToDelete(({ key, left, gone }) => {
    const partly = left.find(({ error }) => isFileProblem(error, "partlyDeleted"));
    const first = partly ?? left[0];
    if (!first) return;
    const uri = appUri({ ...key, path: first.path });
    const because = deletionSentence(first.error, uri, gone);
    const text =
      left.length === 1
        ? vscode.l10n.t("Couldn't delete \"{0}\". It's shown again. {1}", nameOf(first.path), because)
        : vscode.l10n.t(
            "Couldn't delete {0} files, including \"{1}\". They're shown again. {2}",
            left.length,
            nameOf(first.path),
            because,
          );
    const isUndoable = partly || gone.length > 0;
    void tell("error", text, {
      [vscode.l10n.t("Show in Explorer")]: () => vscode.commands.executeCommand("revealInExplorer", uri),
      ...(isUndoable && { [vscode.l10n.t("Undo or Restore")]: () => runCommand("files.undo", key) }),
    });
  });
}

/** A file that was to be replaced is gone without its replacement. Tells until it is disposed of. */
export function replaceFailedNotice(mounts: Mounts): { dispose(): void } {
  return mounts.onDidFailToReplace(({ accountId, appId, path }) => {
    const text = vscode.l10n.t(
      "{0} was deleted so that it could be replaced, but the new file couldn't be uploaded. The previous version is kept on this machine.",
      nameOf(path),
    );
    void tell("warning", text, {
      [vscode.l10n.t("Restore Previous Version")]: () =>
        runCommand("files.restoreDeleted", { accountId, appId, paths: [path] }),
    });
  });
}

/** Watches for the first file of an app that is edited while auto save uploads after a delay. */
export function autoSaveNotice(state: StateMemory): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.scheme !== appScheme || contentChanges.length === 0) return;
    if (autoSave.get(document.uri) !== "afterDelay" || state.get("autoSaveNoticeShown")) return;
    void state.update("autoSaveNoticeShown", true);
    void offerFocusChange();
  });
}

async function offerFocusChange(): Promise<void> {
  await tell(
    "information",
    vscode.l10n.t(
      "Auto Save uploads this file repeatedly while you type, but the service accepts only one upload every three seconds.",
    ),
    {
      [vscode.l10n.t("Save on Focus Change")]: () => autoSave.set("onFocusChange"),
      [vscode.l10n.t("Keep Auto Save")]: () => undefined,
    },
  );
}

/** Asks to sign in when a window comes up with the files of an account that is signed out: each once until it was signed in. */
export function signInNotice(mounts: Mounts): vscode.Disposable {
  const told = new Set<string>();
  const listeners = [
    mounts.onDidMissAccount((accountId) => {
      if (told.has(accountId)) return;
      told.add(accountId);
      void askSignIn(accountId);
    }),
    mounts.onDidForget((accountId) => {
      // A user who signs out in this window knows it.
      if (mounts.isSignedIn(accountId)) told.delete(accountId);
      else told.add(accountId);
    }),
  ];
  return vscode.Disposable.from(...listeners);
}

/** Resolves when the user has answered, which may be never. */
async function askSignIn(accountId: string): Promise<void> {
  const isLocal = accountId === localAccountId;
  const button = isLocal ? vscode.l10n.t("Try Without an Account") : vscode.l10n.t("Sign In");
  await tell(
    "warning",
    vscode.l10n.t("You're signed out, so the app's files aren't shown. Sign in to see them."),
    { [button]: () => runCommand(isLocal ? "localService.start" : "account.signIn") },
  );
}
