// Which of a folder's targets is meant: named, remembered, or picked; and the question before one that asks first.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { ProjectTarget } from "../../../core/project/projectTargets";
import { filesOfQuestion, teamLines } from "../../../editor/project/agreements";
import type { FolderReading } from "../../../editor/project/folderApp";
import { showQuickPick } from "../../../editor/safeUi/inputs";
import { confirm } from "../../../editor/safeUi/questions";
import type { TransferServices } from "./transferServices";

/** What is asked about the app of a folder. */
export interface AppQuestion {
  /** The title of the list. */
  readonly whichApp: string;
  /** Nothing may be asked: a keybinding, a task or a test called. */
  readonly isQuiet: boolean;
  /** The name of the target that the caller gave. */
  readonly target?: string | undefined;
  /** Of several targets the user picks one although they did before. */
  readonly asksTarget?: boolean;
  /** The list offers to create an app instead. */
  readonly mayCreate?: boolean;
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
  { targets, link }: FolderReading,
  { whichApp: title, isQuiet, target: named, asksTarget = false }: AppQuestion,
  { accounts }: Pick<TransferServices, "accounts">,
): Promise<ProjectTarget> {
  const names = targets.map(({ name }) => name).join(", ");
  if (named !== undefined) {
    const found = targets.find(({ name }) => name === named);
    if (found) return found;
    throw new Error(vscode.l10n.t('There\'s no target "{0}". hosted-app.json has: {1}.', named, names));
  }
  const last = targets.find(({ appId }) => appId === link?.appId);
  const [only, ...more] = targets;
  if (only && more.length === 0) return only;
  if (last && (isQuiet || !asksTarget)) return last;
  if (isQuiet) throw new Error(vscode.l10n.t('Specify one of these in the "target" argument: {0}.', names));
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
export async function confirmTarget(
  place: NamedPlace,
  rows: readonly { readonly path: string }[],
): Promise<void> {
  const { target } = place;
  const files = rows.map(({ path }) => path);
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
