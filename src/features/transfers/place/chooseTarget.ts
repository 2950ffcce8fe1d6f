// Which of a folder's targets is meant: named, remembered, or picked; and the question before one that asks first.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { ProjectTarget } from "../../../core/project/projectTargets";
import { filesOfQuestion, teamLines } from "../../../editor/project/agreements";
import { showQuickPick } from "../../../editor/shown/inputs";
import { confirm } from "../../../editor/shown/questions";
import type { TransferServices } from "./transferServices";

/** What is asked about the targets of a folder. */
interface TargetQuestion {
  readonly title: string;
  /** Its name, where somebody said it. */
  readonly named?: string | undefined;
  /** The app that was chosen last. */
  readonly lastAppId: string | undefined;
  /** The user is asked although one was chosen before. */
  readonly asksAgain: boolean;
  /** Nothing may be asked. */
  readonly isQuiet: boolean;
}

/** What a question names of where files go. */
interface NamedPlace {
  readonly account: Account;
  readonly appId: string;
  readonly appName: string;
  readonly target?: ProjectTarget | undefined;
}

/** Rejects with CancelledError when the user picks none. */
export async function chooseTarget(
  targets: readonly ProjectTarget[],
  question: TargetQuestion,
  { accounts }: Pick<TransferServices, "accounts">,
): Promise<ProjectTarget> {
  const { named, lastAppId, title } = question;
  const names = targets.map(({ name }) => name).join(", ");
  if (named !== undefined) {
    const found = targets.find(({ name }) => name === named);
    if (found) return found;
    throw new Error(vscode.l10n.t('There\'s no target "{0}". hosted-app.json has: {1}.', named, names));
  }
  const last = targets.find(({ appId }) => appId === lastAppId);
  const [only, ...more] = targets;
  if (only && more.length === 0) return only;
  if (last && (question.isQuiet || !question.asksAgain)) return last;
  if (question.isQuiet)
    throw new Error(vscode.l10n.t('Specify one of these in the "target" argument: {0}.', names));
  // Of several accounts' apps with this id nobody knows yet which one is meant.
  const nameOfApp = (id: string): string => {
    const [only, ...more] = accounts.all.flatMap(({ apps }) => apps.find(id)?.name ?? []);
    return only !== undefined && more.length === 0 ? only : id;
  };
  const inOrder = last ? [last, ...targets.filter((target) => target !== last)] : targets;
  const picked = await showQuickPick(
    inOrder.map((target) => ({
      label: target.name,
      description: [nameOfApp(target.appId), target === last ? vscode.l10n.t("last used") : ""]
        .filter(Boolean)
        .join(" · "),
      iconPath: new vscode.ThemeIcon(target.asksFirst ? "shield" : "target"),
      target,
    })),
    { title, placeHolder: vscode.l10n.t("Targets in hosted-app.json"), ignoreFocusOut: true },
  );
  if (!picked) throw new CancelledError();
  return picked.target;
}

/** Whose app it is, for a question before files go to it. */
export function appLines({ account, appId, appName }: NamedPlace): string[] {
  return [
    vscode.l10n.t("To {0} in the account {1}", appName, account.label),
    ...teamLines(account.apps.teamOf(account.apps.find(appId))),
  ];
}

/** Asked before anything goes to a target that wants it. Rejects with CancelledError unless the user agrees. */
export async function confirmTarget(place: NamedPlace, files: readonly string[]): Promise<void> {
  const { target } = place;
  if (!target?.asksFirst || files.length === 0) return;
  const [first = ""] = files;
  await confirm(
    files.length === 1
      ? vscode.l10n.t("Push {0} to {1}?", first.slice(first.lastIndexOf("/") + 1), target.name)
      : vscode.l10n.t("Push {0} files to {1}?", files.length, target.name),
    [filesOfQuestion(files), ...appLines(place)],
    vscode.l10n.t("Push to {0}", target.name),
  );
}
