// One AppFiles per app of a window. Outlives a new token and a new sign-in, so that queued changes survive.
import type { Accounts } from "../accounts/accounts";
import type { NoteRequests } from "../api/dialect/landingPlaces";
import type { ServiceClient } from "../api/serviceClient";
import type { Clock } from "../core/async/clock";
import { ServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import { type AppKey, keyText } from "../core/model/appKey";
import { isWholeList } from "../core/model/appsList";
import { AppFiles } from "./appFiles";
import type { ChangeLog } from "./backups/changeLog";
import type { OperationHeader, OperationLog } from "./backups/operation";
import { appsWithRequests, LateFile, type LateFileOptions } from "./change/lateFile";
import type { OnLeft } from "./change/lateRequests";
import type { FileService } from "./read/fileService";
import { ServiceTime } from "./read/serviceTime";

interface FilesOfAccountsOptions {
  readonly accounts: Pick<Accounts, "get" | "onDidChange">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hash: (bytes: Uint8Array) => Promise<string>;
  readonly requestTimeoutMs: () => number;
  readonly backups: {
    single(key: AppKey): ChangeLog;
    begin(header: OperationHeader): Promise<OperationLog>;
  };
  readonly onRepaired?: (app: AppKey, path: string) => void;
  /** Temporary files may stay in the app until the next start. */
  readonly onLeft?: (appName: string, paths: readonly string[]) => void;
  readonly shared?: Omit<LateFileOptions, "clock" | "logger" | "key">;
}

export class FilesOfAccounts {
  private readonly apps = new Map<string, AppFiles>();
  private readonly listener: { dispose(): void };

  constructor(private readonly options: FilesOfAccountsOptions) {
    this.listener = options.accounts.onDidChange(({ added, removed, changed }) => {
      for (const { id } of [...removed, ...changed]) this.forgetAccount(id);
      this.takeOver(added.map(({ id }) => id)).catch((error: unknown) =>
        options.logger.warn(`Requests of windows that have ended are not looked after: ${error}`),
      );
    });
  }

  get({ accountId, appId }: AppKey): AppFiles {
    const key = { accountId, appId };
    const known = this.apps.get(keyText(key));
    if (known) return known;
    const files = this.create(key);
    this.apps.set(keyText(key), files);
    return files;
  }

  /** Adopts unresolved requests of ended windows. Rejects when the disk fails. */
  async takeOver(accountIds: readonly string[]): Promise<void> {
    const { shared, clock, logger } = this.options;
    if (!shared) return;
    for (const accountId of accountIds)
      for (const appId of await appsWithRequests({ ...shared, clock, logger }, accountId))
        this.get({ accountId, appId });
  }

  get all(): readonly AppFiles[] {
    return [...this.apps.values()];
  }

  /** Resolves when every answered deletion is proved, or its file is shown again. */
  async settled(): Promise<void> {
    await Promise.all(this.all.map((files) => files.settled()));
  }

  dispose(): void {
    this.listener.dispose();
    for (const files of this.all) files.dispose();
  }

  private create(key: AppKey): AppFiles {
    const { accounts, clock, logger, hash, backups, shared, requestTimeoutMs } = this.options;
    const { accountId, appId } = key;
    const note: NoteRequests = (probed, ...requests) =>
      this.get({ accountId, appId: probed }).willSend(...requests);
    return new AppFiles({
      key,
      service: fileServiceOf(appId, () => accounts.get(accountId)?.client, requestTimeoutMs, note),
      clock,
      logger,
      hash,
      // Per app: files get their times from the app's machine.
      serviceTime: new ServiceTime(),
      log: () => backups.single(key),
      onRepaired: (path) => this.options.onRepaired?.(key, path),
      onLeft: (paths) => this.left(key, paths),
      lateFile: shared && new LateFile({ ...shared, clock, logger, key }),
      beginDeletion: () =>
        backups.begin({ kind: "delete", ...key, appName: accounts.get(accountId)?.apps.find(appId)?.name }),
      unpacksArchives: () => accounts.get(accountId)?.client.dialect.get("archiveUploads") === "extracted",
    });
  }

  private left({ accountId, appId }: AppKey, paths: readonly string[]): ReturnType<OnLeft> {
    const apps = this.options.accounts.get(accountId)?.apps;
    const app = apps?.find(appId);
    if (app) this.options.onLeft?.(app.name, paths);
    if (app) return "journaled";
    return apps && isWholeList(apps.snapshot) ? "gone" : undefined;
  }

  /** The object itself stays, for running changes and a new sign-in. */
  private forgetAccount(accountId: string): void {
    for (const files of this.all) if (files.key.accountId === accountId) files.clear();
  }
}

/** Uses the account's present client; without one, calls reject with a ServiceError "unauthorized". */
export function fileServiceOf(
  appId: string,
  client: () => ServiceClient | undefined,
  timeoutMs: () => number,
  note?: NoteRequests,
): FileService {
  const now = (): ServiceClient => {
    const found = client();
    if (!found) throw new ServiceError("unauthorized", "not sent: not signed in");
    return found;
  };
  return {
    observe: async (path, options = {}) => await now().readPath(appId, path, options),
    upload: async (path, bytes, options = {}) => {
      const current = now();
      // Only uploads cause such requests.
      if (note) current.uploadDialect.note = note;
      await current.uploadFile(appId, path, bytes, options);
    },
    uploadOutcome: {
      proved: (path) => client()?.uploadDialect.proved(appId, path),
      doubtOf: (path) => client()?.uploadDialect.doubtOf(appId, path),
      failed: async (path, upload) =>
        (await client()?.uploadDialect.recover(appId, { path, ...upload })) ?? "none",
      ended: (path) => client()?.uploadDialect.ended(appId, path),
    },
    download: async (path, options = {}) => await now().downloadFile(appId, path, options),
    losesCharacters: () => client()?.dialect.losesCharacters ?? false,
    remove: async (paths, options = {}) => await now().deleteFiles(appId, paths, options),
    canRemoveNow: () => now().deletes.isFree,
    get timeoutMs() {
      return timeoutMs();
    },
  };
}
