// The question about .env and the like: sent as a file, or left here and its variables set elsewhere. Asked once for each,
// and remembered.
import * as vscode from "vscode";
import { choicesAfter } from "../../../core/project/deployPreview";
import { isVariableFile, setsEnvironment, usualVariableFiles } from "../../../core/project/variableNames";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { neededVariables } from "../../../editor/project/neededVariables";
import { someNames } from "../../../editor/safeUi/someNames";
import type { ChoiceItem } from "../../../editor/steps";
import { type AskedProject, askProject, goOn, type ProjectAnswer, recommended } from "./askProject";

/** Files of variables that are left out and that nobody has decided on; some may not be there. */
export function undecidedVariableFiles({ project, choices }: DeployFolder): string[] {
  const found = project.leftOut.flatMap(({ path, isDirectory }) => {
    if (!isDirectory) return isVariableFile(path) ? [path] : [];
    return usualVariableFiles.filter((usual) => usual.startsWith(`${path}/`));
  });
  return found.filter((path) => !choices.excluded.has(path)).sort();
}

export async function askEnvironmentFile(project: AskedProject): Promise<ProjectAnswer> {
  const { folder } = project;
  const { files } = await neededVariables(folder.project);
  const undecided = undecidedVariableFiles(folder);
  for (const { path, names } of files.filter((file) => undecided.includes(file.path))) {
    const answer = await askProject<boolean>(project, {
      offersMainFile: false,
      question: vscode.l10n.t("{0} sets {1}. Send it?", path, someNames(names)),
      items: environmentChoices(folder, path),
    });
    if (answer.kind !== "own") return answer;
    await decideOnEnvironmentFile(folder, path, answer.value);
  }
  return goOn;
}

/** What can be done with a file of variables. */
export function environmentChoices({ project }: DeployFolder, path: string): ChoiceItem<boolean>[] {
  const isNeeded = path === ".env" && project.defaults.needsEnvironmentFile;
  const instead = setsEnvironment(path)
    ? vscode.l10n.t("Not sent. Set the variables on the service's website; they can't be set from here")
    : vscode.l10n.t("Not sent. The app may not start without it");
  return [
    {
      label: vscode.l10n.t("Exclude"),
      iconPath: new vscode.ThemeIcon("shield"),
      ...(isNeeded ? {} : { description: recommended() }),
      detail: isNeeded
        ? vscode.l10n.t("Not sent. The start command reads the file, so the app won't start without it")
        : instead,
      value: false,
    },
    {
      label: vscode.l10n.t("Send It"),
      iconPath: new vscode.ThemeIcon("warning"),
      detail: vscode.l10n.t("Sent as a file. Everyone who can see the app's files can read it"),
      value: true,
    },
  ];
}

export async function decideOnEnvironmentFile(
  folder: DeployFolder,
  path: string,
  willBeSent: boolean,
): Promise<void> {
  const changed = [{ path, isDirectory: false, willBeSent }];
  await folder.choose(choicesAfter(folder.choices, changed));
  await folder.reread();
}

/** What the summary says of variables, where any are missing; `file` would set some. */
export function missingText(missing: readonly string[], file: string | undefined): string {
  const names = someNames(missing);
  return file !== undefined
    ? vscode.l10n.t("not set: {0}; set them on the service's website, or send {1}", names, file)
    : vscode.l10n.t("not set: {0}; set them on the service's website", names);
}
