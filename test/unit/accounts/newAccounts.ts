// The accounts of a window on a machine in memory.
import { Accounts } from "../../../src/accounts/accounts";
import type { AccountsOptions } from "../../../src/accounts/accountsOptions";
import { silentLogger } from "../../../src/core/logger";
import { FakeClock } from "../../support/fakeClock";
import { MemoryMachineFiles } from "../../support/memoryMachineFiles";
import { Secrets } from "../../support/memorySecrets";

export function newAccounts(own: Partial<AccountsOptions> = {}): Accounts {
  return new Accounts({
    secrets: new Secrets(),
    machineFiles: new MemoryMachineFiles(),
    hosts: () => ({}),
    requestTimeoutMs: () => 1_000,
    clock: new FakeClock(),
    logger: silentLogger,
    wakeLocalService: async (session) => session,
    localUser: { get: () => undefined, set: async () => {} },
    ...own,
  });
}
