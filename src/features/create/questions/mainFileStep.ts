// The question which file starts the app, and in what.
import * as vscode from "vscode";
import { sortedInSlices } from "../../../core/async/slices";
import type { NewAppSettings, Runtime } from "../../../core/model/model";
import { runtimeOfFile } from "../../../core/project/projectPaths";
import { runtimeLabel } from "../../../editor/appSettings/settingLabels";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { foundCommand } from "../../../editor/project/startingSettings";
import { askChoice, type ChoiceItem, type StepFrame } from "../../../editor/steps";
import { filesAfterAsking, noMainFileProblem } from "../projectFile/settingsProblems";

interface MainFileChoice {
  readonly runtime: Runtime;
  readonly mainFile: string;
}

/** Files that nothing starts, though they lie beside programs. */
const noProgram =
  /\.(?:txt|md|rst|json5?|jsonc|ya?ml|toml|ini|cfg|conf|config|lock|csv|env|ipynb|html?|css|svg|png|jpe?g|gif|ico)$|(?:^|\/)(?:\.|LICEN[CS]E$|Procfile$|Pipfile$|Dockerfile$|Makefile$)/i;
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
  const paths = filesAfterAsking(project);
  const programs = programsIn(folder, answers);
  const places = new Map(project.defaults.mainFileCandidates.map((path, place) => [path, place]));
  const placed = startersIn(folder, answers).map((choice) => ({
    ...choice,
    place: places.get(choice.mainFile) ?? places.size + choice.mainFile.split("/").length,
  }));
  const sorted = await sortedInSlices(
    placed,
    (a, b) => a.place - b.place || a.mainFile.localeCompare(b.mainFile),
  );
  const items = sorted.slice(0, maxMainFiles).map(item);
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
            !shown.has(typed) && paths.includes(typed)
              ? item({ mainFile: typed, runtime: runtimeOfFile(typed) ?? answers.runtime })
              : undefined,
        });
  const { runtime, startupCommand } = answers;
  // A start command that was found for one file, or for one kind of app, is not for another; what the user typed stays.
  const isTyped = chosen.runtime === runtime && startupCommand !== project.defaults.startupCommand;
  await folder.startWith(chosen.mainFile);
  const found = foundCommand(folder.project.defaults, chosen.mainFile);
  return { ...answers, ...chosen, startupCommand: isTyped ? startupCommand : found };
}

/** The programs, or, where nothing looks like one, what its start command may run. */
export function startersIn(folder: DeployFolder, answers: NewAppSettings): MainFileChoice[] {
  const programs = programsIn(folder, answers);
  if (programs.length > 0) return programs;
  return filesAfterAsking(folder.project)
    .filter((path) => !noProgram.test(path))
    .map((mainFile) => ({ mainFile, runtime: answers.runtime }));
}

/** A file other than the main file looks as if it could start the app. */
export function hasOtherMainFiles(folder: DeployFolder, answers: NewAppSettings): boolean {
  return programsIn(folder, answers).some(({ mainFile }) => mainFile !== answers.mainFile);
}

function programsIn({ project }: DeployFolder, answers: NewAppSettings): MainFileChoice[] {
  return filesAfterAsking(project).flatMap((path) => {
    const runtime = path === answers.mainFile ? answers.runtime : runtimeOfFile(path);
    return runtime ? [{ mainFile: path, runtime }] : [];
  });
}
