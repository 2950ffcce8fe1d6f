// Listens to every account there is and those that come, for as long as each is there.
import type { Disposable } from "../core/async/emitter";
import type { AppKey } from "../core/model/appKey";
import type { Account, Accounts } from "./accounts";

/** Calls `listen` with each account once, and disposes of its answer when the account is gone. */
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

/** An app that is gone. */
interface LostApp extends AppKey {
  readonly name: string;
}

/** Calls the listener with each app that turns out to have been deleted elsewhere. */
export function onDidLoseApp(
  accounts: Pick<Accounts, "all" | "onDidChange">,
  listener: (app: LostApp) => void,
): Disposable {
  return followAccounts(accounts, ({ id, apps }) =>
    apps.onDidLose(({ appId, name }) => listener({ accountId: id, appId, name })),
  );
}
