// The question which file starts the app, and in what.
import * as vscode from "vscode";
import type { NewAppSettings, Runtime } from "../../../core/model/model";
import { runtimeLabel } from "../../../editor/appSettings/settingLabels";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import type { ProjectFolder } from "../../../editor/project/projectFolder";
import { askChoice, type ChoiceItem, type StepFrame } from "../../../editor/steps";
import { noMainFileProblem } from "../projectFile/settingsProblems";

interface MainFileChoice {
  readonly runtime: Runtime;
  readonly mainFile: string;
}

/** More would only make the list slow; any other file can be typed. */
const maxMainFiles = 500;

/** Asks, unless one file alone can be meant. */
export async function askMainFile(
  folder: DeployFolder,
  answers: NewAppSettings,
  frame: StepFrame,
  recommended?: string,
): Promise<NewAppSettings> {
  const { project } = folder;
  const item = ({ mainFile, runtime }: MainFileChoice): ChoiceItem<MainFileChoice> => ({
    label: mainFile,
    description: [runtimeLabel(runtime), mainFile === recommended ? vscode.l10n.t("recommended") : ""]
      .filter(Boolean)
      .join(" · "),
    iconPath: new vscode.ThemeIcon("play"),
    value: { runtime, mainFile },
  });
  const programs = programsIn(folder, answers);
  // Where nothing looks like a program, it may be any file.
  const all =
    programs.length > 0
      ? programs
      : project.files.map(({ path }) => ({ mainFile: path, runtime: answers.runtime }));
  const items = all
    .sort((a, b) => rank(project, b) - rank(project, a) || a.mainFile.localeCompare(b.mainFile))
    .slice(0, maxMainFiles)
    .map(item);
  if (items.length === 0) throw new Error(noMainFileProblem(project));
  const shown = new Set(items.map(({ value }) => value.mainFile));
  const [only] = programs;
  const chosen =
    only && programs.length === 1 && only.mainFile !== answers.mainFile
      ? only
      : await askChoice(frame, {
          name: vscode.l10n.t("Main file"),
          placeholder: vscode.l10n.t("Select the file that starts the app, or type its path"),
          items,
          isActive: (value) => value.mainFile === answers.mainFile,
          other: (typed) =>
            !shown.has(typed) && project.files.some(({ path }) => path === typed)
              ? item({ mainFile: typed, runtime: runtimeOfFile(typed) ?? answers.runtime })
              : undefined,
        });
  // A start command that was found for one kind of app is not for the other.
  const startupCommand = chosen.runtime === answers.runtime ? answers.startupCommand : "";
  return { ...answers, ...chosen, startupCommand };
}

/** Whether something else than the main file looks as if it could start the app. */
export function hasOtherMainFiles(folder: DeployFolder, answers: NewAppSettings): boolean {
  return programsIn(folder, answers).some(({ mainFile }) => mainFile !== answers.mainFile);
}

function programsIn({ project }: DeployFolder, answers: NewAppSettings): MainFileChoice[] {
  return project.files.flatMap(({ path }) => {
    const runtime = path === answers.mainFile ? answers.runtime : runtimeOfFile(path);
    return runtime ? [{ mainFile: path, runtime }] : [];
  });
}

function runtimeOfFile(path: string): Runtime | undefined {
  if (path.endsWith(".py")) return "python";
  return /\.[cm]?js$/.test(path) ? "nodejs" : undefined;
}

function rank({ defaults }: ProjectFolder, { mainFile }: MainFileChoice): number {
  const index = defaults.mainFileCandidates.indexOf(mainFile);
  return index === -1 ? -mainFile.split("/").length - 1_000 : 1_000 - index;
}
