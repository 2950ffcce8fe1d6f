// The question before a save replaces a change that VS Code could not see.
import * as vscode from "vscode";
import { nameOf } from "../../../core/paths/appPath";
import { ask } from "../../../editor/shown/questions";
import type { ConflictChoice } from "./conflictQuestions";

/** Asks what to do; Compare shows what the app has beside the editor's text and keeps the app's file. */
export async function askConflict(uri: vscode.Uri): Promise<ConflictChoice> {
  const compare = vscode.l10n.t("Compare");
  const overwrite = vscode.l10n.t("Overwrite");
  const answer = await ask(
    vscode.l10n.t("{0} was changed in the app since you opened it.", nameOf(uri.path)),
    [
      vscode.l10n.t(
        "Overwrite replaces the app's file with your changes. Cancel keeps the app's file, and your changes stay in the editor.",
      ),
    ],
    [compare, overwrite],
  );
  if (answer === compare)
    await vscode.commands.executeCommand("workbench.files.action.compareWithSaved", uri);
  return answer === overwrite ? "overwrite" : "cancel";
}
