// Notices of mounts: failed deletions and replacements, auto save, sign-outs, and files that are read-only or outdated.
import * as vscode from "vscode";
import type { Clock } from "../../../core/async/clock";
import { isFileProblem } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import { localAccountId } from "../../../core/model/accountId";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { nameOf } from "../../../core/paths/appPath";
import { formatClock, formatCount } from "../../../core/text/format";
import { appScheme, appUri, mountedLocations } from "../../../editor/appUris";
import { runCommand } from "../../../editor/commands/commands";
import { sentenceFor } from "../../../editor/errorSentences";
import { deletionSentence } from "../../../editor/fileErrors";
import { notify } from "../../../editor/safeUi/messages";
import { createStatusBarItem, withIcon } from "../../../editor/safeUi/statusItem";
import { autoSave } from "../../../editor/settings";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { Mounts } from "../mount/mounts";

/** The Explorer already shows the files as deleted; now it shows them again. Until disposed. */
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
    void notify("error", text, {
      [vscode.l10n.t("Show in Explorer")]: () => vscode.commands.executeCommand("revealInExplorer", uri),
      ...(isUndoable && { [vscode.l10n.t("Undo or Restore")]: () => runCommand("files.undo", key) }),
    });
  });
}

/** VS Code deleted a file to replace it, and the upload of its replacement failed. Until disposed. */
export function replaceFailedNotice(mounts: Mounts): { dispose(): void } {
  return mounts.onDidFailToReplace(({ accountId, appId, path }) => {
    const text = vscode.l10n.t(
      "{0} was deleted so that it could be replaced, but the new file couldn't be uploaded. The previous version is kept on this machine.",
      nameOf(path),
    );
    void notify("warning", text, {
      [vscode.l10n.t("Restore Previous Version")]: () =>
        runCommand("files.restoreDeleted", { accountId, appId, paths: [path] }),
    });
  });
}

/** Warns once about auto save after a delay, which uploads: at the first edit of an app's file. */
export function autoSaveNotice(state: StateMemory): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.scheme !== appScheme || contentChanges.length === 0) return;
    if (autoSave.get(document.uri) !== "afterDelay" || state.get("autoSaveNoticeShown")) return;
    void state.update("autoSaveNoticeShown", true);
    void offerFocusChange();
  });
}

async function offerFocusChange(): Promise<void> {
  await notify(
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

/** Asks to sign in when the window has files of a signed-out account: once for each, until it signs in. */
export function signInNotice(mounts: Mounts): vscode.Disposable {
  const notified = new Set<string>();
  const listeners = [
    mounts.onDidMissAccount((accountId) => {
      if (notified.has(accountId)) return;
      notified.add(accountId);
      void askSignIn(accountId);
    }),
    mounts.onDidForget((accountId) => {
      // A user who signs out in this window needs no notice.
      if (mounts.isSignedIn(accountId)) notified.delete(accountId);
      else notified.add(accountId);
    }),
  ];
  return vscode.Disposable.from(...listeners);
}

/** Resolves when the user has answered, which may be never. */
async function askSignIn(accountId: string): Promise<void> {
  const isLocal = accountId === localAccountId;
  const button = isLocal ? vscode.l10n.t("Try Without an Account") : vscode.l10n.t("Sign In");
  await notify(
    "warning",
    vscode.l10n.t("You're signed out, so the app's files aren't shown. Sign in to see them."),
    { [button]: () => runCommand(isLocal ? "localService.start" : "account.signIn") },
  );
}

/** A status bar item, shown while the window has an app open whose files may not be edited, or not even seen. */
export function accessNotice(mounts: Mounts): vscode.Disposable {
  const item = createStatusBarItem("hostedApps.filesAccess", vscode.StatusBarAlignment.Left, -1);
  item.name = vscode.l10n.t("Hosted Apps: Read-Only App Files");
  const show = (): void => {
    const locations = mountedLocations();
    const isSeen = (location: AppKey): boolean => mounts.accessNow(location).canSee;
    const location = locations.find((each) => !isSeen(each)) ?? locations.find(mounts.refusalNow, mounts);
    const refusal = location && mounts.refusalNow(location);
    if (!refusal) {
      item.hide();
      return;
    }
    const { accountId, appId } = location;
    const text = isSeen(location)
      ? vscode.l10n.t("App Files Read-Only")
      : vscode.l10n.t("App Files Not Accessible");
    item.text = withIcon("lock", text);
    item.tooltip = vscode.l10n.t("{0} Click to try anyway.", sentenceFor(refusal));
    item.command = {
      ...{ command: "hostedApps.files.tryAnyway", title: vscode.l10n.t("Try Anyway") },
      arguments: [{ accountId, appId }],
    };
    item.show();
  };
  const listeners = [
    mounts.onDidLearnAccess(show),
    mounts.onDidChangeAccess(show),
    mounts.onDidForget(show),
    vscode.workspace.onDidChangeWorkspaceFolders(show),
  ];
  return vscode.Disposable.from(...listeners, item);
}

/** A status bar item, shown while listings of any app fail. */
export function outdatedNotice(
  mounts: Pick<Mounts, "onDidFail" | "onDidForget" | "peek">,
  clock: Clock,
  nameOf: (app: AppKey) => string,
): vscode.Disposable {
  const item = createStatusBarItem("hostedApps.filesOutdated", vscode.StatusBarAlignment.Left, -1);
  item.name = vscode.l10n.t("Hosted Apps: Files Not Up to Date");
  item.command = "hostedApps.files.refresh";
  item.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
  const failures = new Map<
    string,
    { readonly app: AppKey; readonly error: unknown; readonly since: string }
  >();
  /** When the folder that fails was last listed (this machine's clock, ms); now, when it never was. */
  const seenAt = (app: AppKey): number => {
    const listings = mounts.peek(app)?.files.listings;
    const askedAt = listings?.peek(listings.failed[0] ?? "/")?.askedAt;
    return clock.now() - (askedAt === undefined ? 0 : clock.monotonicMs() - askedAt);
  };
  const show = (): void => {
    const [first, ...more] = failures.values();
    if (!first) {
      item.hide();
      return;
    }
    const name =
      more.length === 0 ? nameOf(first.app) : vscode.l10n.t("{0} apps", formatCount(failures.size));
    const text = isRefused(first.error)
      ? vscode.l10n.t("{0}: files not available", name)
      : vscode.l10n.t("{0}: files as of {1}", name, first.since);
    item.text = withIcon("warning", text);
    item.tooltip = vscode.l10n.t("{0} Click to try again.", sentenceFor(first.error));
    item.accessibilityInformation = {
      label: `${text}. ${sentenceFor(first.error)}`,
      role: "button",
    };
    item.show();
  };
  const listeners = [
    mounts.onDidFail(({ key, error }) => {
      const name = keyText(key);
      if (error === undefined) {
        const ended = failures.get(name);
        failures.delete(name);
        // The Explorer shows a folder that failed as empty until it asks again; a deleted app would fail again.
        if (ended && !isRefused(ended.error))
          void vscode.commands.executeCommand("workbench.files.action.refreshFilesExplorer");
      } else failures.set(name, { app: key, error, since: formatClock(seenAt(key)) });
      show();
    }),
    mounts.onDidForget((accountId) => {
      for (const name of [...failures.keys()]) if (name.startsWith(`${accountId}/`)) failures.delete(name);
      show();
    }),
  ];
  return { dispose: () => vscode.Disposable.from(...listeners, item).dispose() };
}

function isRefused(error: unknown): boolean {
  return isServiceError(error, "notFound", "forbidden", "unauthorized");
}
