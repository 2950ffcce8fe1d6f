// The Account and Teams view: each account's user, sessions and teams, with the permissions of their members.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { Emitter } from "../../core/async/emitter";
import type { User } from "../../core/model/model";
import { field } from "../../core/parse";
import { namedAccounts, readArgument } from "../../editor/commands/commandArguments";
import { sentenceFor } from "../../editor/errorSentences";
import { isListOutdated, troubleOf } from "../../editor/tree/accountTrouble";
import { type AccountNode, accountNode, type Fact, factNode, sessionsNode, teamNode } from "./accountItems";

/** With `error`, `user` is from an earlier response. */
interface UserSnapshot {
  readonly user?: User;
  readonly error?: Error;
}

export class AccountTree implements vscode.TreeDataProvider<AccountNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly users: AccountUsers;
  private readonly listeners: { dispose(): void }[] = [];
  private readonly appListeners: { dispose(): void }[] = [];
  /** What the rows showed when VS Code last requested them. */
  private drawn = "";

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    /** Without it, nothing is requested: a request may start the local service. */
    private readonly isSeen: () => boolean,
  ) {
    this.users = new AccountUsers(accounts);
    this.listeners.push(
      accounts.onDidChange(() => {
        this.follow();
        this.update();
        this.load();
      }),
      this.users.onDidChange(() => this.update()),
      accounts.onDidReject(() => this.update()),
    );
  }

  getChildren(node?: AccountNode): AccountNode[] {
    if (node) return node.children?.() ?? [];
    this.drawn = this.knowledge();
    return this.accounts.all.map((account) => accountNode(account, () => this.childrenOf(account)));
  }

  getTreeItem({ item }: AccountNode): vscode.TreeItem {
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, { tooltip }: AccountNode): vscode.TreeItem {
    if (tooltip) item.tooltip = tooltip();
    return item;
  }

  /**
   * Reads the users and the apps, which bring the teams, of the account that the argument names, or of all. For a
   * team's row the Apps view reads the team's apps, and nothing is read here.
   */
  async refresh(argument?: unknown): Promise<void> {
    if (readArgument({ teamId: field.text }, argument).teamId !== undefined) return;
    const accounts = namedAccounts(this.accounts.all, argument);
    await Promise.all(accounts.flatMap((account) => [this.users.refresh(account), account.apps.refresh()]));
  }

  dispose(): void {
    for (const listener of [...this.listeners, ...this.appListeners]) listener.dispose();
    this.users.dispose();
    this.changed.dispose();
  }

  /** Reads what was not read yet, if the view is visible. */
  load(): void {
    if (!this.isSeen()) return;
    void this.accounts.load().then(() => {
      this.follow();
      this.update();
      for (const account of this.accounts.all) {
        void this.users.ensure(account);
        if (!account.apps.snapshot.refreshedAt) void account.apps.refresh();
      }
    });
  }

  private follow(): void {
    for (const listener of this.appListeners.splice(0)) listener.dispose();
    for (const { apps } of this.accounts.all) {
      this.appListeners.push(apps.onDidChange(() => this.update()));
    }
  }

  /** Apps change every few seconds, these rows rarely: rows that stay the same must not be drawn again. */
  private update(): void {
    if (this.knowledge() !== this.drawn) this.changed.fire(undefined);
  }

  private knowledge(): string {
    return JSON.stringify(
      this.accounts.all.map((account) => {
        const { user, error } = this.users.get(account);
        const facts = factsOf(account, user);
        const said = [troubleOf(account), error && sentenceFor(error)];
        return [account.id, account.label, user, facts, said, teamsOf(account)];
      }),
    );
  }

  private childrenOf(account: Account): AccountNode[] {
    const { user, error } = this.users.get(account);
    const sessions = user?.sessions ?? [];
    return [
      ...(error && !isListOutdated(account) ? [factNode(problem(account, error))] : []),
      ...teamsOf(account).map((team) => teamNode(account, team, this.clock)),
      ...factsOf(account, user).map(factNode),
      ...(sessions.length > 0 ? [sessionsNode(account, sessions, this.clock)] : []),
    ];
  }
}

function teamsOf(account: Account) {
  return [...account.apps.snapshot.teams.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function problem(account: Account, error: Error): Fact {
  return {
    id: `problem/${account.id}`,
    label: vscode.l10n.t("Couldn't be loaded"),
    value: sentenceFor(error),
    icon: "warning",
    color: "list.warningForeground",
    hint: sentenceFor(error),
  };
}

function factsOf(account: Account, user: User | undefined): Fact[] {
  const facts: Fact[] = [];
  if (user?.emailTwoFactorEnabled !== undefined) {
    const isOn = user.emailTwoFactorEnabled;
    facts.push({
      id: `twoFactor/${account.id}`,
      label: vscode.l10n.t("Two-factor authentication (email)"),
      value: isOn ? vscode.l10n.t("on") : vscode.l10n.t("off"),
      icon: isOn ? "shield" : "warning",
      ...(!isOn && {
        color: "list.warningForeground",
        hint: vscode.l10n.t(
          "Your account is protected only by your password. Turn on two-factor sign-in on the service's website.",
        ),
      }),
    });
  }
  if (user?.claimedFreePlan !== undefined) {
    facts.push({
      id: `freePlan/${account.id}`,
      label: vscode.l10n.t("Free plan"),
      value: user.claimedFreePlan ? vscode.l10n.t("claimed") : vscode.l10n.t("not claimed"),
      icon: "gift",
    });
  }
  return facts;
}

/** The last user that was read for each account; stays when a later read fails. */
class AccountUsers {
  private readonly changed = new Emitter<Account>();
  private readonly known = new Map<string, UserSnapshot>();
  private readonly reading = new Map<string, Promise<void>>();
  private readonly listener: { dispose(): void };

  /** Fires after each read, also a failed one. */
  readonly onDidChange = this.changed.event;

  constructor(accounts: Accounts) {
    this.listener = accounts.onDidChange(({ removed, changed }) => {
      for (const { id } of [...removed, ...changed]) this.known.delete(id);
    });
  }

  get(account: Account): UserSnapshot {
    return this.known.get(account.id) ?? {};
  }

  /** Reads the user again (docs/interface.md#read-the-user), or joins a running read. Failures are in the snapshot. */
  async refresh(account: Account): Promise<void> {
    const { id } = account;
    const running = this.reading.get(id) ?? this.read(account).finally(() => this.reading.delete(id));
    this.reading.set(id, running);
    await running;
  }

  /** Reads the user unless it was read before, even with a failure. */
  async ensure(account: Account): Promise<void> {
    if (!this.known.has(account.id)) await this.refresh(account);
  }

  dispose(): void {
    this.listener.dispose();
    this.changed.dispose();
  }

  private async read(account: Account): Promise<void> {
    try {
      this.known.set(account.id, { user: await account.client.getCurrentUser({ priority: "background" }) });
    } catch (error) {
      const { user } = this.get(account);
      const failure = error instanceof Error ? error : new Error(String(error));
      this.known.set(account.id, { ...(user && { user }), error: failure });
    }
    this.changed.fire(account);
  }
}
