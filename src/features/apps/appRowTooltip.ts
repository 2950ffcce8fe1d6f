// The hover of an app's row: what the service says of it, and which commit was pushed to it last.
import type * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { AppCondition } from "../../core/metrics/appConditions";
import type { App } from "../../core/model/model";
import { webAddressOf } from "../../core/settings/hostSettings";
import { ageText } from "../../editor/ageText";
import { commitText, uncommittedText } from "../../editor/project/gitState";
import { pushedCommits } from "../../editor/project/pushedCommits";
import { settings } from "../../editor/settings";
import type { StateMemory } from "../../editor/state/stateMemory";
import { troubleOf } from "../../editor/tree/accountTrouble";
import { appTooltip } from "./appItems";

/** What the window knows of the app: what watching found out, and in `state` what was pushed. */
interface AppRowKnown {
  readonly conditions: readonly AppCondition[] | undefined;
  readonly state: StateMemory;
  readonly now: number;
}

interface AppRow {
  readonly account: Account;
  readonly appId: string;
}

export function appRowTooltip(
  app: App,
  row: AppRow,
  { conditions, state, now }: AppRowKnown,
): vscode.MarkdownString {
  return appTooltip(app, {
    conditions,
    asOf: troubleOf(row.account)?.asOf,
    accountId: row.account.id,
    address: webAddressOf(row.account, app, settings.hosts()),
    pushed: pushedText(state, row, now),
  });
}

/** "main a1b2c3d, 3 uncommitted files, 2 h ago"; undefined where this workspace knows of no push. */
function pushedText(state: StateMemory, row: AppRow, now: number): string | undefined {
  const [last] = pushedCommits(state, { accountId: row.account.id, appId: row.appId });
  if (!last) return undefined;
  return [commitText(last), uncommittedText(last.uncommitted), ageText(now - last.at)]
    .filter(Boolean)
    .join(", ");
}
