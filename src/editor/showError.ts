// The one way in which an error reaches the user, with the button that helps.
import * as vscode from "vscode";
import { isCancellation } from "../core/errors/cancelledError";
import { isServiceError } from "../core/errors/serviceError";
import { sentenceFor } from "./errorSentences";
import type { Title } from "./safeUi/failureTitles";
import { notify } from "./safeUi/messages";

export interface Failure {
  readonly title?: Title | undefined;
  readonly tryAgain?: (() => Promise<unknown>) | undefined;
  /** Offered for a missing permission: afterwards, requests that the user's flags rule out may be tried. */
  readonly tryAnyway?: () => void;
}

/** Shows the error's sentence, or nothing for a cancellation; resolves when the user has answered. */
export async function showError(error: unknown, { title, tryAgain, tryAnyway }: Failure = {}): Promise<void> {
  if (isCancellation(error)) return;
  const run = vscode.commands.executeCommand;
  const offers: Record<string, () => unknown> = {};
  const team = isServiceError(error, "forbidden") ? error.app?.team : undefined;
  if (isServiceError(error, "unauthorized"))
    offers[vscode.l10n.t("Sign In Again")] = () =>
      run("hostedApps.account.signIn", { accountId: error.app?.accountId });
  else if (team && isServiceError(error)) {
    const { accountId } = error.app ?? {};
    if (tryAnyway) offers[vscode.l10n.t("Try Anyway")] = tryAnyway;
    offers[vscode.l10n.t("Show Permissions")] = () =>
      run("hostedApps.account.showTeam", { accountId, teamId: team.id });
  } else {
    if (tryAgain && isHarmlessToRepeat(error)) offers[vscode.l10n.t("Try Again")] = tryAgain;
    if (isServiceError(error, "dialect", "misplaced", "badResponse"))
      offers[vscode.l10n.t("Diagnose")] = () => run("hostedApps.service.diagnose");
    offers[vscode.l10n.t("Show Output")] = () => run("hostedApps.log.show");
  }
  await notify("error", sentenceAbout(error, title), offers);
}

/** Resolves when `work` is done, or when the user has seen that it failed; they may have tried again. */
export async function orShowError(work: () => unknown, title?: Title): Promise<void> {
  try {
    await work();
  } catch (error) {
    await showError(error, { title, tryAgain: () => orShowError(work, title) });
  }
}

/** Our own errors name what failed, and so does a refusal. */
function sentenceAbout(error: unknown, title: Title | undefined): string {
  const sentence = sentenceFor(error);
  if (!title || !isServiceError(error) || error.kind === "forbidden") return sentence;
  return `${title(error.app?.name ?? vscode.l10n.t("the app"))} ${sentence}`;
}

/** The request did not reach the service, or changed nothing there, and may succeed the next time. */
function isHarmlessToRepeat(error: unknown): boolean {
  return isServiceError(error, "network", "timeout", "server", "rateLimited") && !error.outcomeUnknown;
}
