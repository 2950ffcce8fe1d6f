// What the accounts are made with.

import type { SpellingMemory } from "../api/wire/spelling";
import type { Clock } from "../core/async/clock";
import type { MachineFiles } from "../core/disk/machineFiles";
import type { Logger } from "../core/logger";
import type { PermissionMemory } from "./accountPermissions";
import type { ChangedFilesMemory } from "./changedFiles";
import type { SecretStore } from "./sessionStore";
import type { LocalUser, StoredSession } from "./storedSessions";

export interface AccountsOptions {
  readonly secrets: SecretStore;
  /** The setting service.hosts, as the user has written it. */
  readonly hosts: () => unknown;
  /** Where it is kept what an account's service has shown of its spelling; not kept when absent. */
  readonly wireMemory?: ((accountId: string) => SpellingMemory) | undefined;
  /** Where it is kept which apps of an account have files that their run does not; not kept when absent. */
  readonly changedFiles?: ((accountId: string) => ChangedFilesMemory) | undefined;
  /** Where it is kept what the service has answered to what flags of teams rule out; not kept when absent. */
  readonly permissions?: ((accountId: string) => PermissionMemory) | undefined;
  readonly requestTimeoutMs: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Brings up the local service for a remembered session; answers where it is now. */
  readonly wakeLocalService: (session: StoredSession) => Promise<StoredSession>;
  /** Says which sign-ins there are; the tokens are in the secret store. */
  readonly machineFiles: MachineFiles;
  /**
   * With this the service's limits are kept with the other windows of the machine, else by this window alone. No other
   * window has this id, now or later.
   */
  readonly windowId?: string | undefined;
  /** Who uses the local service: not a secret, so it survives where secrets do not (Linux without a keyring). */
  readonly localUser: { get(): unknown; set(user: LocalUser | undefined): PromiseLike<void> };
}
