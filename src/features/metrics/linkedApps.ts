// The apps that this window is about: those whose files are open in it, and those that its folders are linked to.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { Emitter } from "../../core/async/emitter";
import { type AppKey, keyText } from "../../core/model/appKey";
import { projectFileName } from "../../core/project/projectFile";
import { parseAppUri } from "../../editor/appUris";
import { setContext } from "../../editor/contextKeys";
import type { AppChoice } from "../../editor/pickApp";
import {
  linksChanged,
  type NamedApps,
  namedApps,
  namesOther,
  type StoredLink,
  storedLinksIn,
} from "../../editor/project/folderLink";
import { onDidChangeSetting, settings } from "../../editor/settings";
import type { StateMemory } from "../../editor/state/stateMemory";

const noApps: NamedApps = { appId: undefined, targets: [] };

/** One of them. */
export interface LinkedApp extends AppChoice {
  /** The name of the folder's target that it is, where there are several. */
  readonly target?: string | undefined;
}

export class LinkedApps implements vscode.Disposable {
  private readonly changes = new Emitter<void>();
  private readonly listeners: { dispose(): void }[];
  /** What each folder's file names. */
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

  /** Looks again: an app was listed, or the user has linked a folder. */
  update(): void {
    setContext("hasLinkedFolder", this.isAnyLinked());
    const found = settings.watchLinked() ? this.find() : [];
    const isSame =
      found.length === this.known.length &&
      found.every((app, index) => {
        const before = this.known[index];
        return before && isSameApp(before, app);
      });
    this.known = found;
    if (!isSame) this.changes.fire();
  }

  /** Reads the files of the folders again. */
  async read(): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => !parseAppUri(uri));
    const before = this.named;
    const read = async ({ uri }: vscode.WorkspaceFolder): Promise<readonly [string, NamedApps]> => {
      const key = uri.toString();
      // While it is being edited, it names what it named before.
      return [key, await namedApps(uri).catch(() => before.get(key) ?? noApps)];
    };
    this.named = new Map(await Promise.all(folders.map(read)));
    this.update();
  }

  dispose(): void {
    for (const listener of [...this.listeners, this.changes]) listener.dispose();
  }

  private isAnyLinked(): boolean {
    const links = storedLinksIn(this.state);
    return (vscode.workspace.workspaceFolders ?? []).some(({ uri }) => {
      const { appId, targets } = this.named.get(uri.toString()) ?? noApps;
      const link = links[uri.toString()];
      return appId !== undefined || targets.length > 0 || (link && this.accounts.get(link.accountId));
    });
  }

  private find(): LinkedApp[] {
    const links = storedLinksIn(this.state);
    const apps = new Map<string, LinkedApp>();
    for (const { uri, name } of vscode.workspace.workspaceFolders ?? []) {
      const named = this.named.get(uri.toString());
      const link = links[uri.toString()];
      const chosen = link && named && isOverruled(link, named) ? undefined : link;
      const key = parseAppUri(uri) ?? chosen ?? this.keyOf(named?.appId);
      const account = key && this.accounts.get(key.accountId);
      if (!key || !account) continue;
      const { accountId, appId } = key;
      const app = account.apps.find(appId);
      const { apps: listed, missing } = account.apps.snapshot;
      // An app that a whole list lacks is gone.
      if (!app && listed && !missing) continue;
      const target = named?.targets.find((each) => each.appId === appId)?.name;
      apps.set(keyText(key), { accountId, appId, name: app?.name ?? name, ...(target && { target }) });
    }
    return [...apps.values()];
  }

  /** The file names no account: the app belongs to the one that lists it, or to the only one there is. */
  private keyOf(appId: string | undefined): AppKey | undefined {
    if (appId === undefined) return undefined;
    const { all } = this.accounts;
    const listing = all.filter(({ apps }) => apps.find(appId));
    const [only, ...more] = listing.length > 0 ? listing : all.filter(({ apps }) => !apps.snapshot.apps);
    return only && more.length === 0 ? { accountId: only.id, appId } : undefined;
  }
}

function isSameApp(a: LinkedApp, b: LinkedApp): boolean {
  return keyText(a) === keyText(b) && a.name === b.name && a.target === b.target;
}

/** An app that was chosen because no account listed the one that the file names stays chosen. */
function isOverruled(link: StoredLink, named: NamedApps): boolean {
  const isInstead = named.targets.length === 0 && link.insteadOf === named.appId;
  return namesOther(named, link.appId) && !isInstead;
}
