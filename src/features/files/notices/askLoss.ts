// The question before files are deleted that cannot be kept for a day, or that cannot even be shown.
import * as vscode from "vscode";
import type { CannotKeep } from "../../../appFiles/remove/removal";
import { nameOf } from "../../../core/paths/appPath";
import { ask } from "../../../editor/shown/questions";

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
