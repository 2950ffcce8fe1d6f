// The user of each account as last read, kept when reading fails; read when somebody looks.
import type { Account, Accounts } from "../../accounts/accounts";
import { Emitter } from "../../core/async/emitter";
import type { User } from "../../core/model/model";

/** `user` is the older, good answer where `error` is set. */
export interface UserSnapshot {
  readonly user?: User;
  readonly error?: Error;
}

export class AccountUsers {
  private readonly changed = new Emitter<Account>();
  private readonly known = new Map<string, UserSnapshot>();
  private readonly reading = new Map<string, Promise<void>>();
  private readonly listener: { dispose(): void };

  /** Fires with the account whose user was read, or could not be. */
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

  /** Reads the user unless that was done, or failed, before. */
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
