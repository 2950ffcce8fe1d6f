// The settings that an app of a folder starts with.
import type { NewAppSettings } from "../../core/model/model";
import type { ProjectFile } from "../../core/project/projectFile";
import { settingsOfKeyed } from "../../core/settings/settingsTable";
import type { DeployFolder } from "./deployFolder";

/** What was detected, under what the folder's file says. The main file is empty when none was found. */
export function startingSettings(
  { project }: DeployFolder,
  projectFile: ProjectFile | undefined,
): NewAppSettings {
  const { defaults } = project;
  return {
    name: defaults.name,
    mainFile: defaults.mainFile ?? "",
    memoryMB: defaults.memoryMB,
    runtime: defaults.runtime ?? "nodejs",
    exposedViaWeb: defaults.exposedViaWeb,
    autoRestart: defaults.autoRestart,
    startupCommand: defaults.startupCommand,
    ...(projectFile && settingsOfKeyed(projectFile)),
  };
}
