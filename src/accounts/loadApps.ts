import type { AccountApps } from "./accountApps";

interface WithApps {
  readonly apps: Pick<AccountApps, "snapshot" | "refresh">;
}

/** Reads the apps of accounts that were not listed yet. Failures are in the snapshots. */
export async function loadApps(accounts: readonly WithApps[]): Promise<void> {
  await Promise.all(accounts.map(({ apps }) => (apps.snapshot.apps ? undefined : apps.refresh())));
}
