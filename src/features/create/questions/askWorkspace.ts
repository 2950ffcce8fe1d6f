// The question about a package that needs what lies outside of its folder: the whole workspace is sent, or it alone.
import * as vscode from "vscode";
import type { ProjectFinding } from "../../../core/project/detect/projectFinding";
import { someNames } from "../../../editor/safeUi/someNames";
import type { ChoiceItem } from "../../../editor/steps";
import { type AskedProject, askProject, goOn, type ProjectAnswer, recommended } from "./askProject";

type Workspace = ProjectFinding & { readonly kind: "workspace" };

export async function askWorkspace(project: AskedProject, found: Workspace): Promise<ProjectAnswer> {
  const { levels, packagePath, mayBeAlone, startupCommand } = found;
  const root = vscode.Uri.joinPath(project.folder.uri, ...Array<string>(levels).fill(".."));
  const answer = await askProject<"whole" | "alone">(project, {
    question: saidOf(found),
    items: [
      ...(startupCommand === undefined ? [] : [wholeItem(root, startupCommand)]),
      ...(mayBeAlone ? [aloneItem()] : []),
    ],
    // With another main file it would be alone as well.
    offersMainFile: mayBeAlone,
    offersFolder: true,
  });
  if (answer.kind !== "own") return answer;
  return answer.value === "whole" ? { kind: "folder", uri: root, packagePath } : goOn;
}

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

function wholeItem(root: vscode.Uri, startupCommand: string): ChoiceItem<"whole"> {
  return {
    label: vscode.l10n.t("Send the Whole Workspace"),
    iconPath: new vscode.ThemeIcon("root-folder"),
    description: recommended(),
    detail: vscode.l10n.t(
      "Sends {0} and starts with: {1}",
      root.path.split("/").at(-1) || "/",
      startupCommand,
    ),
    value: "whole",
  };
}

function aloneItem(): ChoiceItem<"alone"> {
  return {
    label: vscode.l10n.t("Send This Package Alone"),
    iconPath: new vscode.ThemeIcon("package"),
    detail: vscode.l10n.t("The app may not start without them"),
    value: "alone",
  };
}
