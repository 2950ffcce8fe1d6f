// One window of the extension: the real client, engine and mount over a simulated clock, network and disk.
// The only file that knows how these are put together.
import type { Account, AccountsChange } from "../../src/accounts/accounts";
import type { DialectMemory } from "../../src/api/dialect/serviceDialect";
import type { Exchange } from "../../src/api/http/exchange";
import { ServiceClient } from "../../src/api/serviceClient";
import type { AppFiles } from "../../src/appFiles/appFiles";
import { Backups } from "../../src/appFiles/backups/backups";
import type {
  BackupFile,
  ContentFile,
  Operation,
  OperationHeader,
  OperationLog,
} from "../../src/appFiles/backups/operation";
import { FilesOfAccounts } from "../../src/appFiles/filesOfAccounts";
import type { CopyDialog } from "../../src/appFiles/moves";
import type { LeftPath } from "../../src/appFiles/read/knownFiles";
import type { FileChange } from "../../src/appFiles/read/ownChanges";
import { Releases } from "../../src/appFiles/releases/releases";
import type { Clock } from "../../src/core/async/clock";
import { Emitter } from "../../src/core/async/emitter";
import type { MachineFiles } from "../../src/core/disk/machineFiles";
import { ServiceError } from "../../src/core/errors/serviceError";
import { silentLogger } from "../../src/core/logger";
import type { KnownDialect } from "../../src/core/model/dialect";
import { createApp } from "../../src/features/create/createApp";
import type { StoredBase } from "../../src/features/files/mountedApp/authors";
import { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import { PendingFolders } from "../../src/features/files/mountedApp/pendingFolders";
import { noRecords } from "../support/noCreateRecords";
import { accountOf, appKeyOf, firstAccount, nameOfKey, secondAccount } from "./appNames";
import { hashOf } from "./contents";
import { userId } from "./service";

const hash = async (bytes: Uint8Array): Promise<string> => hashOf(bytes);

const newApp = {
  ...({ mainFile: "a.txt", memoryMB: 256, runtime: "python", exposedViaWeb: false } as const),
  ...{ autoRestart: true, startupCommand: "" },
};
/** For one response without file content. */
export const requestTimeoutMs = 30_000;

/** VS Code's memory of a window, which survives it. */
export interface WindowMemory {
  /** By app and path: base versions of open documents. */
  readonly bases: Map<string, StoredBase>;
  /** By app: folders that exist only in the window. */
  readonly pending: Map<string, Readonly<Record<string, number>>>;
}

export interface WindowPerson {
  askConflict(app: string, path: string): Promise<"overwrite" | "cancel">;
  askLoss(
    app: string,
    path: string,
    lost: readonly { readonly path: string; readonly why: string }[],
  ): Promise<boolean>;
  /** Whether the file may be created beside one whose name differs only in letter case or accents. */
  askAlike(app: string, path: string): Promise<boolean>;
  askCopy(app: string, path: string): Promise<boolean>;
  /** Aborts when the user cancels a long copy. */
  copySignal(): AbortSignal;
  onRemoteChange(app: string, changes: readonly FileChange[]): void;
  onDeletionFailed(app: string, left: readonly LeftPath[]): void;
  onBackupsFull(): void;
}

interface InFlight {
  readonly app: string;
  /** Journaled. */
  changes: number;
  /** Paths of changes that failed because the window ends: Finish deletes those that were to be deleted. */
  readonly failedAtEnd: Set<string>;
}

export interface WindowPorts {
  readonly windowId: string;
  readonly clock: Clock;
  readonly exchange: Exchange;
  readonly files: MachineFiles;
  readonly isWindowAlive: (id: string) => boolean;
  readonly memory: WindowMemory;
  readonly person: WindowPerson;
  readonly token: string | undefined;
  /** Of the second account, which stays signed in; undefined without one. */
  readonly secondToken: string | undefined;
  readonly mostBackupBytes: number;
  /** The user's setting of the dialect; what responses show is remembered by the machine. */
  readonly wire: KnownDialect;
  readonly dialectMemory: DialectMemory;
}

export class WindowDriver {
  private readonly accountChanges = new Emitter<AccountsChange>();
  private account: Account | undefined;
  private readonly second: Account | undefined;
  private token: string | undefined;
  private readonly filesOfAccounts: FilesOfAccounts;
  private readonly backups: Backups;
  private isEnding = false;
  private isCutOff = false;
  readonly releases: Releases;
  private readonly mounts = new Map<string, MountedApp>();
  /** By id: running operations. */
  readonly inFlight = new Map<string, InFlight>();

  constructor(private readonly ports: WindowPorts) {
    const { clock, files, windowId, isWindowAlive, mostBackupBytes, person } = ports;
    this.token = ports.token;
    this.account = this.token === undefined ? undefined : this.newAccount();
    this.second = ports.secondToken === undefined ? undefined : this.newAccount(secondAccount);
    this.backups = new Backups({
      ...{ files, clock, logger: silentLogger, hash, windowId, isWindowAlive },
      mostBytes: mostBackupBytes,
      onFull: () => person.onBackupsFull(),
    });
    this.releases = new Releases({ files, clock, hash, windowId });
    this.backups.startPurging();
    this.filesOfAccounts = new FilesOfAccounts({
      accounts: {
        onDidChange: this.accountChanges.event,
        get: (id: string) => (id === secondAccount ? this.second : this.account),
      },
      clock,
      logger: silentLogger,
      hash,
      requestTimeoutMs: () => requestTimeoutMs,
      backups: this.backups,
      shared: { files, windowId, isWindowAlive },
    } as never);
    // The disk may be full.
    const signedIn = [this.account, this.second].flatMap((account) => account?.id ?? []);
    this.filesOfAccounts.takeOver(signedIn).catch(() => undefined);
  }

  get isSignedIn(): boolean {
    return this.account !== undefined && !this.account.client.isStopped;
  }

  /** Undefined signs out. */
  sign(token: string | undefined): void {
    const before = this.account;
    this.token = token;
    this.account = token === undefined ? undefined : this.newAccount();
    const list = (account: Account | undefined): Account[] => (account ? [account] : []);
    if (before && this.account) this.accountChanges.fire({ added: [], removed: [], changed: [this.account] });
    else this.accountChanges.fire({ added: list(this.account), removed: list(before), changed: [] });
    for (const [app, mount] of this.mounts) if (accountOf(app) === firstAccount) mount.clear();
  }

  /** Like `deactivate`, which `settle` ends. `isCutOff`: no request has a token any more. */
  beginEnd(isCutOff: boolean): void {
    this.isEnding = true;
    this.isCutOff = isCutOff;
    this.backups.beginEnd();
  }

  async settle(): Promise<void> {
    await this.filesOfAccounts.settled();
    await this.releases.settled();
    await this.backups.dispose();
  }

  engine(app: string): AppFiles {
    return this.filesOfAccounts.get(appKeyOf(app));
  }

  mount(app: string): MountedApp {
    const known = this.mounts.get(app);
    if (known) return known;
    const mount = this.newMount(app);
    this.mounts.set(app, mount);
    return mount;
  }

  /** Rejects like `createApp`. */
  async createApp({ name, signal }: { readonly name: string; readonly signal: AbortSignal }) {
    if (!this.account) throw new ServiceError("unauthorized", "not signed in");
    return await createApp({
      account: this.account,
      // Compressing would take real time.
      files: [],
      settings: { ...newApp, name },
      maxArchiveBytes: Number.POSITIVE_INFINITY,
      clock: this.ports.clock,
      signal,
      onStep: () => undefined,
      journal: noRecords,
    });
  }

  /** As a start reads them. */
  async operations(app: string): Promise<readonly Operation[]> {
    return await this.backups.operations(appKeyOf(app));
  }

  async beginOperation(header: OperationHeader): Promise<OperationLog> {
    const log = await this.backups.begin(header);
    const begun: InFlight = { app: nameOfKey(header), changes: 0, failedAtEnd: new Set() };
    this.inFlight.set(log.id, begun);
    const paths = new Map<string, string>();
    return {
      id: log.id,
      did: async (id, end, after) => {
        if (this.isEnding && end === "notDone") begun.failedAtEnd.add(paths.get(id) ?? "");
        await log.did(id, end, after);
      },
      will: async (change) => {
        const id = await log.will(change);
        paths.set(id, change.path);
        begun.changes++;
        return id;
      },
      end: async (outcome) => {
        // What fails from now on is for the next start.
        if (!this.isEnding || outcome === "done") this.inFlight.delete(log.id);
        await log.end(outcome);
      },
    };
  }

  /** For the first window that claims it. */
  async takeOver(operationId: string): Promise<OperationLog | undefined> {
    return (await this.backups.claim(operationId)) ? await this.backups.reopen(operationId) : undefined;
  }

  async backupFiles(app: string): Promise<readonly BackupFile[]> {
    return await this.backups.list(appKeyOf(app));
  }

  async removeOldestBackups(): Promise<void> {
    await this.backups.removeOldest();
  }

  async backupContent(content: ContentFile): Promise<Uint8Array | undefined> {
    return await this.backups.readContent(content);
  }

  private newMount(app: string): MountedApp {
    const { clock, memory, person } = this.ports;
    const key = appKeyOf(app);
    const copyDialog: CopyDialog = {
      confirm: ({ from }) => person.askCopy(app, from),
      withProgress: (_estimate, work) => work({ signal: person.copySignal(), report: () => undefined }),
    };
    return new MountedApp(this.engine(app), {
      clock,
      askConflict: (path) => person.askConflict(app, path),
      askLoss: (path, lost) => person.askLoss(app, path, lost),
      askReplace: async () => true,
      askAlike: (path) => person.askAlike(app, path),
      copyDialog,
      pendingFolders: new PendingFolders(memory.pending.get(app), (folders) =>
        memory.pending.set(app, folders),
      ),
      storedBases: {
        get: (path) => memory.bases.get(`${app} ${path}`),
        set: (path, base) => {
          if (base === undefined) memory.bases.delete(`${app} ${path}`);
          else memory.bases.set(`${app} ${path}`, base);
        },
      },
      beginOperation: (kind, title) => this.beginOperation({ kind, ...key, title }),
      onRemoteChange: (changes) => person.onRemoteChange(app, changes),
      onDeletionFailed: (left) => person.onDeletionFailed(app, left),
    });
  }

  private newAccount(id = firstAccount): Account {
    const { clock, exchange, files, windowId, wire, dialectMemory } = this.ports;
    const client: ServiceClient = new ServiceClient({
      baseUrl: "https://service.test/",
      // The client of a signed-out account has no token.
      token: () => {
        if (this.isCutOff) return undefined;
        if (id === secondAccount) return this.ports.secondToken;
        return this.account?.client === client || !this.account ? this.token : undefined;
      },
      hosts: () => ({ "https://service.test": { wire } }),
      dialectMemory,
      requestTimeoutMs: () => requestTimeoutMs,
      clock,
      logger: silentLogger,
      sharedLimits: { accountId: id, files, windowId },
      exchange,
    });
    const nothing = (): void => undefined;
    const refreshApp = (appId: string, signal?: AbortSignal) => client.getApp(appId, { signal });
    const apps = { find: nothing, snapshot: {}, put: nothing, announceRestart: nothing, refreshApp };
    return {
      id,
      label: "Ada",
      baseUrl: "https://service.test/",
      client,
      apps,
      userId,
    } as unknown as Account;
  }
}

/** The backups at this moment, read without delays. */
export function backupsOf(ports: Pick<WindowPorts, "clock" | "files" | "isWindowAlive">): Backups {
  return new Backups({ ...ports, logger: silentLogger, hash, windowId: "world" });
}
