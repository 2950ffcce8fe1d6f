// The question which file starts the app, and in what.
import * as vscode from "vscode";
import type { NewAppSettings, Runtime } from "../../../core/model/model";
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

/** Step 2, and from the summary when the main file was left out meanwhile. */
export async function askMainFile(
  folder: DeployFolder,
  answers: NewAppSettings,
  frame: StepFrame<NewAppSettings>,
  recommended?: string,
): Promise<NewAppSettings> {
  const { project } = folder;
  const item = (path: string, runtime: Runtime): ChoiceItem<MainFileChoice> => ({
    label: path,
    description: [runtimeLabel(runtime), path === recommended ? vscode.l10n.t("recommended") : ""]
      .filter(Boolean)
      .join(" · "),
    iconPath: new vscode.ThemeIcon("play"),
    value: { runtime, mainFile: path },
  });
  const code = project.files.flatMap(({ path }) => {
    const runtime = path === answers.mainFile ? answers.runtime : runtimeOfFile(path);
    return runtime ? [item(path, runtime)] : [];
  });
  // Where nothing looks like a program, it may be any file.
  const all = code.length > 0 ? code : project.files.map(({ path }) => item(path, answers.runtime));
  const items = all
    .sort((a, b) => rank(project, b.value) - rank(project, a.value) || a.label.localeCompare(b.label))
    .slice(0, maxMainFiles);
  if (items.length === 0) throw new Error(noMainFileProblem(project));
  const shown = new Set(items.map(({ value }) => value.mainFile));
  const chosen = await askChoice(frame, {
    name: vscode.l10n.t("Main file"),
    placeholder: vscode.l10n.t("Select the file that starts the app, or type its path"),
    items,
    isActive: (value) => value.mainFile === answers.mainFile,
    other: (typed) =>
      !shown.has(typed) && project.files.some(({ path }) => path === typed)
        ? item(typed, runtimeOfFile(typed) ?? answers.runtime)
        : undefined,
  });
  // A start command that was found for one kind of app is not for the other.
  const startupCommand = chosen.runtime === answers.runtime ? answers.startupCommand : "";
  return { ...answers, ...chosen, startupCommand };
}

export function runtimeOfFile(path: string): Runtime | undefined {
  if (path.endsWith(".py")) return "python";
  return /\.[cm]?js$/.test(path) ? "nodejs" : undefined;
}

export function runtimeLabel(runtime: Runtime): string {
  return runtime === "python" ? "Python" : "Node.js";
}

function rank({ defaults }: ProjectFolder, { mainFile }: MainFileChoice): number {
  const index = defaults.mainFileCandidates.indexOf(mainFile);
  return index === -1 ? -mainFile.split("/").length - 1_000 : 1_000 - index;
}
