// VS Code's FileSystemProvider for hosted-app: addresses. It finds the app, hands the work to MountedApp and speaks
// VS Code's errors and events; every promise about files is kept there.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../api/accounts";
import type { Clock } from "../../core/clock";
import { FileProblem } from "../../core/fileProblem";
import { PendingFolders } from "../../core/pendingFolders";
import { type AppLocation, appScheme, appUri, parseAppUri } from "../../editor/appUris";
import { settings } from "../../editor/settings";
import { askConflict } from "./askConflict";
import { toFileSystemError } from "./fileErrors";
import { type MountChange, MountedApp, type MountStat } from "./mountedApp";

/** How long a call may wait for the remembered sign-ins; longer would hang the window. */
const accountWaitMs = 5_000;

const fileTypes: Record<MountStat["type"], vscode.FileType> = {
  file: vscode.FileType.File,
  directory: vscode.FileType.Directory,
  other: vscode.FileType.Unknown,
};

const eventTypes: Record<MountChange["type"], vscode.FileChangeType> = {
  created: vscode.FileChangeType.Created,
  changed: vscode.FileChangeType.Changed,
  deleted: vscode.FileChangeType.Deleted,
};

export class HostedFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly events = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly mounts = new Map<string, MountedApp>();
  private readonly subscriptions: vscode.Disposable[];

  readonly onDidChangeFile = this.events.event;

  constructor(
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly state: vscode.Memento,
  ) {
    this.subscriptions = [
      accounts.onDidChange(({ added, removed, changed }) => {
        for (const { id } of [...added, ...removed, ...changed]) this.forgetAccount(id);
      }),
      vscode.workspace.onWillSaveTextDocument(({ document }) => {
        const location = parseAppUri(document.uri);
        if (location) this.mounts.get(keyOf(location))?.expectWrite(location.path);
      }),
    ];
  }

  /** There is no call to watch with; events come from what is done here. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return await this.at(uri, async (mount, { path }) => {
      const stat = await mount.stat(path);
      return {
        type: fileTypes[stat.type],
        ctime: stat.createdAt,
        mtime: stat.modifiedAt,
        size: stat.sizeBytes,
      };
    });
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return await this.at(uri, async (mount, { path }) =>
      (await mount.readDirectory(path)).map(([name, type]) => [name, fileTypes[type]]),
    );
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await this.at(uri, (mount, { path }) => mount.readFile(path));
  }

  async writeFile(
    uri: vscode.Uri,
    content: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    await this.changeAt(uri, async (mount, { path }) => [await mount.writeFile(path, content, options)]);
  }

  async createDirectory(uri: vscode.Uri): Promise<void> {
    await this.changeAt(uri, async (mount, { path }) => [await mount.createDirectory(path)]);
  }

  async delete(uri: vscode.Uri, options: { readonly recursive: boolean }): Promise<void> {
    await this.changeAt(uri, async (mount, { path }) => [await mount.delete(path, options)]);
  }

  async rename(from: vscode.Uri, to: vscode.Uri, options: { readonly overwrite: boolean }): Promise<void> {
    const target = this.locate(to);
    await this.changeAt(from, async (mount, { path }) => await mount.rename(path, target.path, options));
  }

  /** Asks the service anew and lets the Explorer and clean editors follow. */
  refresh(): void {
    for (const mount of this.mounts.values()) mount.refresh();
    this.touchRoots(() => true);
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.events).dispose();
  }

  private async at<T>(
    uri: vscode.Uri,
    work: (mount: MountedApp, location: AppLocation) => Promise<T>,
  ): Promise<T> {
    try {
      const location = this.locate(uri);
      return await work(await this.mountOf(location), location);
    } catch (error) {
      throw toFileSystemError(error, uri);
    }
  }

  private async changeAt(
    uri: vscode.Uri,
    work: (mount: MountedApp, location: AppLocation) => Promise<readonly MountChange[]>,
  ): Promise<void> {
    await this.at(uri, async (mount, location) => {
      const changes = await work(mount, location);
      this.events.fire(
        changes.map(({ type, path }) => ({ type: eventTypes[type], uri: appUri({ ...location, path }) })),
      );
    });
  }

  private locate(uri: vscode.Uri): AppLocation {
    const location = parseAppUri(uri);
    if (!location) throw new FileProblem("unknownAddress", uri.path);
    return location;
  }

  private async mountOf(location: AppLocation): Promise<MountedApp> {
    const { accountId, appId } = location;
    const account = this.accounts.get(accountId) ?? (await this.waitForAccount(accountId));
    if (!account) throw new FileProblem("signedOut", location.path);
    const key = keyOf(location);
    const known = this.mounts.get(key);
    if (known) return known;
    const files = account.files(appId);
    const stateKey = `pendingFolders:${key}`;
    const mount = new MountedApp(
      {
        list: (directory) => files.list(directory),
        readBytes: (path, entry) => files.readBytes(path, entry, { priority: "interactive" }),
        write: (path, bytes, options) => files.write(path, bytes, { ...options, priority: "interactive" }),
        remove: (paths) => files.remove(paths, { priority: "interactive" }),
      },
      {
        clock: this.clock,
        maxOpenBytes: settings.maxOpenBytes,
        askConflict: (path) => askConflict(appUri({ accountId, appId, path })),
        pendingFolders: new PendingFolders(this.state.get(stateKey, {}), (folders) => {
          void this.state.update(stateKey, folders);
        }),
      },
    );
    this.mounts.set(key, mount);
    return mount;
  }

  private async waitForAccount(accountId: string): Promise<Account | undefined> {
    return await Promise.race([
      this.loadedAccount(accountId),
      this.clock.sleep(accountWaitMs).then(() => undefined),
    ]);
  }

  private async loadedAccount(accountId: string): Promise<Account | undefined> {
    await this.accounts.load();
    return this.accounts.get(accountId);
  }

  private forgetAccount(accountId: string): void {
    for (const [key, mount] of this.mounts) {
      if (!key.startsWith(`${accountId}/`)) continue;
      mount.clear();
      this.mounts.delete(key);
    }
    this.touchRoots((location) => location.accountId === accountId);
    void this.reopenFailedEditors(accountId);
  }

  /** The Explorer looks at a mounted folder again when something was created in it. */
  private touchRoots(isMeant: (location: AppLocation) => boolean): void {
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      const location = parseAppUri(uri);
      if (location && isMeant(location)) this.events.fire([{ type: vscode.FileChangeType.Created, uri }]);
    }
    for (const document of vscode.workspace.textDocuments) {
      const location = parseAppUri(document.uri);
      if (location && isMeant(location))
        this.events.fire([{ type: vscode.FileChangeType.Changed, uri: document.uri }]);
    }
  }

  /** An editor that failed while signed out stays failed until its address is opened again. */
  private async reopenFailedEditors(accountId: string): Promise<void> {
    if (!this.accounts.get(accountId)) return;
    const visible = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const { activeTab, viewColumn } of vscode.window.tabGroups.all) {
      if (!(activeTab?.input instanceof vscode.TabInputText)) continue;
      const { uri } = activeTab.input;
      if (uri.scheme !== appScheme || uri.authority !== accountId || visible.has(uri.toString())) continue;
      await vscode.commands.executeCommand("vscode.open", uri, { viewColumn, preserveFocus: true });
    }
  }
}

function keyOf({ accountId, appId }: AppLocation): string {
  return `${accountId}/${appId}`;
}
