// Adds an app's folder to the window. In a browser (seen with VS Code 1.139) a window that becomes a workspace of
// several folders sometimes opens without any, and with an app's folder among them no extension starts to repair it. So
// an empty folder of this machine takes the app's place first; after the restart the extension puts the app there, and
// reloads a window without its folders. VS Code may also reload the old window: its relauncher does when the first
// folder changes.
import * as vscode from "vscode";
import { type Clock, within } from "../../../core/async/clock";
import { field, readAs } from "../../../core/parse";
import { isObject } from "../../../core/text/isObject";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { longestReloadMs, rememberEditors, reopenEditors } from "./reopenEditors";

const pendingMount = field.object({
  uri: field.text,
  name: field.text,
  at: field.number,
  folders: field.list(field.text),
  tries: field.number,
  /** Values of `carriedKeys` in the window before it becomes a workspace. */
  remembered: field.optional(field.readBy((value) => (isObject(value) ? value : undefined))),
});
type PendingMount = NonNullable<ReturnType<typeof readPending>>;

function readPending(state: StateMemory) {
  return readAs(pendingMount, state.get("pendingMount"));
}

/** State that a new workspace lacks in a browser; on a desktop VS Code carries it over. */
const carriedKeys = ["linkedFolders", "watchedApps", "unwatchedApps"] as const;
const foldersLimitMs = 2_000;
const mostTries = 3;

export class AddMount {
  constructor(
    private readonly state: StateMemory,
    private readonly windowState: StateMemory,
    private readonly storage: vscode.Uri,
    private readonly clock: Clock,
  ) {}

  /** Whether adding the folder turns the window into a workspace, which reloads it. */
  reloads(uri: vscode.Uri): boolean {
    return vscode.workspace.workspaceFile === undefined && !isOpen(uri);
  }

  /** Appends the folder; never first, since another first folder restarts the window's extensions. */
  async add(uri: vscode.Uri, name: string): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (isOpen(uri)) return;
    if (this.reloads(uri)) await rememberEditors(this.state, uri, this.clock);
    if (vscode.env.uiKind === vscode.UIKind.Web && vscode.workspace.workspaceFile === undefined) {
      if (folders.length === 0) {
        await vscode.commands.executeCommand("vscode.openFolder", uri, { forceReuseWindow: true });
        return;
      }
      await this.becomeWorkspace({
        uri: uri.toString(),
        name,
        at: this.clock.now(),
        folders: openFolders(),
        tries: 0,
        remembered: Object.fromEntries(carriedKeys.map((key) => [key, this.windowState.get(key)])),
      });
      return;
    }
    vscode.workspace.updateWorkspaceFolders(folders.length, 0, { uri, name });
  }

  /** After the reload: puts the app in its place, and opens the window's editors again. */
  async resume(): Promise<void> {
    const comes = this.foldersChange();
    if (await this.place()) await comes;
    await reopenEditors(this.state, this.clock);
  }

  private async place(): Promise<boolean> {
    const pending = readPending(this.state);
    if (!pending) return false;
    if (this.clock.now() - pending.at > longestReloadMs) {
      await this.state.update("pendingMount", undefined);
      return false;
    }
    if (vscode.workspace.workspaceFile === undefined) {
      const isSameWindow = openFolders().join("\n") === pending.folders.join("\n");
      if (isSameWindow && pending.tries < mostTries) await this.becomeWorkspace(pending);
      return false;
    }
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) await this.foldersToCome(pending);
    const index = (vscode.workspace.workspaceFolders ?? []).findIndex(
      ({ uri }) => uri.toString() === this.placeholder.toString(),
    );
    if (index < 0) return false;
    for (const key of carriedKeys) {
      const carried = pending.remembered?.[key];
      if (carried !== undefined && this.windowState.get(key) === undefined)
        await this.windowState.update(key, carried);
    }
    await this.state.update("pendingMount", undefined);
    return vscode.workspace.updateWorkspaceFolders(index, 1, {
      uri: vscode.Uri.parse(pending.uri, true),
      name: pending.name,
    });
  }

  private async becomeWorkspace(pending: PendingMount): Promise<void> {
    await this.noteTry(pending);
    await vscode.workspace.fs.createDirectory(this.placeholder);
    const { name } = pending;
    vscode.workspace.updateWorkspaceFolders(pending.folders.length, 0, { uri: this.placeholder, name });
  }

  /** In a browser VS Code sometimes loses a new workspace's folders until the window is reloaded. */
  private async foldersToCome(pending: PendingMount): Promise<void> {
    await this.foldersChange();
    if ((vscode.workspace.workspaceFolders ?? []).length > 0 || pending.tries >= mostTries) return;
    await this.noteTry(pending);
    await vscode.commands.executeCommand("workbench.action.reloadWindow");
  }

  private async foldersChange(): Promise<void> {
    let listener: vscode.Disposable | undefined;
    const change = new Promise<void>((resolve) => {
      listener = vscode.workspace.onDidChangeWorkspaceFolders(() => resolve());
    });
    await within(this.clock, foldersLimitMs, change);
    listener?.dispose();
  }

  private async noteTry(pending: PendingMount): Promise<void> {
    await this.state.update("pendingMount", { ...pending, tries: pending.tries + 1 } satisfies PendingMount);
  }

  private get placeholder(): vscode.Uri {
    return vscode.Uri.joinPath(this.storage, "opening");
  }
}

function openFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
}

function isOpen(uri: vscode.Uri): boolean {
  return openFolders().includes(uri.toString());
}
