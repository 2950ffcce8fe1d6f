import type { AccountApps } from "./accountApps";
import type { Account } from "./accounts";

interface WithApps {
  readonly apps: Pick<AccountApps, "snapshot" | "refresh">;
}

/** Reads the apps of accounts that were not listed yet. Failures are in the snapshots. */
export async function loadApps(accounts: readonly WithApps[]): Promise<void> {
  await Promise.all(accounts.map(({ apps }) => (apps.snapshot.apps ? undefined : apps.refresh())));
}

/** Reads all lists again where none has the app, which may be new. Failures are in the snapshots. */
export async function loadAppsWith(appId: string, accounts: readonly Pick<Account, "apps">[]): Promise<void> {
  await loadApps(accounts);
  if (accounts.some(({ apps }) => apps.find(appId))) return;
  await Promise.all(accounts.map(({ apps }) => apps.refresh()));
}
