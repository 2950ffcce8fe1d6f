// Reads a folder's hosted-app.json. What is wrong with it stands in Problems, at its place, until it is mended.
import * as vscode from "vscode";
import {
  type AppFile,
  type AppFileProblem,
  appFileName,
  isOnlyWarning,
  parseAppFile,
} from "../../core/appFile";
import { appFileSentence } from "./appFileSentences";

/** The Problems of every hosted-app.json that was read. */
export class AppFileDiagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection("hosted-apps");
  private readonly listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (this.collection.has(document.uri))
        this.show(document.uri, document, parseAppFile(document.getText()).problems);
    }),
    vscode.workspace.onDidDeleteFiles(({ files }) => {
      for (const uri of files) this.collection.delete(uri);
    }),
  );

  /** Shows the problems of a file; none takes the older ones away. */
  show(uri: vscode.Uri, document: vscode.TextDocument, problems: readonly AppFileProblem[]): void {
    this.collection.set(
      uri,
      problems.map((problem) => {
        const range = new vscode.Range(
          document.positionAt(problem.offset),
          document.positionAt(problem.offset + Math.max(1, problem.length)),
        );
        const diagnostic = new vscode.Diagnostic(
          range,
          appFileSentence(problem.mistake),
          severityOf(problem),
        );
        diagnostic.source = "Hosted Apps";
        return diagnostic;
      }),
    );
  }

  dispose(): void {
    this.listeners.dispose();
    this.collection.dispose();
  }
}

/** The address of a folder's file. */
export function appFileUri(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, appFileName);
}

/** The settings in the folder, undefined without a file. Rejects, with the place, when the file has a mistake. */
export async function readAppFile(
  folder: vscode.Uri,
  diagnostics: AppFileDiagnostics,
): Promise<AppFile | undefined> {
  const uri = appFileUri(folder);
  if (!(await exists(uri))) return undefined;
  // As the editor has it, so that the places of mistakes are right also before it is saved.
  const document = await vscode.workspace.openTextDocument(uri);
  const { file, problems } = parseAppFile(document.getText());
  diagnostics.show(uri, document, problems);
  const first = problems.find((problem) => !isOnlyWarning(problem));
  if (!first) return file;
  const show = vscode.l10n.t("Show");
  const place = document.positionAt(first.offset);
  void offerToShow(
    vscode.l10n.t(
      "{0}, line {1}: {2} Nothing was sent; mend the file and try again.",
      appFileName,
      place.line + 1,
      appFileSentence(first.mistake),
    ),
    show,
    () => vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) }),
  );
  throw new vscode.CancellationError();
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.File) !== 0,
    () => false,
  );
}

async function offerToShow(sentence: string, button: string, show: () => Thenable<unknown>): Promise<void> {
  if ((await vscode.window.showErrorMessage(sentence, button)) === button) await show();
}

function severityOf(problem: AppFileProblem): vscode.DiagnosticSeverity {
  return isOnlyWarning(problem) ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Error;
}
