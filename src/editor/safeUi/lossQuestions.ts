// Questions before deleting or replacing files that have no backup, or creating files beside ones of nearly the same
// name.
import * as vscode from "vscode";
import { nameOf } from "../../core/paths/appPath";
import { agrees } from "./questions";

interface LostFile {
  readonly path: string;
  readonly why: "tooLarge" | "unreadable" | "generated" | "hidden";
}

/**
 * The user accepts that files without a backup are deleted, with everything at `deleted`, or else replaced. True
 * without a question when `lost` is empty. Rejects as `agrees`.
 */
export async function askLoss(lost: readonly LostFile[], deleted?: string): Promise<boolean> {
  if (lost.length === 0) return true;
  const { l10n } = vscode;
  const go = deleted === undefined ? l10n.t("Replace Permanently") : l10n.t("Delete Permanently");
  const kept = l10n.t("Everything else is kept on this machine for a day.");
  return await agrees(questionOf(lost, deleted), [{ names: lost.map(lineOf) }, "", kept], go);
}

function questionOf(lost: readonly LostFile[], deleted: string | undefined): string {
  const { l10n } = vscode;
  const [first, ...more] = lost;
  if (deleted === undefined)
    return more.length === 0
      ? l10n.t("{0} can't be restored after you replace it.", nameOf(first?.path ?? ""))
      : l10n.t("{0} files can't be restored after you replace them.", lost.length);
  return more.length === 0
    ? l10n.t('1 file in "{0}" can\'t be restored after you delete it.', nameOf(deleted))
    : l10n.t('{0} files in "{1}" can\'t be restored after you delete them.', lost.length, nameOf(deleted));
}

function lineOf({ path, why }: LostFile): string {
  switch (why) {
    case "tooLarge":
      return vscode.l10n.t("{0} (larger than 20 MB)", path);
    case "unreadable":
      return vscode.l10n.t("{0} (can't be read)", path);
    case "generated":
      return vscode.l10n.t("{0} (in a folder that can be regenerated)", path);
    case "hidden":
      return vscode.l10n.t("{0} (contains files whose names can't be shown)", path);
  }
}

/**
 * The user wants files whose names differ from others only in letter case or accents. True without a question when
 * there are none. Rejects as `agrees`.
 */
export async function askAlike(
  files: readonly { readonly path: string; readonly alike: string }[],
): Promise<boolean> {
  const { l10n } = vscode;
  const [first, ...more] = files;
  if (!first) return true;
  const question =
    more.length === 0
      ? l10n.t("The app already has {0}.", nameOf(first.alike))
      : l10n.t("The app already has files with nearly the same names as {0} of these.", files.length);
  const names = files.map(({ path, alike }) => l10n.t("{0} (the app has {1})", path, alike));
  const why = l10n.t("They differ only in letter case or accents. Many disks treat both as one file.");
  return await agrees(question, [{ names }, "", why], l10n.t("Create"));
}
