// A team's page as a read-only document, shown as a preview if VS Code can.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { attempt } from "../../editor/host/optionalApis";

export const teamScheme = "hosted-apps-team";

/** Registers the content of these documents, also of one that is restored after a reload. */
export function registerTeamDocuments(accounts: Accounts): vscode.Disposable {
  return attempt(() =>
    vscode.workspace.registerTextDocumentContentProvider(teamScheme, {
      provideTextDocumentContent: async (uri) => (await import("./teamText")).teamPageOf(accounts, uri.query),
    }),
  );
}
