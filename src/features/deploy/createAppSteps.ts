// The five questions of Create App from Folder, each filled in from the project.
import * as vscode from "vscode";
import { formatBytes } from "../../core/format";
import type { NewAppSettings, Runtime, Team } from "../../core/model";
import { askChoice, askSteps, askText, type ChoiceItem, type Step } from "../../editor/steps";
import type { ProjectFolder } from "./projectFolder";
import { mainFileProblem, memoryProblem, nameProblem } from "./settingsProblems";

export type Answers = NewAppSettings;

export interface StepsContext {
  readonly project: ProjectFolder;
  readonly accountLabel: string;
  /** Teams to choose from, beside the personal space. */
  readonly teams: readonly Team[];
}

/** Asks for the settings. Rejects with CancelledError when the user leaves. */
export async function askAppSettings(context: StepsContext, initial: Answers): Promise<Answers> {
  const steps: Step<Answers>[] = [askName, runtimeAndMainFile(context), askMemory, askWeb, summary(context)];
  return await askSteps(vscode.l10n.t("Create App"), steps, initial);
}

const askName: Step<Answers> = async (answers, frame) => ({
  ...answers,
  name: (
    await askText(frame, {
      prompt: vscode.l10n.t("The name of the app"),
      value: answers.name,
      validate: nameProblem,
    })
  ).trim(),
});

interface MainFileChoice {
  readonly runtime: Runtime;
  readonly mainFile: string;
}

function runtimeAndMainFile({ project }: StepsContext): Step<Answers> {
  return async (answers, frame) => {
    const items = project.files
      .flatMap(({ path }) => {
        const runtime = runtimeOfFile(path);
        return runtime ? [{ runtime, mainFile: path }] : [];
      })
      .map(({ runtime, mainFile }) => ({
        label: mainFile,
        description: runtimeLabel(runtime),
        iconPath: new vscode.ThemeIcon("play"),
        value: { runtime, mainFile },
      }))
      .sort((a, b) => rank(project, b.value) - rank(project, a.value) || a.label.localeCompare(b.label));
    if (items.length === 0) throw new Error(noMainFileSentence(project));
    const chosen = await askChoice(frame, {
      placeholder: vscode.l10n.t("The file that starts the app"),
      items,
      isActive: (value) => value.mainFile === answers.mainFile,
    });
    return { ...answers, ...chosen };
  };
}

const askMemory: Step<Answers> = async (answers, frame) => {
  const item = (memoryMB: number): ChoiceItem<number> => ({
    label: formatBytes(memoryMB * 1024 * 1024),
    ...(memoryMB >= 1024 && { description: `${memoryMB} MB` }),
    value: memoryMB,
  });
  const sizes = [...new Set([128, 256, 512, 1024, 2048, 4096, answers.memoryMB])].sort((a, b) => a - b);
  const memoryMB = await askChoice(frame, {
    placeholder: vscode.l10n.t("How much memory the app may use: pick, or type a number of MB"),
    items: sizes.map(item),
    isActive: (value) => value === answers.memoryMB,
    other: (typed) => (memoryProblem(Number(typed)) ? undefined : item(Number(typed))),
  });
  return { ...answers, memoryMB };
};

const askWeb: Step<Answers> = async (answers, frame) => {
  const exposedViaWeb = await askChoice(frame, {
    placeholder: vscode.l10n.t("Does the app answer requests from the web?"),
    items: [
      {
        label: vscode.l10n.t("$(globe) Web app"),
        description: vscode.l10n.t("gets a web address"),
        value: true,
      },
      {
        label: vscode.l10n.t("$(server-process) Background app"),
        description: vscode.l10n.t("a bot or a worker, without a web address"),
        value: false,
      },
    ],
    isActive: (value) => value === answers.exposedViaWeb,
  });
  return { ...answers, exposedViaWeb };
};

/** What will be sent, where to, and the last word. */
function summary({ project, accountLabel, teams }: StepsContext): Step<Answers> {
  return async (answers, frame) => {
    const { teamId: _any, ...personal } = answers;
    const what = vscode.l10n.t(
      "{0} files, {1} · {2} · {3} MB · {4}",
      project.files.length.toLocaleString(),
      formatBytes(project.totalBytes),
      answers.mainFile,
      answers.memoryMB,
      answers.exposedViaWeb ? vscode.l10n.t("web app") : vscode.l10n.t("background app"),
    );
    const items: ChoiceItem<Answers>[] = [
      {
        label: vscode.l10n.t("$(rocket) Create {0}", answers.name),
        description: accountLabel,
        detail: what,
        value: personal,
      },
      ...teams.map((team) => ({
        label: vscode.l10n.t("$(organization) Create {0} in the team {1}", answers.name, team.name),
        description: accountLabel,
        detail: what,
        value: { ...answers, teamId: team.id },
      })),
    ];
    return await askChoice(frame, { placeholder: vscode.l10n.t("Nothing was sent yet"), items });
  };
}

export function noMainFileSentence(project: ProjectFolder): string {
  return project.files.length === 0
    ? vscode.l10n.t("The folder has no files to send, or all are left out by ignore rules. Nothing was sent.")
    : vscode.l10n.t("The folder has no Python or JavaScript file that could start an app. Nothing was sent.");
}

export function runtimeOfFile(path: string): Runtime | undefined {
  if (path.endsWith(".py")) return "python";
  return /\.[cm]?js$/.test(path) ? "nodejs" : undefined;
}

function runtimeLabel(runtime: Runtime): string {
  return runtime === "python" ? "Python" : "Node.js";
}

function rank({ defaults }: ProjectFolder, { mainFile }: MainFileChoice): number {
  const index = defaults.mainFileCandidates.indexOf(mainFile);
  return index === -1 ? -mainFile.split("/").length - 1_000 : 1_000 - index;
}

/** The first thing wrong with settings that were given without asking. */
export function settingsProblem(settings: Answers, project: ProjectFolder): string | undefined {
  if (project.files.length === 0) return noMainFileSentence(project);
  return (
    nameProblem(settings.name) ??
    mainFileProblem(
      settings.mainFile,
      project.files.map(({ path }) => path),
    ) ??
    memoryProblem(settings.memoryMB)
  );
}
