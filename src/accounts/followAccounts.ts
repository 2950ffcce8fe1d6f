// Listens to every account, present and future, while it exists.
import type { Disposable } from "../core/async/emitter";
import type { AppKey } from "../core/model/appKey";
import type { Account, Accounts } from "./accounts";

/** Calls `listen` once for each account and disposes of its result when the account is removed. */
export function followAccounts(
  accounts: Pick<Accounts, "all" | "onDidChange">,
  listen: (account: Account) => Disposable,
): Disposable {
  const followed = new Map<Account, Disposable>();
  const follow = (): void => {
    const now = new Set(accounts.all);
    for (const [account, listener] of [...followed]) {
      if (now.has(account)) continue;
      listener.dispose();
      followed.delete(account);
    }
    for (const account of now) if (!followed.has(account)) followed.set(account, listen(account));
  };
  const changes = accounts.onDidChange(follow);
  follow();
  return {
    dispose: () => {
      for (const listener of [changes, ...followed.values()]) listener.dispose();
    },
  };
}

interface LostApp extends AppKey {
  readonly name: string;
}

/** For each app that was deleted elsewhere. */
export function onDidLoseApp(
  accounts: Pick<Accounts, "all" | "onDidChange">,
  listener: (app: LostApp) => void,
): Disposable {
  return followAccounts(accounts, ({ id, apps }) =>
    apps.onDidLose(({ appId, name }) => listener({ accountId: id, appId, name })),
  );
}
