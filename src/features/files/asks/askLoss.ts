// The questions before a file is deleted or replaced that cannot be kept for a day, or made beside one with nearly its name.
import * as vscode from "vscode";
import type { CannotKeep } from "../../../appFiles/change/change";
import { nameOf } from "../../../core/paths/appPath";
import { ask } from "../../../editor/shown/questions";

/** True when a file may be made whose name differs from another one's only in letter case or accents. */
export async function askAlike(path: string, alike: string): Promise<boolean> {
  const { l10n } = vscode;
  const create = l10n.t("Create");
  const answer = await ask(
    l10n.t("The app already has {0}.", nameOf(alike)),
    [l10n.t("{0} differs from it only in letter case or accents. Many disks take both for one file.", path)],
    [create],
  );
  return answer === create;
}

/** True when a file that is too large to be kept may be replaced all the same. */
export async function askReplace(path: string): Promise<boolean> {
  const { l10n } = vscode;
  const replace = l10n.t("Replace Permanently");
  const answer = await ask(
    l10n.t("{0} cannot be restored after you replace it.", nameOf(path)),
    [l10n.t("It is larger than 20 MB, so its current content is not kept.")],
    [replace],
  );
  return answer === replace;
}

/** True when they may go all the same. */
export async function askLoss(path: string, lost: CannotKeep["files"]): Promise<boolean> {
  const { l10n } = vscode;
  const go = l10n.t("Delete Permanently");
  const answer = await ask(
    lost.length === 1
      ? l10n.t("1 file in “{0}” cannot be restored after you delete it.", nameOf(path))
      : l10n.t("{0} files in “{1}” cannot be restored after you delete them.", lost.length, nameOf(path)),
    [{ names: lost.map(lineOf) }, "", l10n.t("Everything else is kept on this machine for a day.")],
    [go],
  );
  return answer === go;
}

function lineOf({ path, why }: CannotKeep["files"][number]): string {
  switch (why) {
    case "tooLarge":
      return vscode.l10n.t("{0} (larger than 20 MB)", path);
    case "unreadable":
      return vscode.l10n.t("{0} (cannot be read)", path);
    case "generated":
      return vscode.l10n.t("{0} (in a folder that can be generated again)", path);
    case "hidden":
      return vscode.l10n.t("{0} (contains files whose names cannot be shown)", path);
  }
}
