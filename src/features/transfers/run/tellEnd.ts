// What is said when files have been moved: one message, and on demand a list of those that were not.
import * as vscode from "vscode";
import { nameOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import type { CommandId } from "../../../editor/commands/commands";
import { orTell } from "../../../editor/showError";
import { failureTitles } from "../../../editor/shown/failureTitles";
import { showQuickPick } from "../../../editor/shown/inputs";
import { showInformationMessage, showWarningMessage } from "../../../editor/shown/messages";
import { closed, type LeftFile } from "../ask/problemText";

interface Offer {
  readonly button: string;
  readonly run: () => Thenable<unknown>;
  /** The command whose words say that it failed. */
  readonly command?: CommandId;
}

/** What there is to say. */
export interface End {
  /** What was done, in sentences. */
  readonly said: readonly string[];
  readonly failed: readonly LeftFile[];
  /** What was not taken, of which nothing is to be decided. */
  readonly skipped?: readonly LeftFile[];
  /** What was left for the user to decide, where nothing was asked. */
  readonly left?: readonly LeftFile[];
  /** What one does next. */
  readonly next?: Offer | undefined;
  /** Undoes all that was done; absent where nothing was. */
  readonly undo?: (() => Promise<unknown>) | undefined;
  /** Tries again those for which that can help. */
  readonly retry?: Required<Omit<Offer, "button">> | undefined;
  /** Where a file that failed can be looked at. */
  readonly open?: ((path: string) => vscode.Uri) | undefined;
}

/** Tells it; resolves when the user has answered, which may be never. */
export async function tellEnd(end: End): Promise<void> {
  const { said, failed, skipped = [], left = [], next, undo, retry } = end;
  const offers: Offer[] = [
    ...(failed.length + left.length > 0
      ? [{ button: vscode.l10n.t("Show"), run: () => showFailures([...failed, ...left], end.open) }]
      : []),
    ...(retry ? [{ button: vscode.l10n.t("Try Again"), ...retry }] : []),
    ...(next ? [next] : []),
    ...(undo && !retry ? [{ button: vscode.l10n.t("Undo"), run: undo, command: "files.undo" as const }] : []),
  ];
  const others = skipped.filter(({ path }) => left.every((each) => each.path !== path));
  const text = [...said, ...skippedSentence(others), ...leftSentence(left), ...failedSentence(failed)].join(
    " ",
  );
  const buttons = offers.map(({ button }) => button);
  const answer =
    failed.length > 0
      ? await showWarningMessage(text, ...buttons)
      : await showInformationMessage(text, ...buttons);
  const chosen = offers.find(({ button }) => button === answer);
  if (chosen) await orTell(chosen.run, failureTitles[chosen.command ?? ""]);
}

function failedSentence(failed: readonly LeftFile[]): string[] {
  const [first] = failed;
  if (!first) return [];
  const reason = closed(first.reason);
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

/** With the first names. */
function leftSentence(left: readonly LeftFile[]): string[] {
  if (left.length === 0) return [];
  const names = left.slice(0, 3).map(named);
  return [
    left.length > names.length
      ? vscode.l10n.t(
          "Left for you to decide: {0}, and {1} more.",
          names.join(", "),
          left.length - names.length,
        )
      : vscode.l10n.t("Left for you to decide: {0}.", names.join(", ")),
  ];
}

async function showFailures(files: readonly LeftFile[], open: End["open"]): Promise<void> {
  const picked = await showQuickPick(
    files.map(({ path, reason }) => ({ label: path, detail: reason })),
    {
      title: vscode.l10n.t("Files that weren't transferred"),
      placeHolder: vscode.l10n.t("Type to search by name"),
      matchOnDetail: true,
    },
  );
  if (picked && open) await vscode.commands.executeCommand("vscode.open", open(picked.label));
}
