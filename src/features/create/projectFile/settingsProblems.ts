// What is wrong with a setting of an app to be created, in a sentence, before anything is sent.
import { l10n } from "vscode";
import type { NewAppSettings } from "../../../core/model/model";
import { isMemoryMB, maxMemoryMB, maxNameLength } from "../../../core/project/projectFile";
import type { ProjectFolder } from "../../../editor/project/projectFolder";

export function nameProblem(name: string): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") return l10n.t("An app needs a name.");
  return trimmed.length > maxNameLength ? l10n.t("Use at most {0} characters.", maxNameLength) : undefined;
}

export function memoryProblem(memoryMB: number): string | undefined {
  return isMemoryMB(memoryMB)
    ? undefined
    : l10n.t("Memory is a whole number of MB, at most {0}.", maxMemoryMB.toLocaleString());
}

export function mainFileProblem(mainFile: string, { files, leftOut }: ProjectFolder): string | undefined {
  if (files.some(({ path }) => path === mainFile)) return undefined;
  return leftOut.some(({ path }) => path === mainFile)
    ? l10n.t("The main file {0} is left out, so the app could not start. Nothing was sent.", mainFile)
    : l10n.t(
        "The main file {0} is not among the files that would be sent. Nothing was sent.",
        mainFile || "?",
      );
}

/** Why nothing in the folder can be an app. */
export function noMainFileProblem({ files, leftOut }: ProjectFolder): string {
  if (files.length > 0)
    return l10n.t("The folder has no Python or JavaScript file that could start an app. Nothing was sent.");
  return leftOut.length > 0
    ? l10n.t("All files of the folder are left out by ignore rules. Nothing was sent.")
    : l10n.t("The folder is empty. Nothing was sent.");
}

/** The first thing wrong with the settings. */
export function settingsProblem(settings: NewAppSettings, project: ProjectFolder): string | undefined {
  if (project.files.length === 0) return noMainFileProblem(project);
  return (
    nameProblem(settings.name) ??
    mainFileProblem(settings.mainFile, project) ??
    memoryProblem(settings.memoryMB)
  );
}
