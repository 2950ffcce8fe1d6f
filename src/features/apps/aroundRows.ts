// What the Apps view says beside its rows: its welcome text, that the list is old and why, its filter, how many apps need a restart.
import * as vscode from "vscode";
import type { AppsSnapshot } from "../../accounts/accountApps";
import { needsRestart } from "../../core/model/appStatus";
import { formatClock } from "../../core/text/format";
import type { ContextKeys } from "../../editor/contextKeys";
import { sentenceFor } from "../../editor/errorSentences";

/** Which welcome text the view shows, if any; `isAnyShown`: whether the filter leaves any app. */
export function stateOfView(
  snapshots: readonly AppsSnapshot[],
  isAnyShown: () => boolean,
): ContextKeys["state"] {
  if (snapshots.length === 0) return "signedOut";
  const isMissing = snapshots.some(({ missing }) => missing);
  if (isMissing || snapshots.some(({ apps }) => apps && apps.length > 0))
    return isMissing || snapshots.length > 1 || isAnyShown() ? "ready" : "filtered";
  if (snapshots.some(({ error }) => error)) return "failed";
  return snapshots.every(({ apps }) => apps) ? "empty" : "loading";
}

type View = Pick<vscode.TreeView<unknown>, "message" | "description" | "badge">;

/** `snapshots`: of every account. */
export function drawAroundRows(view: View, snapshots: readonly AppsSnapshot[], filter: string): void {
  // A message takes the place of the welcome text, so it is only for a list that is still shown.
  const isShown = snapshots.some(({ apps }) => apps && apps.length > 0);
  const failed = snapshots.find(({ error }) => error);
  const message = isShown && failed?.error ? outdatedMessage(failed.error, failed.refreshedAt) : "";
  // VS Code counts each setting as a change and draws rows that change within 200 ms of it that much later.
  if (view.message !== message) view.message = message;
  view.description = filter === "" ? "" : vscode.l10n.t("filtered: {0}", filter);
  const restarts = snapshots.flatMap(({ apps }) => apps ?? []).filter(needsRestart).length;
  view.badge =
    restarts === 0
      ? undefined
      : { value: restarts, tooltip: vscode.l10n.t("Apps that need a restart: {0}", restarts) };
}

function outdatedMessage(error: Error, refreshedAt: number | undefined): string {
  const since = refreshedAt === undefined ? "" : formatClock(refreshedAt);
  return vscode.l10n.t("Last updated {0}. {1}", since, sentenceFor(error));
}
