// Marks in the Explorer: why a mount may only be read, and folders that exist only here.
import * as vscode from "vscode";
import { appScheme, parseAppUri } from "../../../editor/appUris";
import { accessSentence } from "../notices/accessNotice";
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
      const sentence = accessSentence(mounts.accessNow(location));
      // Files have VS Code's own lock; the sentence is in what shows when the mouse rests on them.
      if (sentence) return new vscode.FileDecoration(location.path === "/" ? "R" : undefined, sentence);
      if (location.path === "/" || !mounts.peek(location)?.isPending(location.path)) return undefined;
      return new vscode.FileDecoration(
        "○",
        vscode.l10n.t("Exists only locally until it contains a file"),
        new vscode.ThemeColor("disabledForeground"),
      );
    },
  };
  const listeners = [
    vscode.window.registerFileDecorationProvider(provider),
    mounts.onDidForget(refresh),
    mounts.onDidLearnAccess(refresh),
    mounts.onDidChangePending(refresh),
  ];
  return { dispose: () => vscode.Disposable.from(...listeners, changed).dispose() };
}
