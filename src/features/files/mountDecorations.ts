// Marks in the Explorer: a mount that may only be read and why, and folders that exist only here.
import * as vscode from "vscode";
import { appScheme, parseAppUri } from "../../editor/appUris";
import { notAllowedSentence } from "./fileErrors";
import type { Mounts } from "./mounts";

/** Registers the marks until it is disposed of. */
export function registerMountDecorations(mounts: Mounts): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const refresh = (): void => changed.fire(undefined);
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: (uri) => {
      const location = uri.scheme === appScheme ? parseAppUri(uri) : undefined;
      if (!location) return undefined;
      if (location.path === "/") return rootDecoration(mounts, location);
      if (!mounts.peek(location)?.isPending(location.path)) return undefined;
      return new vscode.FileDecoration(
        "○",
        vscode.l10n.t("Exists only here until it holds a file"),
        new vscode.ThemeColor("disabledForeground"),
      );
    },
  };
  const listeners = [
    vscode.window.registerFileDecorationProvider(provider),
    mounts.onDidForget(refresh),
    mounts.onDidChangePending(refresh),
  ];
  return { dispose: () => vscode.Disposable.from(...listeners, changed).dispose() };
}

function rootDecoration(mounts: Mounts, location: { accountId: string; appId: string }) {
  const { canSee, canEdit } = mounts.accessNow(location);
  if (canSee && canEdit) return undefined;
  return new vscode.FileDecoration("R", notAllowedSentence(canSee ? "canEdit" : "canSee"));
}
