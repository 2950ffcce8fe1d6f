// Decorations of app files, and names of their folders: their app, why they are read-only, which folders are pending. They cost no request.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import { followAccounts } from "../../../accounts/followAccounts";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { inertLine } from "../../../core/text/inertText";
import { appScheme, mountedLocations, parseAppUri } from "../../../editor/appUris";
import { sentenceFor } from "../../../editor/errorSentences";
import type { Mounts } from "./mounts";

export interface MountDecorationsOptions {
  readonly accounts: Pick<Accounts, "all" | "get" | "onDidChange">;
  readonly mounts: Pick<
    Mounts,
    "refusalNow" | "peek" | "onDidForget" | "onDidLearnAccess" | "onDidChangeAccess" | "onDidChangePending"
  >;
}

const mark = "☁";

/** Registers the decorations until disposed. */
export function registerMountDecorations({ accounts, mounts }: MountDecorationsOptions): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const refresh = (): void => changed.fire(undefined);
  const nameOf = ({ accountId, appId }: AppKey) => accounts.get(accountId)?.apps.find(appId)?.name;
  /** Shown names by app: the list of apps often comes after its files. */
  const shown = new Map<string, { readonly key: AppKey; readonly name: string | undefined }>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: (uri) => {
      const location = uri.scheme === appScheme ? parseAppUri(uri) : undefined;
      if (!location) return undefined;
      const { accountId, appId, path } = location;
      const name = nameOf(location);
      shown.set(keyText(location), { key: { accountId, appId }, name });
      const whose =
        name === undefined
          ? vscode.l10n.t("Hosted app")
          : vscode.l10n.t("Hosted app: {0}", inertLine(name, 80));
      const said = (sentence: string): string => [whose, sentence].join(" • ");
      const refusal = mounts.refusalNow(location);
      if (refusal) return new vscode.FileDecoration(path === "/" ? "R" : mark, said(sentenceFor(refusal)));
      if (path === "/" || !mounts.peek(location)?.isPending(path))
        return new vscode.FileDecoration(mark, whose);
      return new vscode.FileDecoration(
        "○",
        said(vscode.l10n.t("Exists only locally until it contains a file")),
        new vscode.ThemeColor("disabledForeground"),
      );
    },
  };
  const renamed = (): void => {
    if ([...shown.values()].some(({ key, name }) => nameOf(key) !== name)) refresh();
  };
  const listeners = [
    vscode.window.registerFileDecorationProvider(provider),
    followAccounts(accounts, ({ apps }) => apps.onDidChange(renamed)),
    mounts.onDidForget(refresh),
    mounts.onDidLearnAccess(refresh),
    mounts.onDidChangeAccess(refresh),
    mounts.onDidChangePending(refresh),
  ];
  return { dispose: () => vscode.Disposable.from(...listeners, changed).dispose() };
}

/** The name of the folder of an app that was added to a window. */
export function mountTitle(appName: string): string {
  return inertLine(vscode.l10n.t("{0} (app)", appName));
}

/** Renames folders after their apps until disposed. A name that the user gave stays. */
export function followAppNames(accounts: Pick<Accounts, "all" | "onDidChange">): vscode.Disposable {
  return followAccounts(accounts, ({ id, apps }) => {
    const names = new Map<string, string>();
    const follow = (): void => {
      for (const { accountId, appId, uri } of mountedLocations()) {
        const now = accountId === id ? apps.find(appId)?.name : undefined;
        if (now === undefined) continue;
        if (renameFolder(uri, names.get(appId), now)) names.set(appId, now);
      }
    };
    follow();
    return vscode.Disposable.from(
      apps.onDidChange(follow),
      vscode.workspace.onDidChangeWorkspaceFolders(follow),
    );
  });
}

/** False while VS Code applies another change of the folders. */
function renameFolder(uri: vscode.Uri, before: string | undefined, now: string): boolean {
  // Without a workspace, VS Code names its only folder by the address: there is no name to change.
  if (vscode.workspace.workspaceFile === undefined) return true;
  const folder = vscode.workspace.workspaceFolders?.find((each) => each.uri.toString() === uri.toString());
  if (!folder) return true;
  const name = newName(folder.name, before, now);
  return name === folder.name || vscode.workspace.updateWorkspaceFolders(folder.index, 1, { uri, name });
}

/** A name by `mountTitle` is an app's: the app may have been renamed while no window was open. */
function newName(name: string, before: string | undefined, now: string): string {
  if (before !== undefined && name === inertLine(before)) return inertLine(now);
  const [start = "", end = ""] = mountTitle("§").split("§");
  return name.startsWith(start) && name.endsWith(end) ? mountTitle(now) : name;
}
