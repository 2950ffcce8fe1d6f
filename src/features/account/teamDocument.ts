// The page of a team as a read-only document, shown as a preview where VS Code can.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { attempt } from "../../editor/host/optionalApis";

/** Scheme of the pages of teams. */
export const teamScheme = "hosted-apps-team";

/** Registers what such a document holds, also for one that is restored after a reload. */
export function registerTeamDocuments(accounts: Accounts): vscode.Disposable {
  return attempt(() =>
    vscode.workspace.registerTextDocumentContentProvider(teamScheme, {
      provideTextDocumentContent: async (uri) => (await import("./teamText")).teamPageOf(accounts, uri.query),
    }),
  );
}
