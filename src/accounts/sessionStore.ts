// The remembered sign-ins. Each has a secret of its own, and an empty file that says it exists: windows that sign in and
// out at once change no common value, so none can lose what another did. A secret that cannot be read just now is not
// one that is gone.

import { FirstUse } from "../core/async/firstUse";
import type { MachineFiles } from "../core/disk/machineFiles";
import { SessionNotKept } from "../core/errors/sessionNotKept";
import type { Logger } from "../core/logger";
import type { StoredSession } from "./storedSessions";

/** The part of VS Code's SecretStorage that is needed. */
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

/** What could be read, and the accounts whose secret could not. */
export interface RememberedSessions {
  readonly sessions: readonly StoredSession[];
  readonly unreadable: ReadonlySet<string>;
}

const keyPrefix = "session:";
const folder = "signedIn";
/** A keyring that fails once mostly works the next time. */
const attempts = 2;

const reader = new FirstUse(() => import("./storedSessions"));

export class SessionStore {
  constructor(private readonly options: SessionStoreOptions) {}

  /** Calls the listener when a sign-in was added, changed or removed, by whichever window. */
  onDidChange(listener: () => void): { dispose(): void } {
    return this.options.secrets.onDidChange(({ key }) => {
      if (key.startsWith(keyPrefix)) listener();
    });
  }

  /** In the order in which they were added. Rejects when it cannot even be known which there are. */
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

  /**
   * The accounts that are signed in as far as files say it: the keyring, which may ask for a password, is not touched. Rejects
   * when it cannot be known.
   */
  async signedIn(): Promise<Set<string>> {
    return new Set((await this.twice(() => this.options.files.list(folder))).map(({ name }) => name));
  }

  /** Keeps a sign-in, in place of an older one of its account. Rejects with SessionNotKept unless it was read back. */
  async put(session: StoredSession): Promise<void> {
    const { secrets } = this.options;
    const [id, text] = [session.accountId, JSON.stringify(session)];
    for (let attempt = 1; ; attempt++) {
      try {
        // Before the secret: a token that no file speaks of could never be found again.
        await this.mark(id);
        await this.twice(() => secrets.store(keyPrefix + id, text));
        if ((await this.twice(() => secrets.get(keyPrefix + id))) !== text)
          throw new SessionNotKept("signedOut");
        if ((await this.signedIn()).has(id)) return;
      } catch (error) {
        throw error instanceof SessionNotKept ? error : new SessionNotKept("store", { cause: error });
      }
      // Another window signed the account out just before: this sign-in came after it.
      if (attempt === 3) throw new SessionNotKept("signedOut");
    }
  }

  /** Forgets a sign-in. Rejects with SessionNotKept unless its token is known to be gone. */
  async remove(accountId: string): Promise<void> {
    const { secrets, files } = this.options;
    const key = keyPrefix + accountId;
    try {
      await this.twice(() => secrets.delete(key));
      await this.twice(() => files.remove(nameOf(accountId)));
      // A window that signed the same account in meanwhile may have stored a token that no file speaks of now.
      await this.twice(() => secrets.delete(key));
      if ((await this.twice(() => secrets.get(key))) === undefined) return;
    } catch (error) {
      throw new SessionNotKept("delete", { cause: error });
    }
    throw new SessionNotKept("delete");
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
