// Says once that auto save after a delay uploads while one types, and offers the kind that waits.
import * as vscode from "vscode";
import { appScheme } from "../../../editor/appUris";
import { autoSave } from "../../../editor/settings";
import { tell } from "../../../editor/shown/messages";
import type { StateMemory } from "../../../editor/state/stateMemory";

const stateKey = "autoSaveNoticeShown";

/** Watches for the first file of an app that is edited under such a setting. */
export function autoSaveNotice(state: StateMemory): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.scheme !== appScheme || contentChanges.length === 0) return;
    if (autoSave.get(document.uri) !== "afterDelay" || state.get(stateKey)) return;
    void state.update(stateKey, true);
    void offer();
  });
}

async function offer(): Promise<void> {
  await tell(
    "information",
    vscode.l10n.t(
      "Auto Save uploads this file repeatedly while you type, but the service accepts only one upload every three seconds.",
    ),
    {
      [vscode.l10n.t("Save on Focus Change")]: () => autoSave.set("onFocusChange"),
      [vscode.l10n.t("Keep Auto Save")]: () => undefined,
    },
  );
}
