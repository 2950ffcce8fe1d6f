// The mounted apps of this window, each connected to its account, the window and the disk.
import type { Account, Accounts } from "../../../accounts/accounts";
import { followAccounts } from "../../../accounts/followAccounts";
import type { LeftPath } from "../../../appFiles/read/knownFiles";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { type Clock, within } from "../../../core/async/clock";
import { Emitter } from "../../../core/async/emitter";
import { FileProblem } from "../../../core/errors/fileProblem";
import type { ServiceError } from "../../../core/errors/serviceError";
import { type AppAccess, filePermissions, fullAccess } from "../../../core/model/appAccess";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { field, readAs } from "../../../core/parse";
import { type AppLocation, appUri } from "../../../editor/appUris";
import { askAlike, askLoss } from "../../../editor/safeUi/lossQuestions";
import { savesOverConflicts } from "../../../editor/settings";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { askConflict, copyDialog, LargeFiles, withBackupProgress } from "../asks/mountDialogs";
import type { MountedApp } from "../mountedApp/mountedApp";
import { PendingFolders } from "../mountedApp/pendingFolders";
import type { Engine } from "./engine";
import { storedBases } from "./storedBases";

export interface MountsOptions {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** Keeps pending folders. */
  readonly state: StateMemory;
  /** Keeps the bases of open documents. */
  readonly windowState: StateMemory;
  readonly loadEngine: () => Promise<Engine>;
  readonly whenLoaded: (work: (engine: Engine) => void) => void;
}

export interface Mount {
  readonly key: AppKey;
  readonly app: MountedApp;
}

/** Times of creation (ms) by path. */
const savedFolders = field.entries(field.number);

/** How long a call waits for the remembered sign-ins: longer than the local service takes to start (20 s). */
const accountWaitMs = 30_000;
/** How long a change of a file waits for its permission; then the service decides. */
const accessWaitMs = 5_000;

export class Mounts {
  private readonly mounts = new Map<string, Mount>();
  private transfers: Engine["transfers"] | undefined;
  private readonly mounted = new Emitter<Mount>();
  private readonly remoteChanges = new Emitter<{
    readonly key: AppKey;
    readonly changes: readonly FileChange[];
  }>();
  private readonly failing = new Emitter<{ readonly key: AppKey; readonly error: unknown }>();
  private readonly forgotten = new Emitter<string>();
  private readonly replaceFailures = new Emitter<AppLocation>();
  private readonly deletionFailures = new Emitter<{
    readonly key: AppKey;
    readonly left: readonly LeftPath[];
    readonly gone: readonly string[];
  }>();
  /** Of accounts that signed out. */
  private readonly ending = new Map<string, MountedApp>();
  private readonly pendingChanges = new Emitter<AppKey>();
  private readonly missed = new Emitter<string>();
  private readonly accessLearned = new Emitter<AppKey>();
  private readonly accessChanges = new Emitter<string>();
  private readonly large: LargeFiles;
  private readonly listeners: readonly { dispose(): void }[];

  /** First use of an app's files in this window, or since its account signed in again. */
  readonly onDidMount = this.mounted.event;
  readonly onDidChangeRemotely = this.remoteChanges.event;
  /** An app's listings began to fail, or (error undefined) work again. */
  readonly onDidFail = this.failing.event;
  /** The upload failed for which VS Code had deleted this file. */
  readonly onDidFailToReplace = this.replaceFailures.event;
  /** `left` still exist, although VS Code's deletion succeeded; `gone` were deleted by the same request. */
  readonly onDidFailToDelete = this.deletionFailures.event;
  /** An account (its id) signed in, out, or in again: what was known of its apps' files is forgotten. */
  readonly onDidForget = this.forgotten.event;
  readonly onDidChangePending = this.pendingChanges.event;
  /** Files of an account (its id) were requested that is not signed in. */
  readonly onDidMissAccount = this.missed.event;
  readonly onDidLearnAccess = this.accessLearned.event;
  /** Permissions for the files of an account (its id) changed. */
  readonly onDidChangeAccess = this.accessChanges.event;

  constructor(private readonly options: MountsOptions) {
    const { accounts, clock } = options;
    this.large = new LargeFiles(clock);
    options.whenLoaded(({ transfers }) => {
      this.transfers = transfers;
    });
    this.listeners = [
      this.large,
      accounts.onDidChange(({ added, removed, changed }) => {
        for (const { id } of removed) this.forgetMounts(id);
        for (const { id } of [...added, ...removed, ...changed]) this.forgetAccount(id);
      }),
      followAccounts(accounts, ({ id, permissions }) =>
        permissions.onDidChange((name) => {
          if (Object.values<string>(filePermissions).includes(name)) this.accessChanges.fire(id);
        }),
      ),
    ];
  }

  /** The files of an app. Waits for remembered sign-ins; rejects with a FileProblem "signedOut" when there is none. */
  async at(location: AppLocation): Promise<MountedApp> {
    const { accountId } = location;
    const { accounts, clock } = this.options;
    const account =
      accounts.get(accountId) ?? (await within(clock, accountWaitMs, this.loadedAccount(accountId)));
    if (!account) {
      this.missed.fire(accountId);
      throw new FileProblem("signedOut", location.path);
    }
    const engine = await this.options.loadEngine();
    const known = this.mounts.get(keyText(location));
    if (known) return known.app;
    this.ending.get(keyText(location))?.dispose();
    this.ending.delete(keyText(location));
    const key: AppKey = { accountId, appId: location.appId };
    const mount: Mount = { key, app: this.create(engine, account, key) };
    this.mounts.set(keyText(key), mount);
    this.mounted.fire(mount);
    return mount.app;
  }

  /** Undefined until the app's files are used in this window. */
  peek(key: AppKey): MountedApp | undefined {
    return this.mounts.get(keyText(key))?.app;
  }

  get all(): readonly Mount[] {
    return [...this.mounts.values()];
  }

  /** Resolves when the deletions that VS Code counts as done have run. */
  async settled(): Promise<void> {
    await Promise.all(this.all.map(({ app }) => app.files.settled()));
  }

  /** When the next queued request may start (monotonic ms); undefined when none waits. */
  nextStartAt(): number | undefined {
    const times = this.options.accounts.all.flatMap(({ client }) =>
      [client.uploads, client.deletes, client.downloads].flatMap(
        (limiter) => limiter.waiting.nextStartAt ?? [],
      ),
    );
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Whether requests for this account can be sent: there is a token, and the service has not refused it. */
  isSignedIn(accountId: string): boolean {
    return this.options.accounts.get(accountId)?.client.isStopped === false;
  }

  /** Resolves when an account signs in, out, or in again. */
  nextChangeOf(accountId: string): Promise<void> {
    return new Promise((resolve) => {
      const listener = this.onDidForget((changed) => {
        if (changed !== accountId) return;
        listener.dispose();
        resolve();
      });
    });
  }

  /** Permissions for the app's files, as far as they are known. */
  accessNow({ accountId, appId }: AppKey): AppAccess {
    const account = this.options.accounts.get(accountId);
    return account ? account.permissions.accessTo(appId) : fullAccess;
  }

  /** The missing permission, as an error with the app's name. */
  refusal({ accountId, appId }: AppKey, kind: keyof AppAccess): ServiceError | undefined {
    return this.options.accounts.get(accountId)?.permissions.refusal(appId, filePermissions[kind]);
  }

  /** Why the app's files may not be edited, or not even be seen; undefined where they may. */
  refusalNow(key: AppKey): ServiceError | undefined {
    const { canSee, canEdit } = this.accessNow(key);
    return canSee && canEdit ? undefined : this.refusal(key, canSee ? "canEdit" : "canSee");
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  private create({ files, backups, transfers, newMount }: Engine, account: Account, key: AppKey): MountedApp {
    const stateKey = `pendingFolders:${keyText(key)}` as const;
    const { clock, state, windowState } = this.options;
    const stored = () => readAs(savedFolders, state.get(stateKey)) ?? {};
    const save = (folders: ReturnType<typeof stored>): void => {
      void state.update(stateKey, folders);
      this.pendingChanges.fire(key);
    };
    const accessKnown = this.learnAccess(account, key).then(() => this.accessLearned.fire(key));
    return newMount(files.get(key), {
      clock,
      mayOpenLarge: async (path, sizeBytes) => await this.large.mayOpen(appUri({ ...key, path }), sizeBytes),
      askConflict: (path) => askConflict(appUri({ ...key, path })),
      isSetToOverwrite: (path) => savesOverConflicts(appUri({ ...key, path })),
      askLoss: (path, lost) => askLoss(lost, path),
      askReplace: (path) => askLoss([{ path, why: "tooLarge" }]),
      askAlike: (path, alike) => askAlike([{ path, alike }]),
      copyDialog,
      withBackupProgress,
      runUpload: (file, work, options) => transfers.run({ kind: "upload", ...key, ...file }, work, options),
      storedBases: storedBases(windowState, key),
      beginOperation: (kind, title) =>
        backups.begin({ kind, ...key, appName: account.apps.find(key.appId)?.name, title }),
      pendingFolders: new PendingFolders(stored(), save, stored),
      access: () => this.accessNow(key),
      refusal: (kind) => this.refusal(key, kind),
      accessKnown: () => accessKnown,
      onRemoteChange: (changes) => this.remoteChanges.fire({ key, changes }),
      onReplaceFailed: (path) => this.replaceFailures.fire({ ...key, path }),
      onDeletionFailed: (left, gone) => this.deletionFailures.fire({ key, left, gone }),
      onFailing: (error) => this.failing.fire({ key, error }),
    });
  }

  /** The list of apps has only a team's id; reading the app brings the permissions of the team's members. */
  private async learnAccess(account: Account, { appId }: AppKey): Promise<void> {
    const app = account.apps.find(appId);
    const isKnown =
      app && (app.teamId === undefined || app.team || account.apps.snapshot.teams.has(app.teamId));
    if (isKnown) return;
    const before = this.accessNow({ accountId: account.id, appId });
    const reading = account.apps.refreshApp(appId).catch(() => undefined);
    await within(this.options.clock, accessWaitMs, reading);
    const after = this.accessNow({ accountId: account.id, appId });
    if (before.canEdit !== after.canEdit || before.canSee !== after.canSee)
      this.accessChanges.fire(account.id);
  }

  private async loadedAccount(accountId: string): Promise<Account | undefined> {
    await this.options.accounts.load();
    return this.options.accounts.get(accountId);
  }

  /** The app was deleted: its waiting transfers are dropped. */
  forgetApp(key: AppKey): void {
    this.transfers?.forgetAccount(key.accountId, key.appId);
    this.peek(key)?.dispose();
    this.mounts.delete(keyText(key));
    this.failing.fire({ key, error: undefined });
  }

  /** The account signed out: its waiting transfers are dropped. */
  private forgetMounts(accountId: string): void {
    this.transfers?.forgetAccount(accountId);
    for (const [name, { key, app }] of this.mounts) {
      if (key.accountId !== accountId) continue;
      // Deletions that VS Code takes for done still report a failure.
      this.ending.set(name, app);
      this.mounts.delete(name);
    }
  }

  /** Everything is read again; queued requests and retries go on with the new token. */
  private forgetAccount(accountId: string): void {
    for (const { key, app } of this.mounts.values()) {
      if (key.accountId !== accountId) continue;
      app.clear();
    }
    this.forgotten.fire(accountId);
  }
}
