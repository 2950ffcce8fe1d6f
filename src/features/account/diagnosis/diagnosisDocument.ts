// Read-only documents with the reports of this window's diagnoses.
import * as vscode from "vscode";
import { attempt } from "../../../editor/host/optionalApis";

const scheme = "hosted-apps-diagnosis";

const reports = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();

export function registerDiagnosisDocuments(): vscode.Disposable {
  return attempt(() =>
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) =>
        reports.get(uri.query) ??
        vscode.l10n.t('This report no longer exists. Run "Hosted Apps: Diagnose the Service" again.'),
    }),
  );
}

/** Shows the report of an account, replacing an older one. */
export async function showReport(accountId: string, report: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme, path: `/${vscode.l10n.t("Diagnosis")}.md`, query: accountId });
  reports.set(accountId, report);
  changed.fire(uri);
  const { showMarkdown } = await import("../../../editor/safeUi/markdown");
  await showMarkdown(uri);
}
