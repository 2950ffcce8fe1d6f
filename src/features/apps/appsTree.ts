// The Apps view: accounts when there are several, then teams and personal apps, then each app with its state.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { Lazy } from "../../core/async/lazy";
import { isServiceError } from "../../core/errors/serviceError";
import { keyText } from "../../core/model/appKey";
import { isSameContent } from "../../core/model/sameContent";
import type { AppRelease } from "../../core/transfers/release";
import { setContext } from "../../editor/contextKeys";
import { settings } from "../../editor/settings";
import type { StateMemory } from "../../editor/state/stateMemory";
import { isListOutdated, troubleOf } from "../../editor/tree/accountTrouble";
import { accountItem, appItem, appRowTooltip, groupItem, missingItem, type SeenApp } from "./appItems";
import { ShownApps, shownApp } from "./appOrder";
import type { AppsContext } from "./appsContext";
import { type AppsNode, nodeId, RowNodes } from "./appsNode";
import { refreshNamed } from "./appsRefresh";
import { drawAroundRows, stateOfView } from "./aroundRows";
import { Arrangement } from "./arrangement";
import { setFolderFlags } from "./parts/rowFlags";

type AppRow = Extract<AppsNode, { kind: "app" }>;

interface Row {
  readonly node: AppsNode;
  /** What the row showed when it was last announced. */
  readonly content: unknown;
}

export interface AppsTreeOptions extends Partial<Pick<AppsContext, "loadWatched" | "loadReleases">> {
  readonly view?: vscode.TreeView<AppsNode>;
}

export class AppsTree implements vscode.TreeDataProvider<AppsNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<AppsNode[] | undefined>();
  private readonly accountListeners: { dispose(): void }[] = [];
  private readonly listeners: { dispose(): void }[];
  private hosts: unknown = settings.hosts();
  private isLoaded = false;
  private watching: { dispose(): void } | undefined;
  /** By app key: what is known of the apps that the status bar shows. */
  private watched: ReadonlyMap<string, SeenApp> = new Map();
  /** In display order. */
  private rows: readonly Row[] = [];
  private readonly nodes = new WeakMap<Account, RowNodes>();
  private readonly parts = new Lazy(async () => {
    const { AppParts } = await import("./parts/appParts");
    return new AppParts(this.clock, () => this.releases.get());
  });

  private readonly releases = new Lazy(async () => {
    const releases = await this.options.loadReleases?.();
    const listener = releases?.onDidChange(({ accountId, appId }) => {
      const row = this.row(`app/${accountId}/${appId}`);
      if (row) this.changed.fire([row]);
    });
    if (listener) this.listeners.push(listener);
    return releases;
  });

  readonly onDidChangeTreeData = this.changed.event;

  readonly arrangement: Arrangement;
  private readonly shown: ShownApps;

  constructor(
    private readonly accounts: Accounts,
    state: StateMemory,
    private readonly clock: Clock,
    private readonly options: AppsTreeOptions = {},
  ) {
    this.arrangement = new Arrangement(state);
    this.shown = new ShownApps(this.arrangement);
    this.arrangement.onDidChange(() => this.update());
    this.listeners = [
      accounts.onDidChange(({ changed }) => {
        this.follow();
        for (const account of changed) void account.apps.refresh();
        this.update();
      }),
      accounts.onDidReject(() => this.update()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => setFolderFlags(accounts)),
    ];
    this.follow();
  }

  /** Reads the apps of remembered sign-ins, which may start the local service: only when the view is visible. */
  async load(): Promise<void> {
    await this.accounts.load();
    if (this.isLoaded) return;
    this.isLoaded = true;
    this.follow();
    this.update();
  }

  getChildren(node?: AppsNode): AppsNode[] | Promise<AppsNode[]> {
    if (!node) return this.rootNodes();
    switch (node.kind) {
      case "account":
        return this.groupsOf(node.account);
      case "group":
        return this.appNodesIn(node.account, node.teamId);
      case "app":
        return this.partsBelow(node);
      case "missing":
        return [];
      default:
        return this.parts.get().then((parts) => parts.children(node));
    }
  }

  /** The row with this id, if it is shown now. */
  row(id: string): AppsNode | undefined {
    return this.rows.find(({ node }) => nodeId(node) === id)?.node;
  }

  getTreeItem(node: AppsNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    switch (node.kind) {
      case "account":
        return accountItem(node.account);
      case "group":
        return groupItem(node.account, node.teamId, ...this.shown.countsOf(node.account, node.teamId));
      case "app":
        return appItem(node.account, node.appId, shownApp(node.account, node.appId), {
          ...this.seen(node),
          hosts: this.hosts,
        });
      case "missing":
        return missingItem(node.account, nodeId(node));
      default:
        return this.parts.get().then((parts) => parts.item(node));
    }
  }

  async resolveTreeItem(item: vscode.TreeItem, node: AppsNode): Promise<vscode.TreeItem> {
    const app = node.kind === "app" ? shownApp(node.account, node.appId) : undefined;
    if (app && node.kind === "app")
      item.tooltip = appRowTooltip(app, node.account, {
        ...this.seen(node),
        releases: await this.releasesOf(node),
        now: this.clock.now(),
      });
    return item;
  }

  /** Newest first; none when they cannot be read. */
  private async releasesOf({ account, appId }: AppRow): Promise<readonly AppRelease[]> {
    const releases = await this.releases.get();
    return (await releases?.list({ accountId: account.id, appId }).catch(() => [])) ?? [];
  }

  /** Reads what the argument names and draws all rows, which also corrects rows that VS Code has drawn wrong. */
  async refresh(argument?: unknown): Promise<void> {
    this.parts.ifUsed((parts) => parts.forget());
    await refreshNamed(this.accounts.all, argument);
    this.changed.fire(undefined);
  }

  dispose(): void {
    for (const listener of [...this.accountListeners, ...this.listeners]) listener.dispose();
    this.watching?.dispose();
    this.arrangement.dispose();
    this.changed.dispose();
  }

  private rootNodes(): AppsNode[] {
    const [first, ...more] = this.accounts.all;
    if (!first) return [];
    if (more.length === 0) return this.groupsOf(first);
    return this.accounts.all
      .filter((account) => !this.shown.isFiltered || this.groupsOf(account).length > 0)
      .map((account) => this.nodesOf(account).known({ kind: "account", account }));
  }

  private nodesOf(account: Account): RowNodes {
    const nodes = this.nodes.get(account) ?? new RowNodes(account);
    this.nodes.set(account, nodes);
    return nodes;
  }

  /**
   * Announces changed rows. Only a new order draws all rows: while that runs, VS Code calls a row's commands without
   * the row.
   */
  private announce(): void {
    const drawn = this.rows;
    const next: Row[] = [];
    const collect = (nodes: readonly AppsNode[]): void => {
      for (const node of nodes) {
        next.push({ node, content: this.contentOf(node) });
        if (node.kind === "account") collect(this.groupsOf(node.account));
        if (node.kind === "group") collect(this.appNodesIn(node.account, node.teamId));
      }
    };
    collect(this.rootNodes());
    this.rows = next;
    if (drawn.length !== next.length || next.some(({ node }, index) => node !== drawn[index]?.node)) {
      this.changed.fire(undefined);
      return;
    }
    const changed = next.filter(({ content }, index) => !isSameContent(content, drawn[index]?.content));
    if (changed.length > 0) this.changed.fire(changed.map(({ node }) => node));
  }

  private follow(): void {
    const accounts = this.accounts.all;
    for (const subscription of this.accountListeners.splice(0)) subscription.dispose();
    for (const account of accounts) {
      this.accountListeners.push(
        account.apps.onDidChange(() => this.update()),
        account.permissions.onDidChange(() => this.drawAppsOf(account)),
      );
      if (!account.apps.snapshot.refreshedAt) void account.apps.refresh();
    }
    if (accounts.length > 0) this.followWatched();
  }

  /** A service's response to a permission that the user tried changes the commands and texts of rows. */
  private drawAppsOf(account: Account): void {
    setFolderFlags(this.accounts);
    const nodes = this.rows.map(({ node }) => node);
    this.changed.fire(nodes.filter((node) => node.kind === "app" && node.account === account));
  }

  /** Watched apps decide which of two commands a row offers; loaded with the first account. */
  private followWatched(): void {
    if (this.watching) return;
    this.watching = { dispose: () => undefined };
    this.options.loadWatched?.().then(
      (watched) => {
        const read = (): void => {
          const found = watched.all.map((app) => {
            const [conditions, target] = [[...watched.conditionsOf(app)], watched.targetOf?.(app)];
            return [keyText(app), { conditions, target, memory: watched.memoryOf?.(app) }] as const;
          });
          if (isSameContent(found, [...this.watched])) return;
          this.watched = new Map(found);
          this.update();
        };
        this.watching = watched.onDidChange(read);
        read();
      },
      () => {
        this.watching = undefined;
      },
    );
  }

  /** Undefined for an app that the status bar does not show. */
  private seen({ account, appId }: AppRow): SeenApp | undefined {
    return this.watched.size > 0 ? this.watched.get(keyText({ accountId: account.id, appId })) : undefined;
  }

  private update(): void {
    this.hosts = settings.hosts();
    const snapshots = this.accounts.all.map((account) => ({ account, ...account.apps.snapshot }));
    const isAnyShown = () => this.shown.countIn(this.accounts.all) > 0;
    setContext("state", this.isLoaded ? stateOfView(snapshots, isAnyShown) : "loading");
    const isNotUnderstood = snapshots.some(({ error }) => isServiceError(error, "badResponse", "dialect"));
    setContext("failure", isNotUnderstood ? "notUnderstood" : "other");
    setContext("filtered", this.shown.isFiltered);
    setFolderFlags(this.accounts);
    if (this.options.view) drawAroundRows(this.options.view, this.accounts.all, this.shown);
    this.announce();
  }

  private async partsBelow(node: AppRow): Promise<AppsNode[]> {
    const app = shownApp(node.account, node.appId);
    return app ? await (await this.parts.get()).below(node.account, app) : [];
  }

  /** What a row and the lines below it show. */
  private contentOf(node: AppsNode): unknown {
    switch (node.kind) {
      case "account":
        return troubleOf(node.account);
      case "group": {
        const { account, teamId } = node;
        const team = teamId === undefined ? undefined : account.apps.teamOf({ teamId });
        return [team, this.shown.countsOf(account, teamId)];
      }
      case "app":
        return this.appContent(node);
      case "missing":
        return node.account.apps.snapshot.missing;
      default:
        return node.id;
    }
  }

  /** Metrics first, which change with each refresh: for most of thousands of rows nothing else is compared. */
  private appContent(node: AppRow): unknown {
    const app = node.account.apps.find(node.appId);
    return [app?.metrics, this.seen(node), isListOutdated(node.account), app];
  }

  /** No groups when a single account's apps are all personal. Missing apps come last. */
  private groupsOf(account: Account): AppsNode[] {
    const { missing } = account.apps.snapshot;
    const listed = this.listedIn(account);
    return missing ? [...listed, this.nodesOf(account).known({ kind: "missing", account })] : listed;
  }

  private listedIn(account: Account): AppsNode[] {
    const apps = account.apps.snapshot.apps ?? [];
    if (apps.length === 0) return [];
    const shown = [...this.shown.byTeam(account).keys()];
    const { isFiltered } = this.shown;
    // A team without apps stays.
    const known = !isFiltered ? [...account.apps.snapshot.teams.keys()] : [];
    const all = !isFiltered ? shown : apps.map(({ teamId }) => teamId);
    if (known.length === 0 && all.every((teamId) => teamId === undefined))
      return this.appNodesIn(account, undefined);
    const teamIds = [...new Set([...shown, ...known])];
    const nameOf = (teamId: string): string => account.apps.teamOf({ teamId })?.name ?? teamId;
    const ofTeams = teamIds
      .filter((teamId) => teamId !== undefined)
      .sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
    const order = teamIds.length > ofTeams.length ? [undefined, ...ofTeams] : ofTeams;
    const nodes = this.nodesOf(account);
    return order.map((teamId) => nodes.known({ kind: "group", account, teamId }));
  }

  private appNodesIn(account: Account, teamId: string | undefined): AppsNode[] {
    const nodes = this.nodesOf(account);
    return this.shown.ofTeam(account, teamId).map(({ id }) => nodes.app(id));
  }
}
