// The one way an error reaches the user, with the button that helps.
import * as vscode from "vscode";
import { CancelledError } from "../core/errors/cancelledError";
import { isServiceError } from "../core/errors/serviceError";
import { sentenceFor } from "./errorSentences";
import { showErrorMessage } from "./shown/messages";

/** True for our own cancel, VS Code's, and an aborted request. */
export function isCancellation(error: unknown): boolean {
  return (
    error instanceof vscode.CancellationError ||
    error instanceof CancelledError ||
    (error instanceof Error && error.name === "AbortError")
  );
}

/** Shows the error's sentence; resolves when the user has answered. */
export async function showError(error: unknown): Promise<void> {
  const signIn = vscode.l10n.t("Sign In Again");
  const showLog = vscode.l10n.t("Show Output");
  const diagnose = vscode.l10n.t("Diagnose");
  const isNotUnderstood = isServiceError(error, "wire", "misplaced", "badResponse");
  const buttons = isServiceError(error, "unauthorized")
    ? [signIn]
    : isNotUnderstood
      ? [diagnose, showLog]
      : [showLog];
  const answer = await showErrorMessage(sentenceFor(error), ...buttons);
  if (answer === signIn) await vscode.commands.executeCommand("hostedApps.account.signIn");
  if (answer === diagnose) await vscode.commands.executeCommand("hostedApps.service.diagnose");
  if (answer === showLog) await vscode.commands.executeCommand("hostedApps.log.show");
}
