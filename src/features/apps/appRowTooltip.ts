// The hover of an app's row: what the service says of it, and which commit was pushed to it last.
import type * as vscode from "vscode";
import type { AppKey } from "../../core/model/appKey";
import type { App } from "../../core/model/model";
import { webAddress } from "../../core/model/webAddress";
import { ageText } from "../../editor/ageText";
import { commitText, uncommittedText } from "../../editor/project/gitState";
import { pushedCommits } from "../../editor/project/pushedCommits";
import { settings } from "../../editor/settings";
import type { StateMemory } from "../../editor/state/stateMemory";
import { appTooltip } from "./appItems";

interface AppAccount {
  readonly id: string;
  readonly baseUrl: string;
}

export function appRowTooltip(
  app: App,
  { id, baseUrl }: AppAccount,
  state: StateMemory,
  now: number,
): vscode.MarkdownString {
  const pushed = pushedText(state, { accountId: id, appId: app.id }, now);
  return appTooltip(app, webAddress(baseUrl, app, settings.webAddress()), id, pushed);
}

/** "main a1b2c3d, 3 uncommitted files, 2 h ago"; undefined where this workspace knows of no push. */
function pushedText(state: StateMemory, app: AppKey, now: number): string | undefined {
  const [last] = pushedCommits(state, app);
  if (!last) return undefined;
  return [commitText(last), uncommittedText(last.uncommitted), ageText(now - last.at)]
    .filter(Boolean)
    .join(", ");
}
