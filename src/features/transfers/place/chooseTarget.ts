// The target of a folder: named, remembered or picked, and the question before a target that asks first.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { ProjectTarget } from "../../../core/project/projectTargets";
import { filesOfQuestion, teamLines } from "../../../editor/project/agreements";
import type { FolderReading } from "../../../editor/project/folderApp";
import { choose, chooseSome } from "../../../editor/safeUi/inputs";
import { confirm } from "../../../editor/safeUi/questions";
import type { TransferServices } from "./transferServices";

export interface AppQuestion {
  readonly whichApp: string;
  /** Called by a keybinding, a task or a test: nothing may be asked. */
  readonly isQuiet: boolean;
  readonly target?: string | undefined;
  /** Asks for one of several targets each time. */
  readonly asksTarget?: boolean;
  /** Several may be selected, or named by "all": rejects with SeveralTargets. */
  readonly maySelectSeveral?: boolean;
  /** The list of apps offers to create one. */
  readonly mayCreate?: boolean;
}

export class SeveralTargets extends Error {
  constructor(
    readonly folder: vscode.Uri,
    readonly targets: readonly ProjectTarget[],
  ) {
    super("Several targets were selected.");
  }
}

export interface NamedPlace {
  readonly account: Account;
  readonly appId: string;
  readonly appName: string;
  /** Where hosted-app.json names targets. */
  readonly target?: ProjectTarget | undefined;
}

export async function chooseTarget(
  { folder, targets, link }: FolderReading,
  { whichApp: title, isQuiet, target: named, asksTarget = false, maySelectSeveral = false }: AppQuestion,
  { accounts }: Pick<TransferServices, "accounts">,
): Promise<ProjectTarget> {
  const names = targets.map(({ name }) => name).join(", ");
  if (named !== undefined) {
    const found = targets.find(({ name }) => name === named);
    if (found) return found;
    if (maySelectSeveral && named === "all" && targets.length > 0) throw new SeveralTargets(folder, targets);
    throw new Error(vscode.l10n.t('There\'s no target "{0}". hosted-app.json has: {1}.', named, names));
  }
  const last = targets.find(({ appId }) => appId === link?.appId);
  const [only, ...more] = targets;
  if (only && more.length === 0) return only;
  if (last && (isQuiet || !asksTarget)) return last;
  if (isQuiet) throw new Error(vscode.l10n.t('Specify one of these in the "target" argument: {0}.', names));
  // Apps of several accounts may have this id.
  const nameOfApp = (id: string): string => {
    const [only, ...more] = accounts.all.flatMap(({ apps }) => apps.find(id)?.name ?? []);
    return only !== undefined && more.length === 0 ? only : id;
  };
  const inOrder = last ? [last, ...targets.filter((target) => target !== last)] : targets;
  const items = inOrder.map((target) => ({
    label: target.name,
    description: [nameOfApp(target.appId), target === last ? vscode.l10n.t("last used") : ""]
      .filter(Boolean)
      .join(" · "),
    iconPath: new vscode.ThemeIcon(target.asksFirst ? "shield" : "target"),
    target,
  }));
  const options = { title, placeHolder: vscode.l10n.t("Targets in hosted-app.json"), ignoreFocusOut: true };
  const several = { label: vscode.l10n.t("Several Targets..."), target: undefined };
  const { target } = await choose(maySelectSeveral ? [...items, several] : items, options);
  if (target) return target;
  const selected = await chooseSome(items, options);
  if (selected.length === 0) throw new CancelledError();
  throw new SeveralTargets(
    folder,
    selected.map((item) => item.target),
  );
}

export function appLines({ account, appId, appName }: NamedPlace): string[] {
  return [
    vscode.l10n.t("To {0} in the account {1}", appName, account.label),
    ...teamLines(account.apps.teamOf(account.apps.find(appId))),
  ];
}

/** Rejects with CancelledError unless the user agrees. */
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
