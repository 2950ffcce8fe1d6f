// The apps of each account that the filter lets through, in the order that the user chose.
import type { Account } from "../../accounts/accounts";
import type { App } from "../../core/model/model";
import { isOutdated } from "../../editor/tree/accountTrouble";
import { AppOrder } from "./appOrder";
import type { Arrangement } from "./arrangement";

export class ShownApps {
  private readonly orders = new WeakMap<Account, AppOrder>();

  constructor(private readonly arrangement: Arrangement) {}

  get isFiltered(): boolean {
    return this.arrangement.current.filter !== "";
  }

  byTeam(account: Account): ReadonlyMap<string | undefined, readonly App[]> {
    const order = this.orders.get(account) ?? new AppOrder();
    this.orders.set(account, order);
    return order.byTeam(account.apps.snapshot.apps ?? [], this.arrangement.current);
  }

  ofTeam(account: Account, teamId: string | undefined): readonly App[] {
    return this.byTeam(account).get(teamId) ?? [];
  }

  /** So many are shown, and so many there are. */
  countsOf(account: Account, teamId: string | undefined): [shown: number, all: number] {
    const shown = this.ofTeam(account, teamId).length;
    if (!this.isFiltered) return [shown, shown];
    return [shown, (account.apps.snapshot.apps ?? []).filter((app) => app.teamId === teamId).length];
  }

  countIn(accounts: readonly Account[]): number {
    const counts = accounts.flatMap((account) =>
      [...this.byTeam(account).values()].map(({ length }) => length),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

/** As its row shows it: without figures that may no longer be true. */
export function shownApp(account: Account, appId: string): App | undefined {
  const app = account.apps.find(appId);
  if (!app || !isOutdated(account)) return app;
  const { metrics: _old, ...rest } = app;
  return rest;
}
