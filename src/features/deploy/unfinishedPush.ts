// A push that goes on is written down, so that the next start knows of one that a closed window cut off.
import * as vscode from "vscode";

/** What is known of it. */
export interface UnfinishedPush {
  readonly folder: string;
  readonly folderName: string;
  readonly accountId: string;
  readonly appId: string;
  readonly appName: string;
  readonly total: number;
}

/** In the workspace's state; `syncCommands.ts` looks for it when the window opens. */
export const unfinishedKey = "unfinishedPush";

/** Says what happened; resolves with whether the user wants to go on. */
export async function askToGoOn(state: vscode.Memento): Promise<UnfinishedPush | undefined> {
  const push = state.get<UnfinishedPush>(unfinishedKey);
  if (!push) return undefined;
  await state.update(unfinishedKey, undefined);
  const goOn = vscode.l10n.t("Compare and Go On");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "The window closed while {0} was pushed to {1} ({2} changes). What was sent is complete, the rest is as it was; comparing shows it.",
      push.folderName,
      push.appName,
      push.total,
    ),
    goOn,
  );
  return answer === goOn ? push : undefined;
}
