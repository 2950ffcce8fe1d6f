// Shows the accounts in VS Code's Accounts menu. The extension itself uses `Accounts`: VS Code would ask even the
// provider's own extension for access.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { inertLine } from "../../core/text/inertText";
import { registerAuthenticationProvider } from "../../editor/host/optionalApis";

const authenticationId = "hostedApps";

interface Signing {
  readonly signIn: () => Promise<Account>;
  readonly signOut: (account: Account) => Promise<void>;
}

export function registerAuthentication(accounts: Accounts, signing: Signing): vscode.Disposable {
  const provider = new HostedAppsAuthentication(accounts, signing);
  return vscode.Disposable.from(
    provider,
    registerAuthenticationProvider(authenticationId, "Hosted Apps", provider, {
      supportsMultipleAccounts: true,
    }),
  );
}

class HostedAppsAuthentication implements vscode.AuthenticationProvider, vscode.Disposable {
  private readonly changes =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  private readonly subscription: { dispose(): void };

  readonly onDidChangeSessions = this.changes.event;

  constructor(
    private readonly accounts: Accounts,
    private readonly signing: Signing,
  ) {
    this.subscription = accounts.onDidChange(({ added, removed, changed }) => {
      const sessions = (list: readonly Account[]) => list.map((account) => this.session(account));
      this.changes.fire({ added: sessions(added), removed: sessions(removed), changed: sessions(changed) });
    });
  }

  async getSessions(
    _scopes: readonly string[] | undefined,
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    await this.accounts.load();
    return this.accounts.all
      .filter(({ id }) => options?.account === undefined || options.account.id === id)
      .map((account) => this.session(account));
  }

  async createSession(): Promise<vscode.AuthenticationSession> {
    return this.session(await this.signing.signIn());
  }

  async removeSession(sessionId: string): Promise<void> {
    await this.accounts.load();
    const account = this.accounts.get(sessionId);
    if (account) await this.signing.signOut(account);
    else await this.accounts.remove(sessionId);
  }

  dispose(): void {
    this.subscription.dispose();
    this.changes.dispose();
  }

  private session(account: Account): vscode.AuthenticationSession {
    return {
      id: account.id,
      accessToken: this.accounts.tokenOf(account.id) ?? "",
      account: { id: account.id, label: inertLine(account.label) },
      scopes: [],
    };
  }
}
