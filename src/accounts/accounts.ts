// The signed-in accounts. Tokens are only in the secret store, each bound to the URL that it was entered for.

import { Emitter } from "../core/async/emitter";
import { Lazy } from "../core/async/lazy";
import { SessionNotStored } from "../core/errors/sessionNotStored";
import { accountIdOf, localAccountId } from "../core/model/accountId";
import type { User } from "../core/model/model";
import type { AccountsOptions } from "./accountsOptions";
import type { Account } from "./openAccount";
import { type RememberedSessions, SessionStore } from "./sessionStore";
import type { StoredSession } from "./storedSessions";

export type { Account } from "./openAccount";

export interface AccountsChange {
  readonly added: readonly Account[];
  readonly removed: readonly Account[];
  /** Signed in again, with another token or URL. */
  readonly changed: readonly Account[];
}

type AccountModule = typeof import("./openAccount");
const reader = new Lazy(() => import("./storedSessions"));
/** Loaded with the first sign-in: nothing is sent before. */
const accountModule = new Lazy(() => import("./openAccount"));

export class Accounts {
  private readonly changes = new Emitter<AccountsChange>();
  private readonly rejected = new Emitter<Account>();
  private readonly unreadable = new Emitter<void>();
  private readonly store: SessionStore;
  /** Serializes reads, so that an older one is not applied after a newer one. */
  private lastTurn: Promise<unknown> = Promise.resolve();
  private readonly open = new Map<string, { readonly account: Account; session: StoredSession }>();
  private loaded: Promise<void> | undefined;
  private readonly secretListener: { dispose(): void };

  readonly onDidChange = this.changes.event;
  /** Nothing more is sent for the account until the user signs in again. */
  readonly onDidReject = this.rejected.event;
  /** Open accounts stay; nothing was deleted. */
  readonly onDidFailToRead = this.unreadable.event;

  constructor(private readonly options: AccountsOptions) {
    const { secrets, machineFiles: files, logger } = options;
    this.store = new SessionStore({ secrets, files, logger });
    this.secretListener = this.store.onDidChange(() => {
      this.inTurn(() => this.follow()).catch((error) => logger.error(`Reading sessions: ${error}`));
    });
  }

  get all(): readonly Account[] {
    return [...this.open.values()].map(({ account }) => account);
  }

  get(accountId: string): Account | undefined {
    return this.open.get(accountId)?.account;
  }

  /** For VS Code's authentication API only. */
  tokenOf(accountId: string): string | undefined {
    return this.open.get(accountId)?.session.token;
  }

  /** May wait for the local service to start. */
  async load(): Promise<void> {
    this.loaded ??= this.loadOnce();
    await this.loaded;
  }

  /** Remembered accounts, whether or not they can be used now. Rejects when they cannot be read. */
  async signedInIds(): Promise<ReadonlySet<string>> {
    const ids = await this.store.signedIn();
    return this.options.localUser.get() === undefined ? ids : ids.add(localAccountId);
  }

  /** Reads marker files only: the keyring may ask for a password. */
  async isAnySignedIn(): Promise<boolean> {
    return this.all.length > 0 || (await this.signedInIds()).size > 0;
  }

  /** docs/interface.md#read-the-user. Rejects with a ServiceError; stores nothing. */
  async verify(baseUrl: string, token: string, signal?: AbortSignal): Promise<User> {
    const { newClient } = await accountModule.get();
    const client = newClient(this.options, () => ({ baseUrl, token }));
    return await client.getCurrentUser({ signal, deadlineMs: 20_000 });
  }

  async reload(): Promise<void> {
    await this.load();
    await this.inTurn(() => this.follow());
  }

  /** Replaces an older sign-in of the same user. Rejects with SessionNotStored unless it was stored. */
  async add(baseUrl: string, token: string, user: User, isLocal = false): Promise<Account> {
    await this.load();
    const accountId = isLocal ? localAccountId : await accountIdOf(baseUrl, user.id);
    const session = { accountId, baseUrl, token, userId: user.id, userName: user.name };
    const loaded = await accountModule.get();
    const account = await this.inTurn(async () => {
      if (isLocal) await this.options.localUser.set({ userId: user.id, userName: user.name });
      await this.store.put(session);
      this.apply([...this.openSessions(accountId), session], loaded);
      return this.get(accountId);
    });
    if (!account) throw new SessionNotStored("signedOut");
    if (account.client.isStopped) {
      // Same token: the service has just accepted it.
      account.client.resume();
      this.changes.fire({ added: [], removed: [], changed: [account] });
    }
    return account;
  }

  /** Rejects with SessionNotStored, and keeps the account, when its token may still be stored. */
  async remove(accountId: string): Promise<void> {
    await this.load();
    const loaded = await accountModule.get();
    await this.inTurn(async () => {
      const { localUser } = this.options;
      const isLocal = accountId === localAccountId;
      const user = isLocal ? (await reader.get()).readLocalUser(localUser.get()) : undefined;
      // First: other windows read both as soon as the token is deleted.
      if (isLocal) await localUser.set(undefined);
      await this.store.remove(accountId).catch(async (error: unknown) => {
        if (isLocal) await localUser.set(user);
        throw error;
      });
      this.apply(this.openSessions(accountId), loaded);
    });
  }

  /** For an account whose local service has ended; it stays remembered. */
  async close(accountId: string): Promise<void> {
    const loaded = await accountModule.get();
    await this.inTurn(async () => this.apply(this.openSessions(accountId), loaded));
  }

  dispose(): void {
    this.secretListener.dispose();
    this.changes.dispose();
    this.rejected.dispose();
    this.unreadable.dispose();
  }

  private async loadOnce(): Promise<void> {
    await this.inTurn(async () => {
      const local = (await this.follow()).find(({ accountId }) => accountId === localAccountId);
      // The local service may have started on another port.
      if (local && local.token !== "") await this.store.put(local);
    }).catch((error) => this.options.logger.error(`Reading sessions: ${error}`));
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.lastTurn.then(work);
    this.lastTurn = turn.catch(() => undefined);
    return await turn;
  }

  private async follow(): Promise<readonly StoredSession[]> {
    const remembered = await this.read();
    if (remembered.sessions.length === 0 && this.open.size === 0) return [];
    const loaded = await accountModule.get();
    const awake = await Promise.all(remembered.sessions.map((session) => this.wake(session)));
    // Another window may have signed out or in while the local service was starting.
    const latest = await this.read();
    const known = new Set(latest.sessions.map(({ accountId }) => accountId));
    const kept = this.openSessions().filter(({ accountId }) => latest.unreadable.has(accountId));
    const current = awake.flatMap((session) => (session && known.has(session.accountId) ? [session] : []));
    this.apply([...kept, ...current], loaded);
    return current.filter((session) => !remembered.sessions.includes(session));
  }

  private openSessions(exceptId?: string): StoredSession[] {
    const all = [...this.open.values()].map(({ session }) => session);
    return all.filter(({ accountId }) => accountId !== exceptId);
  }

  /** Undefined when the local service did not start: another program must not get its token. */
  private async wake(session: StoredSession): Promise<StoredSession | undefined> {
    if (session.accountId !== localAccountId || this.open.has(localAccountId)) return session;
    try {
      return await this.options.wakeLocalService(session);
    } catch (error) {
      this.options.logger.warn(`The local service did not start: ${error}`);
      return undefined;
    }
  }

  private apply(sessions: readonly StoredSession[], loaded: AccountModule): void {
    const change = { added: [] as Account[], removed: [] as Account[], changed: [] as Account[] };
    const ids = new Set(sessions.map(({ accountId }) => accountId));
    for (const [id, { account }] of [...this.open]) {
      if (ids.has(id)) continue;
      this.open.delete(id);
      change.removed.push(account);
    }
    for (const session of sessions) {
      const known = this.open.get(session.accountId);
      if (known && known.session.baseUrl === session.baseUrl) {
        if (known.session.token === session.token) continue;
        known.session = session;
        change.changed.push(known.account);
        continue;
      }
      const account = this.newAccount(session, loaded);
      (known ? change.changed : change.added).push(account);
    }
    if (change.added.length + change.removed.length + change.changed.length > 0) this.changes.fire(change);
  }

  private newAccount(session: StoredSession, { openAccount }: AccountModule): Account {
    const id = session.accountId;
    const account = openAccount(session, this.options, {
      current: () => this.open.get(id)?.session,
      others: this.all,
      onDidStop: (stopped) => this.rejected.fire(stopped),
    });
    this.open.set(id, { account, session });
    return account;
  }

  private async read(): Promise<RememberedSessions> {
    const { sessions, unreadable } = await this.readSecrets();
    const stored = this.options.localUser.get();
    const localUser = stored === undefined ? undefined : (await reader.get()).readLocalUser(stored);
    if (!localUser || sessions.some(({ accountId }) => accountId === localAccountId))
      return { sessions, unreadable };
    const local = { ...localUser, accountId: localAccountId, baseUrl: "http://127.0.0.1:0", token: "" };
    // An open session keeps its token; otherwise waking the local service yields a new one.
    if (unreadable.has(localAccountId) && this.open.has(localAccountId)) return { sessions, unreadable };
    return { sessions: [...sessions, local], unreadable };
  }

  private async readSecrets(): Promise<RememberedSessions> {
    try {
      const found = await this.store.read();
      if (found.unreadable.size > 0) this.unreadable.fire();
      return found;
    } catch (error) {
      this.options.logger.warn(`The remembered sign-ins could not be read: ${error}`);
      this.unreadable.fire();
      return { sessions: [], unreadable: new Set(this.open.keys()) };
    }
  }
}
