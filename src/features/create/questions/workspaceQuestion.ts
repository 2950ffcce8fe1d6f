// The question about a package that needs what lies outside of its folder: the whole workspace is sent, or it alone.
import * as vscode from "vscode";
import { someNames } from "../../../editor/safeUi/someNames";
import { startsWithout } from "./fileQuestions";
import { type Choice, type Questions, recommended } from "./question";

type Workspace = Parameters<Questions["workspace"]>[1];

export const workspaceQuestion: Questions["workspace"] = ({ folder }, found) => {
  const { levels, packagePath, mayBeAlone, startupCommand } = found;
  const uri = vscode.Uri.joinPath(folder.uri, ...Array<string>(levels).fill(".."));
  const whole: Choice = {
    ...{ icon: "root-folder", label: vscode.l10n.t("Send the Whole Workspace"), description: recommended() },
    detail: vscode.l10n.t(
      "Sends {0} and starts with: {1}",
      uri.path.split("/").at(-1) || "/",
      startupCommand ?? "",
    ),
    apply: async () => ({ folder: { uri, packagePath } }),
  };
  const alone: Choice = {
    ...{ icon: "package", label: vscode.l10n.t("Send This Package Alone"), apply: async () => {} },
    detail: startsWithout(Math.max(1, found.needs.length)),
  };
  return {
    text: saidOf(found),
    choices: [...(startupCommand === undefined ? [] : [whole]), ...(mayBeAlone ? [alone] : [])],
    // With another main file the package would be alone as well.
    ways: mayBeAlone ? ["mainFile", "files", "folder"] : ["files", "folder"],
  };
};

function saidOf({ packagePath, needs, startupCommand, obstacle }: Workspace): string {
  if (needs.length === 0)
    return startupCommand === undefined
      ? vscode.l10n.t("{0} needs its whole workspace, but nothing there says how it starts", packagePath)
      : vscode.l10n.t("{0} needs its whole workspace", packagePath);
  const all = someNames(needs);
  if (startupCommand !== undefined)
    return vscode.l10n.t("{0} needs {1} from outside its folder", packagePath, all);
  return obstacle === undefined
    ? vscode.l10n.t(
        "{0} needs {1} from outside its folder. Select a folder that contains both",
        packagePath,
        all,
      )
    : vscode.l10n.t(
        "{0} needs {1}, but npm can't install {2} from the workspace",
        packagePath,
        all,
        obstacle,
      );
}
