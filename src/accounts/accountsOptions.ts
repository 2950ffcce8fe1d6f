// Dependencies of Accounts: settings, storage and the local service.
import type { DialectMemory } from "../api/dialect/serviceDialect";
import type { Clock } from "../core/async/clock";
import type { MachineFiles } from "../core/disk/machineFiles";
import type { Logger } from "../core/logger";
import type { PermissionMemory } from "./accountPermissions";
import type { ChangedFilesMemory } from "./changedFiles";
import type { SecretStore } from "./sessionStore";
import type { LocalUser, StoredSession } from "./storedSessions";

export interface AccountsOptions {
  readonly secrets: SecretStore;
  readonly hosts: () => unknown;
  /** Detected dialect; in memory only when absent. */
  readonly dialectMemory?: ((accountId: string) => DialectMemory) | undefined;
  /** Apps that need a restart for their changed files; in memory only when absent. */
  readonly changedFiles?: ((accountId: string) => ChangedFilesMemory) | undefined;
  /** Responses that confirm or refute denied permissions; in memory only when absent. */
  readonly permissions?: ((accountId: string) => PermissionMemory) | undefined;
  readonly requestTimeoutMs: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Starts the local service; resolves with its URL and token. */
  readonly wakeLocalService: (session: StoredSession) => Promise<StoredSession>;
  readonly machineFiles: MachineFiles;
  /** Unique for all time. Absent: rate limits are not shared with other windows. */
  readonly windowId?: string | undefined;
  /** Not a secret, so it survives on Linux without a keyring. */
  readonly localUser: { get(): unknown; set(user: LocalUser | undefined): PromiseLike<void> };
}
