// What is wrong with a setting of an app to be created, in a sentence, before anything is sent.
import { l10n } from "vscode";
import type { NewAppSettings } from "../../../core/model/model";
import { type KeyedSettings, keyedSettings, settingKeys } from "../../../core/settings/settingsTable";
import { answerProblem } from "../../../editor/appSettings/mistakeSentences";
import type { ProjectFolder } from "../../../editor/project/projectFolder";

export function mainFileProblem(mainFile: string, { files, leftOut }: ProjectFolder): string | undefined {
  if (files.some(({ path }) => path === mainFile)) return undefined;
  return leftOut.some(({ path }) => path === mainFile)
    ? l10n.t("The main file {0} is excluded, so the app couldn't start. Nothing was sent.", mainFile)
    : l10n.t("The main file {0} isn't among the files to send. Nothing was sent.", mainFile || "?");
}

/** Why nothing in the folder can be an app. */
export function noMainFileProblem({ files, leftOut }: ProjectFolder): string {
  if (files.length > 0)
    return l10n.t("The folder has no Python or JavaScript file that can start an app. Nothing was sent.");
  return leftOut.length > 0
    ? l10n.t("Ignore rules exclude all files in the folder. Nothing was sent.")
    : l10n.t("The folder is empty. Nothing was sent.");
}

/** The first thing wrong with the settings. */
export function settingsProblem(settings: NewAppSettings, project: ProjectFolder): string | undefined {
  if (project.files.length === 0) return noMainFileProblem(project);
  return (
    answerProblem("name", settings.name) ??
    mainFileProblem(settings.mainFile, project) ??
    firstProblem(keyedSettings(settings))
  );
}

function firstProblem(values: KeyedSettings): string | undefined {
  for (const key of settingKeys) {
    const problem = values[key] === undefined ? undefined : answerProblem(key, values[key]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
