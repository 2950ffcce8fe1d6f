// Problems with a setting of an app to be created, each a sentence, before anything is sent.
import { l10n } from "vscode";
import type { NewAppSettings } from "../../../core/model/model";
import { undecidedRule } from "../../../core/project/deployPreview";
import { type KeyedSettings, keyedSettings, settingKeys } from "../../../core/settings/settingsTable";
import { answerProblem } from "../../../editor/appSettings/mistakeSentences";
import type { ProjectFolder } from "../../../editor/project/projectFolder";

/** Sent files, and the possible secrets that are asked about: code with a token in it starts an app as well. */
export function filesAfterAsking({ files, leftOut }: ProjectFolder): string[] {
  const undecided = leftOut.filter(({ rule }) => rule.source === undecidedRule.source);
  return [...files, ...undecided].map(({ path }) => path);
}

export function mainFileProblem(
  mainFile: string,
  { files, leftOut }: ProjectFolder,
  sent: readonly string[] = files.map(({ path }) => path),
): string | undefined {
  if (sent.includes(mainFile)) return undefined;
  return leftOut.some(({ path }) => path === mainFile)
    ? l10n.t("The main file {0} is excluded, so the app couldn't start. Nothing was sent.", mainFile)
    : l10n.t("The main file {0} isn't among the files to send. Nothing was sent.", mainFile || "?");
}

/** The reason why nothing in the folder can be an app. */
export function noMainFileProblem({ files, leftOut }: ProjectFolder): string {
  if (files.length > 0)
    return l10n.t("The folder has no Python or JavaScript file that can start an app. Nothing was sent.");
  return leftOut.length > 0
    ? l10n.t("Ignore rules exclude all files in the folder. Nothing was sent.")
    : l10n.t("The folder is empty. Nothing was sent.");
}

/** The first thing wrong with the settings; `sent` are the files that will be. */
export function settingsProblem(
  settings: NewAppSettings,
  project: ProjectFolder,
  sent: readonly string[] = project.files.map(({ path }) => path),
): string | undefined {
  if (sent.length === 0) return noMainFileProblem(project);
  return (
    answerProblem("name", settings.name) ??
    mainFileProblem(settings.mainFile, project, sent) ??
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
