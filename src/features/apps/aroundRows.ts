// The Apps view beside its rows: welcome text, outdated list, filter, and the number of apps that need a restart.
import * as vscode from "vscode";
import type { AppsSnapshot } from "../../accounts/accountApps";
import type { Account } from "../../accounts/accounts";
import { isRestartAwaited, saysFailed } from "../../core/model/appStatus";
import { formatClock } from "../../core/text/format";
import type { ContextKeys } from "../../editor/contextKeys";
import { troubleOf } from "../../editor/tree/accountTrouble";
import { countText } from "./appItems";
import type { ShownApps } from "./appOrder";

/** The welcome text to show, if any. `isAnyShown`: whether any app passes the filter. */
export function stateOfView(
  snapshots: readonly AppsSnapshot[],
  isAnyShown: () => boolean,
): ContextKeys["state"] {
  if (snapshots.length === 0) return "signedOut";
  const isMissing = snapshots.some(({ missing }) => missing);
  if (isMissing || snapshots.some(({ apps }) => apps && apps.length > 0))
    return isMissing || isAnyShown() ? "ready" : "filtered";
  if (snapshots.some(({ error }) => error)) return "failed";
  return snapshots.every(({ apps }) => apps) ? "empty" : "loading";
}

type View = Pick<vscode.TreeView<unknown>, "message" | "description" | "badge">;

export function drawAroundRows(view: View, accounts: readonly Account[], shown: ShownApps): void {
  const apps = accounts.flatMap(({ apps: { snapshot } }) => snapshot.apps ?? []);
  const message = outdatedMessage(accounts);
  // VS Code takes each assignment for a change, and draws rows that change within 200 ms of it later by that.
  if (view.message !== message) view.message = message;
  view.description = shown.isFiltered
    ? `${countText(shown.countIn(accounts), apps.length)} · ${shown.filter}`
    : "";
  // As in the rows.
  const restarts = apps.filter((app) => isRestartAwaited(app) && !saysFailed(app)).length;
  view.badge =
    restarts === 0
      ? undefined
      : { value: restarts, tooltip: vscode.l10n.t("Apps that need a restart: {0}", restarts) };
}

/** For a single account, which has no row. VS Code shows a message in place of the welcome text. */
function outdatedMessage([account, ...more]: readonly Account[]): string {
  const { apps = [], refreshedAt = 0 } = account?.apps.snapshot ?? {};
  const trouble = account && more.length === 0 && apps.length > 0 ? troubleOf(account) : undefined;
  return trouble ? vscode.l10n.t("Last updated {0}. {1}", formatClock(refreshedAt), trouble.reason) : "";
}
