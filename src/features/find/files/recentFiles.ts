// Files of apps that were active in this window, latest first.
import * as vscode from "vscode";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { type AppLocation, parseAppUri } from "../../../editor/appUris";

const mostRemembered = 100;

export class RecentFiles implements vscode.Disposable {
  private readonly listener: vscode.Disposable;
  private locations: readonly AppLocation[] = [];

  constructor() {
    for (const uri of openFiles().reverse()) this.saw(uri);
    this.listener = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor) this.saw(editor.document.uri);
    });
  }

  /** Paths of an app's files; the active file is last, since it is open already. */
  pathsOf(app: AppKey): string[] {
    const paths = this.locations.flatMap((each) => (keyText(each) === keyText(app) ? [each.path] : []));
    const editor = vscode.window.activeTextEditor;
    const active = editor && parseAppUri(editor.document.uri);
    const isActive = active && keyText(active) === keyText(app) && active.path === paths[0];
    return isActive ? [...paths.slice(1), active.path] : paths;
  }

  /** Forgets files of apps that are gone. */
  async forgetWhere(isGone: (location: AppLocation) => Promise<boolean>): Promise<void> {
    const oneOfEach = new Map(this.locations.map((location) => [keyText(location), location]));
    for (const [app, location] of oneOfEach)
      if (await isGone(location)) this.locations = this.locations.filter((each) => keyText(each) !== app);
  }

  dispose(): void {
    this.listener.dispose();
  }

  private saw(uri: vscode.Uri): void {
    const seen = parseAppUri(uri);
    if (!seen) return;
    const others = this.locations.filter(
      (each) => keyText(each) !== keyText(seen) || each.path !== seen.path,
    );
    this.locations = [seen, ...others].slice(0, mostRemembered);
  }
}

/** The files in the window's tabs, the active one first. */
function openFiles(): vscode.Uri[] {
  const uris = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : [])),
  );
  const active = vscode.window.activeTextEditor?.document.uri;
  return active ? [active, ...uris.filter((uri) => uri.toString() !== active.toString())] : uris;
}
