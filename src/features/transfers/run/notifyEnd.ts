// The notice at the end of a transfer, with a list of failed files on demand.
import * as vscode from "vscode";
import { isCancellation } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { nameOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { appUri } from "../../../editor/appUris";
import { type CommandId, runCommand } from "../../../editor/commands/commands";
import { sentenceFor } from "../../../editor/errorSentences";
import { failureTitles } from "../../../editor/safeUi/failureTitles";
import { showQuickPick } from "../../../editor/safeUi/inputs";
import { notify } from "../../../editor/safeUi/messages";
import { orShowError, showError } from "../../../editor/showError";
import { type LeftFile, withFullStop } from "../ask/problemText";
import type { TransferOutcome } from "./doTransfer";

export interface Offer {
  readonly button: string;
  readonly run: () => Thenable<unknown>;
  /** Its title begins the sentence about a failure. */
  readonly command?: CommandId;
}

interface End {
  readonly said: readonly string[];
  readonly failed: readonly LeftFile[];
  /** Not transferred, and nothing to decide. */
  readonly skipped?: readonly LeftFile[];
  /** For Undo; absent where nothing was changed. */
  readonly operationId?: string | undefined;
  /** Left for the user to decide where nothing was asked. */
  readonly left?: readonly LeftFile[];
  readonly next?: Offer | undefined;
  /** Repeats what failed. */
  readonly retry?: Required<Omit<Offer, "button">> | undefined;
  /** For opening a failed file. */
  readonly app?: AppKey | undefined;
}

/** The sentences of a command; the functions get the number of files. */
export interface EndWords {
  readonly done: string;
  readonly removed?: (count: string) => string;
  readonly cancelled?: (count: string) => string;
  /** For all left files, instead of their own reasons. */
  readonly leftReason?: string;
  readonly linked?: readonly string[];
}

/** The words of an upload or download. "nothing": there was no file to transfer. */
export function copiedWords(
  { put, left, failed, cancelled }: TransferOutcome,
  words: Record<"one" | "many" | "none" | "nothing", string> & Pick<EndWords, "cancelled">,
): EndWords {
  const done = put.length > 1 ? "many" : "one";
  const none = left.length + failed.length + cancelled.length > 0 ? "none" : "nothing";
  return { ...words, done: words[put.length > 0 ? done : none], leftReason: vscode.l10n.t("already exists") };
}

export function endSentences(
  { removed, cancelled }: Pick<TransferOutcome, "removed" | "cancelled">,
  words: EndWords,
): string[] {
  const say = (of: readonly unknown[], sentence: EndWords["removed"]): string[] =>
    of.length > 0 && sentence ? [sentence(formatCount(of.length))] : [];
  return [
    words.done,
    ...say(removed, words.removed),
    ...say(cancelled, words.cancelled),
    ...(words.linked ?? []),
  ];
}

export async function notifyOutcome(
  outcome: Omit<TransferOutcome, "unchanged">,
  words: EndWords,
  offers: Omit<End, "said" | "failed"> = {},
): Promise<void> {
  const { put, removed, left, failed, operationId } = outcome;
  const { leftReason } = words;
  await notifyEnd({
    ...{ said: endSentences(outcome, words), failed },
    skipped: leftReason === undefined ? left : left.map(({ path }) => ({ path, reason: leftReason })),
    operationId: put.length + removed.length > 0 ? operationId : undefined,
    ...offers,
  });
}

/** Part of what the user agreed to. A failed restart is shown and offered again, and fails nothing else. */
export async function restartNow(
  { accountId, appId }: AppKey,
  appName: string,
  after: "push" | "rollback",
): Promise<{ readonly restart: unknown; readonly next: Offer | undefined }> {
  try {
    const restart = await runCommand("app.restart", { accountId, appId, confirm: true, after });
    return { restart, next: undefined };
  } catch (error) {
    void showError(error, { title: failureTitles["app.restart"] });
    const reason = isCancellation(error) ? vscode.l10n.t("Canceled.") : sentenceFor(error);
    return { restart: { error: reason }, next: restarting({ accountId, appId }, appName, after) };
  }
}

export function restarting(
  { accountId, appId }: AppKey,
  appName: string,
  after?: "push" | "rollback",
): Offer {
  return {
    button: vscode.l10n.t("Restart {0}", appName),
    run: async () => await runCommand("app.restart", { accountId, appId, after }),
  };
}

/** Undefined in a browser and for files of other machines. */
export function revealing(uri: vscode.Uri | undefined, button: string): Offer | undefined {
  if (uri?.scheme !== "file" || vscode.env.uiKind !== vscode.UIKind.Desktop) return undefined;
  return { button, run: () => vscode.commands.executeCommand("revealFileInOS", uri) };
}

/** Resolves when the user has answered, which may be never. */
export async function notifyEnd(end: End): Promise<void> {
  const { said, failed, skipped = [], left = [], next, operationId, retry, app } = end;
  const offers: Offer[] = [
    ...(failed.length + left.length > 0
      ? [{ button: vscode.l10n.t("Show"), run: () => showFailures([...failed, ...left], app) }]
      : []),
    ...(retry ? [{ button: vscode.l10n.t("Try Again"), ...retry }] : []),
    ...(next ? [next] : []),
    ...(operationId !== undefined && !retry
      ? [{ button: vscode.l10n.t("Undo"), run: () => runCommand("files.undo", { operationId }) }]
      : []),
  ];
  const others = skipped.filter(({ path }) => left.every((each) => each.path !== path));
  const text = [...said, ...skippedSentence(others), ...leftSentence(left), ...failedSentence(failed)];
  await notify(failed.length > 0 || retry ? "warning" : "information", text.join(" "), offering(offers));
}

/** The buttons of a notice. A failure is shown with the title of its command. */
export function offering(offers: readonly Offer[]): Record<string, () => Promise<void>> {
  return Object.fromEntries(
    offers.map(({ button, run, command }) => [button, () => orShowError(run, failureTitles[command ?? ""])]),
  );
}

function failedSentence(failed: readonly LeftFile[]): string[] {
  const [first] = failed;
  if (!first) return [];
  const reason = withFullStop(first.reason);
  const name = nameOf(first.path) || first.path;
  return [
    failed.length === 1
      ? vscode.l10n.t("{0}: {1}", name, reason)
      : vscode.l10n.t("{0} files failed. {1}: {2}", failed.length, name, reason),
  ];
}

function skippedSentence([first, ...more]: readonly LeftFile[]): string[] {
  if (!first) return [];
  const name = named(first);
  return [
    more.length === 0
      ? vscode.l10n.t("Skipped: {0}.", name)
      : vscode.l10n.t("Skipped: {0}, and {1} more.", name, formatCount(more.length)),
  ];
}

function named({ path, reason }: LeftFile): string {
  return `${path.slice(1)} (${reason})`;
}

function leftSentence(left: readonly LeftFile[]): string[] {
  if (left.length === 0) return [];
  const names = left.slice(0, 3).map(named).join(", ");
  return [
    left.length > 3
      ? vscode.l10n.t("Left for you to decide: {0}, and {1} more.", names, left.length - 3)
      : vscode.l10n.t("Left for you to decide: {0}.", names),
  ];
}

async function showFailures(files: readonly LeftFile[], app: End["app"]): Promise<void> {
  const picked = await showQuickPick(
    files.map(({ path, reason }) => ({ label: path, detail: reason, path })),
    {
      title: vscode.l10n.t("Files that weren't transferred"),
      placeHolder: vscode.l10n.t("Type to search by name"),
      matchOnDetail: true,
    },
  );
  if (picked && app)
    await vscode.commands.executeCommand("vscode.open", appUri({ ...app, path: picked.path }));
}
