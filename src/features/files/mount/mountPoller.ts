// Polls for remote changes in mounted apps: only visible folders, only while the window has the focus.
import * as vscode from "vscode";
import type { Clock } from "../../../core/async/clock";
import { Poller } from "../../../core/async/poller";
import type { Logger } from "../../../core/logger";
import type { AppKey } from "../../../core/model/appKey";
import { parentOf } from "../../../core/paths/appPath";
import { appScheme, parseAppUri } from "../../../editor/appUris";
import { onDidChangeSetting, settings } from "../../../editor/settings";
import type { Mounts } from "./mounts";

const shownEveryNthTime = 3;
const mostShownFolders = 8;
const shownWithinMs = 10 * 60_000;

/** Polls until disposed. */
export function pollMounts(mounts: Mounts, clock: Clock, logger: Logger): vscode.Disposable {
  let turn = 0;
  const poller = new Poller({
    name: "files",
    intervalMs: settings.filesRefreshMs,
    clock,
    logger,
    load: async (signal) => {
      const withShown = turn++ % shownEveryNthTime === 0;
      const failures: unknown[] = [];
      for (const { key, app } of mounts.all) {
        if (signal.aborted) return;
        const shown = withShown ? app.shownFolders(shownWithinMs).slice(0, mostShownFolders) : [];
        const folders = [...new Set([...foldersOfOpenFiles(key), ...shown])];
        const maxAgeMs = settings.filesRefreshMs() / 2;
        try {
          await app.poll(folders, maxAgeMs);
          // A folder that is no longer visible would keep its failure for ever.
          if (withShown) await app.retryFailed();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  });
  const update = (): void => poller.setWanted(vscode.window.state.focused && isAnythingMounted());
  const listeners = [
    vscode.window.onDidChangeWindowState(update),
    vscode.workspace.onDidChangeWorkspaceFolders(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    onDidChangeSetting("refresh", () => poller.restart()),
  ];
  update();
  return { dispose: () => vscode.Disposable.from(...listeners, poller).dispose() };
}

function isAnythingMounted(): boolean {
  const isMounted = ({ uri }: { readonly uri: vscode.Uri }) => uri.scheme === appScheme;
  return (
    (vscode.workspace.workspaceFolders ?? []).some(isMounted) ||
    vscode.workspace.textDocuments.some(isMounted)
  );
}

function foldersOfOpenFiles({ accountId, appId }: AppKey): string[] {
  const visible = vscode.window.visibleTextEditors.map(({ document }) => document.uri);
  const active = vscode.window.tabGroups.all.flatMap(({ activeTab }) =>
    activeTab?.input instanceof vscode.TabInputText ? [activeTab.input.uri] : [],
  );
  return [...visible, ...active].flatMap((uri) => {
    const location = parseAppUri(uri);
    return location?.accountId === accountId && location.appId === appId ? [parentOf(location.path)] : [];
  });
}
