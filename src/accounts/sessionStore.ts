// The remembered sign-ins: a secret and an empty marker file each, so that windows share no common value that
// one could overwrite. An unreadable secret is not a deleted one.

import { Lazy } from "../core/async/lazy";
import type { MachineFiles } from "../core/disk/machineFiles";
import { SessionNotStored } from "../core/errors/sessionNotStored";
import type { Logger } from "../core/logger";
import type { StoredSession } from "./storedSessions";

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  onDidChange(listener: (change: { readonly key: string }) => void): { dispose(): void };
}

interface SessionStoreOptions {
  readonly secrets: SecretStore;
  readonly files: MachineFiles;
  readonly logger: Logger;
}

/** With the accounts whose secret could not be read. */
export interface RememberedSessions {
  readonly sessions: readonly StoredSession[];
  readonly unreadable: ReadonlySet<string>;
}

const keyPrefix = "session:";
const folder = "signedIn";
/** A failing keyring mostly works at the second attempt. */
const attempts = 2;

const reader = new Lazy(() => import("./storedSessions"));

export class SessionStore {
  constructor(private readonly options: SessionStoreOptions) {}

  /** For a sign-in that any window added, changed or removed. */
  onDidChange(listener: () => void): { dispose(): void } {
    return this.options.secrets.onDidChange(({ key }) => {
      if (key.startsWith(keyPrefix)) listener();
    });
  }

  /** In the order of adding. Rejects when not even the marker files can be read. */
  async read(): Promise<RememberedSessions> {
    const unreadable = new Set<string>();
    const entries = await this.twice(() => this.options.files.list(folder));
    const ids = entries
      .toSorted((a, b) => a.modifiedAt - b.modifiedAt || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name);
    const sessions = await Promise.all(
      ids.map(async (id) => {
        try {
          return await this.readOne(id);
        } catch (error) {
          this.options.logger.warn(`A remembered sign-in could not be read: ${error}`);
          unreadable.add(id);
          return undefined;
        }
      }),
    );
    return { sessions: sessions.filter((session) => session !== undefined), unreadable };
  }

  /** From marker files only: the keyring may ask for a password. Rejects when they cannot be read. */
  async signedIn(): Promise<Set<string>> {
    return new Set((await this.twice(() => this.options.files.list(folder))).map(({ name }) => name));
  }

  /** Replaces the account's older sign-in. Rejects with SessionNotStored unless it was read back. */
  async put(session: StoredSession): Promise<void> {
    const { secrets } = this.options;
    const [id, text] = [session.accountId, JSON.stringify(session)];
    for (let attempt = 1; ; attempt++) {
      try {
        // Before the secret: a token without a marker file could never be found again.
        await this.mark(id);
        await this.twice(() => secrets.store(keyPrefix + id, text));
        if ((await this.twice(() => secrets.get(keyPrefix + id))) !== text)
          throw new SessionNotStored("signedOut");
        if ((await this.signedIn()).has(id)) return;
      } catch (error) {
        throw error instanceof SessionNotStored ? error : new SessionNotStored("store", { cause: error });
      }
      // Another window signed out just before; this sign-in is newer.
      if (attempt === 3) throw new SessionNotStored("signedOut");
    }
  }

  /** Rejects with SessionNotStored unless the token is certainly deleted. */
  async remove(accountId: string): Promise<void> {
    const { secrets, files } = this.options;
    const key = keyPrefix + accountId;
    try {
      await this.twice(() => secrets.delete(key));
      await this.twice(() => files.remove(nameOf(accountId)));
      // Another window's sign-in may have stored a token whose marker file is deleted by now.
      await this.twice(() => secrets.delete(key));
      if ((await this.twice(() => secrets.get(key))) === undefined) return;
    } catch (error) {
      throw new SessionNotStored("delete", { cause: error });
    }
    throw new SessionNotStored("delete");
  }

  private async readOne(accountId: string): Promise<StoredSession | undefined> {
    const text = await this.twice(() => this.options.secrets.get(keyPrefix + accountId));
    if (text === undefined) return undefined;
    const session = (await reader.get()).readSession(text);
    if (session?.accountId === accountId) return session;
    this.options.logger.warn("A remembered sign-in is none; sign in again.");
    return undefined;
  }

  private async mark(accountId: string): Promise<void> {
    await this.twice(() => this.options.files.create(nameOf(accountId), new Uint8Array()));
  }

  private async twice<T>(work: () => PromiseLike<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt === attempts) throw error;
      }
    }
  }
}

function nameOf(accountId: string): string {
  return `${folder}/${accountId}`;
}
