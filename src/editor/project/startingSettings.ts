// The settings that an app of a folder begins with.
import type { NewAppSettings } from "../../core/model/model";
import type { ProjectDefaults } from "../../core/project/detect/projectDefaults";
import { startTarget } from "../../core/project/detect/startCommands";
import type { ProjectFile } from "../../core/project/projectFile";
import { settingsOfKeyed } from "../../core/settings/settingsTable";
import type { DeployFolder } from "./deployFolder";

/** Detected settings, overridden by the folder's file. The main file is empty when none was found. */
export function startingSettings(
  { project }: DeployFolder,
  projectFile: ProjectFile | undefined,
): NewAppSettings {
  const { defaults } = project;
  const said = projectFile && settingsOfKeyed(projectFile);
  return {
    name: defaults.name,
    mainFile: defaults.mainFile ?? "",
    memoryMB: defaults.memoryMB,
    runtime: defaults.runtime ?? "nodejs",
    exposedViaWeb: defaults.exposedViaWeb,
    autoRestart: defaults.autoRestart,
    startupCommand: foundCommand(defaults, said?.mainFile ?? defaults.mainFile ?? ""),
    ...said,
  };
}

/** The start command that was found, where it is not for another file than this main file; else empty. */
export function foundCommand(
  { mainFile: found = "", startupCommand }: Pick<ProjectDefaults, "mainFile" | "startupCommand">,
  mainFile: string,
): string {
  if (mainFile === found) return startupCommand;
  const files = startTarget(startupCommand)?.files ?? [];
  const isForIt = files.includes(mainFile) || (found === "" && files.length === 0);
  return isForIt ? startupCommand : "";
}
