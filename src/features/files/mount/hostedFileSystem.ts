// VS Code's FileSystemProvider for hosted-app URIs: translates addresses, errors and events; MountedApp does the work.
import * as vscode from "vscode";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { contentHash } from "../../../core/disk/contentHash";
import { FileProblem } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { type AppLocation, appScheme, appUri, ownReadHash, parseAppUri } from "../../../editor/appUris";
import { toFileSystemError } from "../../../editor/fileErrors";
import type { MountStat } from "../mountedApp/appFolders";
import type { MountedApp } from "../mountedApp/mountedApp";
import type { CopyOptions, MountWriteOptions, Moved } from "../mountedApp/mountOptions";
import type { Mount, Mounts } from "./mounts";
import type { ReviewGate } from "./reviewGate";
import { WatchedPaths } from "./watchedPaths";

const fileTypes: Record<MountStat["type"], vscode.FileType> = {
  file: vscode.FileType.File,
  directory: vscode.FileType.Directory,
  other: vscode.FileType.Unknown,
};

const eventTypes: Record<FileChange["type"], vscode.FileChangeType> = {
  created: vscode.FileChangeType.Created,
  changed: vscode.FileChangeType.Changed,
  deleted: vscode.FileChangeType.Deleted,
};

export class HostedFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly events = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly watched = new WatchedPaths();
  /** Apps whose root folder was shown in this window. */
  private readonly shown = new Set<string>();
  private readonly subscriptions: { dispose(): void }[];

  readonly onDidChangeFile = this.events.event;

  constructor(
    private readonly mounts: Mounts,
    private readonly gate: ReviewGate,
  ) {
    this.subscriptions = [
      mounts.onDidMount((mount) => this.expectMissedSaves(mount)),
      mounts.onDidChangeRemotely(({ key, changes }) => this.announce(key, changes)),
      mounts.onDidForget((accountId) => this.showAgain(accountId)),
      mounts.onDidChangeAccess((accountId) => this.showAgain(accountId)),
      vscode.workspace.onWillSaveTextDocument(({ document }) => {
        const location = parseAppUri(document.uri);
        if (location) mounts.peek(location)?.expectWrite(location.path, () => utf8TextOf(document));
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.documentLoaded(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const location = parseAppUri(document.uri);
        if (location && document.isDirty) mounts.peek(location)?.documentEdited(location.path);
        this.documentLoaded(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
        const location = parseAppUri(uri);
        // Also sent when the language of a document changes, which stays open.
        if (location && isClosed) mounts.peek(location)?.documentClosed(location.path);
      }),
    ];
  }

  /** The service has no call to watch with: mountPoller.ts lists visible folders. */
  watch(
    uri: vscode.Uri,
    options: { readonly recursive: boolean; readonly excludes: readonly string[] },
  ): vscode.Disposable {
    const location = parseAppUri(uri);
    if (!location || !options.recursive) return new vscode.Disposable(() => undefined);
    return vscode.Disposable.from(this.watched.add(keyText(location), location.path, options.excludes));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const location = parseAppUri(uri);
    const isFirstStat = location?.path === "/" && !this.shown.has(keyText(location));
    const stat = await (isFirstStat ? this.firstStat(uri, location.accountId) : this.statOf(uri));
    if (isFirstStat) this.shown.add(keyText(location));
    return stat;
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return await this.at(uri, async (mount, { path }) =>
      (await mount.readDirectory(path)).map(([name, type]) => [name, fileTypes[type]]),
    );
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await this.at(uri, async (mount, location) => {
      const content = await mount.readFile(location.path);
      const ownHash = ownReadHash(uri);
      if (ownHash === undefined) await this.gate.requireAccepted(location, location.path, content);
      else if (ownHash !== "" && ownHash !== (await contentHash(content)))
        throw new FileProblem("notReviewed", location.path);
      return content;
    });
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array, options: MountWriteOptions): Promise<void> {
    // An editor keeps its text; dropped or pasted content is only here.
    const canRetry = options.priority === undefined && !isBeingEdited(uri);
    await this.changeAt(uri, async (mount, { path, ...app }) => {
      if (ownReadHash(uri) !== undefined) throw new FileProblem("notReviewed", path);
      // First, since it fixes the author's base; VS Code reads the announced change only after the acceptance.
      const written = mount.writeFile(path, content, { canRetry, ...options });
      const [change] = await Promise.all([written, this.gate.saved(app, path, content)]);
      return [change];
    });
  }

  async createDirectory(uri: vscode.Uri): Promise<void> {
    await this.changeAt(uri, async (mount, { path }) => [await mount.createDirectory(path)]);
  }

  async delete(uri: vscode.Uri, options: { readonly recursive: boolean }): Promise<void> {
    await this.changeAt(uri, async (mount, { path }) => [await mount.delete(path, options)]);
  }

  async rename(from: vscode.Uri, to: vscode.Uri, options: CopyOptions): Promise<void> {
    await this.moveAt(from, to, (mount, path, target) =>
      mount.rename(path, target.path, options, target.mount),
    );
  }

  async copy(from: vscode.Uri, to: vscode.Uri, options: CopyOptions): Promise<void> {
    await this.moveAt(from, to, (mount, path, target) =>
      mount.copy(path, target.path, options, target.mount),
    );
  }

  /** Deletes paths of one app by one request; resolves with the paths that are left, and why. */
  async deleteAll(
    app: AppKey,
    paths: readonly string[],
  ): Promise<Omit<Awaited<ReturnType<MountedApp["deleteAll"]>>, "changes">> {
    const location = { ...app, path: paths[0] ?? "/" };
    return await this.at(appUri(location), async (mount) => {
      const { changes, ...rest } = await mount.deleteAll(paths);
      this.announce(app, changes);
      return rest;
    });
  }

  /** Makes VS Code read these files again. */
  readAgain(app: AppKey, paths: readonly string[]): void {
    const uris = paths.map((path) => appUri({ ...app, path }));
    this.events.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  /**
   * Lists again and updates the Explorer and editors without changes. Rejects when an open app cannot be listed, unless
   * it is gone.
   */
  async refresh(): Promise<void> {
    // Also of an app whose folder is not open: the warning of outdated files stays until then.
    const retried = this.mounts.all.map(({ app }) => {
      const { failed } = app.files.listings;
      app.files.refresh();
      return app.retryFailed(failed);
    });
    this.touchRoots(() => true);
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => parseAppUri(uri));
    // A deleted app has a notice of its own.
    const look = async (mount: MountedApp): Promise<unknown> =>
      await mount.list("/").catch((error: unknown) => {
        if (!isServiceError(error, "notFound")) throw error;
      });
    await Promise.all([...retried, ...folders.map(({ uri }) => this.at(uri, look))]);
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.events).dispose();
  }

  /** A save that began before this app was mounted, as after a reload, was not announced to it. */
  private expectMissedSaves({ key, app }: Mount): void {
    for (const document of vscode.workspace.textDocuments) {
      const location = document.isDirty ? parseAppUri(document.uri) : undefined;
      if (location && keyText(location) === keyText(key))
        app.expectWrite(location.path, () => utf8TextOf(document));
    }
  }

  /** Text without unsaved changes is the base of the document's next save. */
  private documentLoaded(document: vscode.TextDocument): void {
    const location = document.isDirty ? undefined : parseAppUri(document.uri);
    if (location) this.mounts.peek(location)?.documentLoaded(location.path, document.getText());
  }

  private async statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
    return await this.at(uri, async (mount, { path }) => {
      const stat = await mount.stat(path);
      return {
        type: fileTypes[stat.type],
        ctime: stat.createdAt,
        mtime: stat.modifiedAt,
        size: stat.sizeBytes,
        ...(stat.isReadOnly || ownReadHash(uri) !== undefined
          ? { permissions: vscode.FilePermission.Readonly }
          : {}),
      };
    });
  }

  /** Waits for the sign-in: in a browser VS Code takes a failure here for a missing workspace and asks for another. */
  private async firstStat(uri: vscode.Uri, accountId: string): Promise<vscode.FileStat> {
    for (;;) {
      const change = this.mounts.nextChangeOf(accountId);
      try {
        return await this.statOf(uri);
      } catch (error) {
        if (this.mounts.isSignedIn(accountId)) throw error;
        await change;
      }
    }
  }

  private async at<T>(
    uri: vscode.Uri,
    work: (mount: MountedApp, location: AppLocation) => Promise<T>,
  ): Promise<T> {
    try {
      const location = this.locate(uri);
      return await work(await this.mounts.at(location), location);
    } catch (error) {
      throw toFileSystemError(error, uri);
    }
  }

  private async changeAt(
    uri: vscode.Uri,
    work: (mount: MountedApp, location: AppLocation) => Promise<readonly FileChange[]>,
  ): Promise<void> {
    await this.at(uri, async (mount, location) => this.announce(location, await work(mount, location)));
  }

  /** The addresses may be of different apps and accounts: VS Code leaves such moves to the provider. */
  private async moveAt(
    from: vscode.Uri,
    to: vscode.Uri,
    move: (mount: MountedApp, path: string, target: { mount: MountedApp; path: string }) => Promise<Moved>,
  ): Promise<void> {
    await this.at(from, async (mount, source) => {
      const target = this.locate(to);
      const { left, arrived } = await move(mount, source.path, {
        mount: await this.mounts.at(target),
        path: target.path,
      });
      this.announce(source, left);
      this.announce(target, arrived);
    });
  }

  private announce(app: AppKey, changes: readonly FileChange[]): void {
    const { accountId, appId } = app;
    const wanted = changes.filter(({ path }) => this.watched.wants(keyText(app), path));
    const events = wanted.map(({ type, path }) => ({
      type: eventTypes[type],
      uri: appUri({ accountId, appId, path }),
    }));
    if (events.length > 0) this.events.fire(events);
  }

  private locate(uri: vscode.Uri): AppLocation {
    const location = parseAppUri(uri);
    if (!location) throw new FileProblem("unknownAddress", uri.path);
    return location;
  }

  private showAgain(accountId: string): void {
    this.touchRoots((location) => location.accountId === accountId);
    void this.reopenFailedEditors(accountId);
  }

  /** The Explorer lists a mounted folder again when something was created in it. */
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
    const visible = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const { activeTab, viewColumn } of vscode.window.tabGroups.all) {
      if (!(activeTab?.input instanceof vscode.TabInputText)) continue;
      const { uri } = activeTab.input;
      if (uri.scheme !== appScheme || uri.authority !== accountId || visible.has(uri.toString())) continue;
      if (!this.mounts.isSignedIn(accountId)) return;
      await vscode.commands.executeCommand("vscode.open", uri, { viewColumn, preserveFocus: true });
    }
  }
}

function isBeingEdited(uri: vscode.Uri): boolean {
  const name = uri.toString();
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === name);
}

/** Undefined in another encoding, where the document's bytes are not its text in UTF-8. */
function utf8TextOf(document: vscode.TextDocument): string | undefined {
  return document.encoding === "utf8" || document.encoding === "utf8bom" ? document.getText() : undefined;
}
