// Reads a folder's hosted-app.json. Its mistakes are listed in Problems until they are fixed.
import * as vscode from "vscode";
import type { FolderSource } from "../../../core/disk/folderSource";
import { isOnlyWarning, parseProjectFile } from "../../../core/project/projectFile";
import type { SettingsTextProblem } from "../../../core/settings/settingsJson";
import { mistakeSentence } from "../../../editor/appSettings/mistakeSentences";
import {
  firstMistake,
  linesBefore,
  mistakeText,
  type NamedApps,
  namedApps,
  noFile,
  projectFileText,
  projectFileUri,
} from "../../../editor/project/projectFileIn";
import { notify } from "../../../editor/safeUi/messages";

/** The Problems of every hosted-app.json that was read. */
export class ProjectFileDiagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection("hosted-apps");
  private readonly listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (this.collection.has(document.uri)) this.show(document.uri, document.getText());
    }),
    vscode.workspace.onDidDeleteFiles(({ files }) => {
      for (const uri of files) this.collection.delete(uri);
    }),
  );

  /** Shows the problems of a file with this text; none takes the older ones away. */
  show(uri: vscode.Uri, text: string): void {
    this.collection.set(
      uri,
      parseProjectFile(text).problems.map((problem) => {
        const { offset, length, mistake } = problem;
        const range = new vscode.Range(
          positionAt(text, offset),
          positionAt(text, offset + Math.max(1, length)),
        );
        const diagnostic = new vscode.Diagnostic(range, mistakeSentence(mistake), severityOf(problem));
        diagnostic.source = "Hosted Apps";
        return diagnostic;
      }),
    );
  }

  /** The file is gone. */
  forget(uri: vscode.Uri): void {
    this.collection.delete(uri);
  }

  dispose(): void {
    this.listeners.dispose();
    this.collection.dispose();
  }
}

/** Reads the folder's file. Rejects, with the place, when it has a mistake. */
export async function readProjectFile(
  folder: vscode.Uri,
  diagnostics: ProjectFileDiagnostics,
  source?: FolderSource,
): Promise<NamedApps> {
  const uri = projectFileUri(folder);
  const text = await projectFileText(folder, source);
  if (text === undefined) {
    diagnostics.forget(uri);
    return noFile;
  }
  const read = parseProjectFile(text);
  diagnostics.show(uri, text);
  const first = firstMistake(read);
  if (!first) return namedApps(read);
  const place = positionAt(text, first.offset);
  void notify("error", mistakeText(text, first), {
    [vscode.l10n.t("Show")]: () =>
      vscode.window.showTextDocument(uri, { selection: new vscode.Range(place, place) }),
  });
  throw new vscode.CancellationError();
}

function positionAt(text: string, offset: number): vscode.Position {
  const lines = linesBefore(text, offset);
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}

function severityOf(problem: SettingsTextProblem): vscode.DiagnosticSeverity {
  return isOnlyWarning(problem) ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Error;
}
