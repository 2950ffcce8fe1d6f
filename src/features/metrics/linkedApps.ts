// The apps of this window: those whose files are open in it, and those that its folders are linked to.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { Emitter } from "../../core/async/emitter";
import { keyText } from "../../core/model/appKey";
import { projectFileName } from "../../core/project/projectFile";
import { parseAppUri } from "../../editor/appUris";
import { setContext } from "../../editor/contextKeys";
import type { AppChoice } from "../../editor/pickApp";
import { chosenLink, type FolderApp, folderApp, linksChanged } from "../../editor/project/folderApp";
import { type NamedApps, noFile, projectFileIn } from "../../editor/project/projectFileIn";
import { onDidChangeSetting, settings } from "../../editor/settings";
import type { StateMemory } from "../../editor/state/stateMemory";

interface LinkedApp extends AppChoice {
  /** The name of the folder's deploy target that is this app, if the folder has several. */
  readonly target?: string | undefined;
}

export class LinkedApps implements vscode.Disposable {
  private readonly changes = new Emitter<void>();
  private readonly listeners: { dispose(): void }[];
  /** By folder: the apps that its project file names. */
  private named: ReadonlyMap<string, NamedApps> = new Map();
  private known: readonly LinkedApp[] = [];

  readonly onDidChange = this.changes.event;

  constructor(
    private readonly accounts: Pick<Accounts, "all" | "get" | "onDidChange">,
    private readonly state: StateMemory,
  ) {
    const files = vscode.workspace.createFileSystemWatcher(`**/${projectFileName}`);
    const read = (): void => void this.read();
    this.listeners = [
      files,
      ...[files.onDidCreate(read), files.onDidChange(read), files.onDidDelete(read)],
      vscode.workspace.onDidChangeWorkspaceFolders(read),
      accounts.onDidChange(() => this.update()),
      linksChanged.event(() => this.update()),
      onDidChangeSetting("metrics.watchLinked", () => this.update()),
    ];
    this.update();
    read();
  }

  get all(): readonly LinkedApp[] {
    return this.known;
  }

  /** Finds the apps again: an app was listed, or the user linked a folder. */
  update(): void {
    setContext("hasLinkedFolder", this.isAnyLinked());
    const found = settings.watchLinked() ? this.find() : [];
    const isSame = JSON.stringify(found) === JSON.stringify(this.known);
    this.known = found;
    if (!isSame) this.changes.fire();
  }

  /** Reads the folders' project files again. */
  async read(): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => !parseAppUri(uri));
    const before = this.named;
    const read = async ({ uri }: vscode.WorkspaceFolder): Promise<readonly [string, NamedApps]> => {
      const key = uri.toString();
      // An edited file may be invalid meanwhile: the folder keeps the apps it named before.
      return [key, await projectFileIn(uri).catch(() => before.get(key) ?? noFile)];
    };
    this.named = new Map(await Promise.all(folders.map(read)));
    this.update();
  }

  dispose(): void {
    for (const listener of [...this.listeners, this.changes]) listener.dispose();
  }

  private isAnyLinked(): boolean {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.some(({ uri }) => !parseAppUri(uri) && this.appOf(uri).kind !== "none");
  }

  private find(): LinkedApp[] {
    const apps = new Map<string, LinkedApp>();
    for (const { uri, name } of vscode.workspace.workspaceFolders ?? []) {
      const found = this.appOf(uri);
      if (found.kind !== "linked" || found.isGone) continue;
      const { app: key, target } = found;
      const account = this.accounts.get(key.accountId);
      if (!account) continue;
      const app = { ...key, name: account.apps.find(key.appId)?.name ?? name };
      apps.set(keyText(key), { ...app, ...(target && { target: target.name }) });
    }
    return [...apps.values()];
  }

  private appOf(uri: vscode.Uri): FolderApp {
    const { accounts, state } = this;
    const named = this.named.get(uri.toString()) ?? noFile;
    return folderApp({ ...named, link: parseAppUri(uri) ?? chosenLink(uri, { accounts, state }) }, accounts);
  }
}
