// The question about .env: sent as a file, or left here and its variables set elsewhere. Asked once, and remembered.
import * as vscode from "vscode";
import { choicesAfter } from "../../../core/project/deployPreview";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import {
  environmentFile,
  type NeededVariables,
  neededVariables,
} from "../../../editor/project/neededVariables";
import { someNames } from "../../../editor/shown/someNames";
import type { ChoiceItem } from "../../../editor/steps";
import { type AskedProject, askProject, goOn, type ProjectAnswer, recommended } from "./askProject";

/** Whether a .env is left out that nobody has decided on. */
export function isUndecidedOn({ project, choices }: DeployFolder): boolean {
  return (
    project.leftOut.some(({ path, isDirectory }) => path === environmentFile && !isDirectory) &&
    !choices.excluded.has(environmentFile)
  );
}

export async function askEnvironmentFile(project: AskedProject): Promise<ProjectAnswer> {
  const { folder } = project;
  const { inFile = [] } = await neededVariables(folder.project);
  if (inFile.length === 0) return goOn;
  const answer = await askProject<boolean>(project, {
    offersMainFile: false,
    question: vscode.l10n.t("{0} sets {1}. Send it?", environmentFile, someNames(inFile)),
    items: environmentChoices(folder),
  });
  if (answer.kind !== "own") return answer;
  await decideOnEnvironmentFile(folder, answer.value);
  return goOn;
}

/** What can be done with a .env. */
export function environmentChoices({ project }: DeployFolder): ChoiceItem<boolean>[] {
  const isNeeded = project.defaults.needsEnvironmentFile;
  return [
    {
      label: vscode.l10n.t("Exclude"),
      iconPath: new vscode.ThemeIcon("shield"),
      ...(isNeeded ? {} : { description: recommended() }),
      detail: isNeeded
        ? vscode.l10n.t("Not sent. The start command reads the file, so the app won't start without it")
        : vscode.l10n.t("Not sent. Set the variables on the service's website; they can't be set from here"),
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

export async function decideOnEnvironmentFile(folder: DeployFolder, willBeSent: boolean): Promise<void> {
  const changed = [{ path: environmentFile, isDirectory: false, willBeSent }];
  await folder.choose(choicesAfter(folder.choices, changed));
  await folder.reread();
}

/** What the summary says of variables; undefined where nothing is missing. */
export function missingText(missing: readonly string[], { inFile }: NeededVariables): string | undefined {
  if (missing.length === 0) return undefined;
  const names = someNames(missing);
  return inFile
    ? vscode.l10n.t("not set: {0}; set them on the service's website, or send {1}", names, environmentFile)
    : vscode.l10n.t("not set: {0}; set them on the service's website", names);
}
