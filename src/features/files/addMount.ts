// Adds an app's folder to the window. A VS Code in a browser can hang when a window becomes a workspace of several
// folders and one of them is ours: it checks that folder before it lets extensions start. There the window first
// becomes a workspace with an empty folder of this machine in the app's place, which the restarted extension replaces.
import * as vscode from "vscode";
import type { Clock } from "../../core/clock";

interface PendingMount {
  readonly uri: string;
  readonly name: string;
  readonly at: number;
}

const stateKey = "pendingMount";
/** A window that did not come back within this has been closed. */
const pendingLimitMs = 120_000;

export class AddMount {
  constructor(
    private readonly state: vscode.Memento,
    private readonly storage: vscode.Uri,
    private readonly clock: Clock,
  ) {}

  /** Appends the folder; never first, since another first folder restarts the extensions of the window. */
  async add(uri: vscode.Uri, name: string): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (folders.some((folder) => folder.uri.toString() === uri.toString())) return;
    if (vscode.env.uiKind === vscode.UIKind.Web && vscode.workspace.workspaceFile === undefined) {
      if (folders.length === 0) {
        await vscode.commands.executeCommand("vscode.openFolder", uri, { forceReuseWindow: true });
        return;
      }
      await this.state.update(stateKey, {
        uri: uri.toString(),
        name,
        at: this.clock.now(),
      } satisfies PendingMount);
      await vscode.workspace.fs.createDirectory(this.placeholder);
      vscode.workspace.updateWorkspaceFolders(folders.length, 0, { uri: this.placeholder, name });
      return;
    }
    vscode.workspace.updateWorkspaceFolders(folders.length, 0, { uri, name });
  }

  /** Puts the app in its place after the window has become a workspace. */
  async resume(): Promise<void> {
    const index = (vscode.workspace.workspaceFolders ?? []).findIndex(
      ({ uri }) => uri.toString() === this.placeholder.toString(),
    );
    // A folder's window is about to become a workspace: the extension that starts there resumes.
    if (index < 0 || vscode.workspace.workspaceFile === undefined) return;
    const pending = this.state.get<PendingMount>(stateKey);
    await this.state.update(stateKey, undefined);
    const folder = pending && this.clock.now() - pending.at < pendingLimitMs ? [asFolder(pending)] : [];
    vscode.workspace.updateWorkspaceFolders(index, 1, ...folder);
  }

  private get placeholder(): vscode.Uri {
    return vscode.Uri.joinPath(this.storage, "opening");
  }
}

function asFolder({ uri, name }: PendingMount): { readonly uri: vscode.Uri; readonly name: string } {
  return { uri: vscode.Uri.parse(uri, true), name };
}
