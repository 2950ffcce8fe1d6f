// The five questions of Create App from Folder, each filled in from the project.
import * as vscode from "vscode";
import type { NewAppSettings } from "../../core/model/model";
import { settingsTable } from "../../core/settings/settingsTable";
import { formatBytes } from "../../core/text/format";
import { answerProblem } from "../../editor/appSettings/mistakeSentences";
import { askChoice, askSteps, askText, type ChoiceItem, type Step, type StepFrame } from "../../editor/steps";
import { askSummary, type SummaryContext } from "./createAppSummary";
import { askMainFile } from "./questions/mainFileStep";

/** Asks for the settings. Rejects with CancelledError when the user leaves. */
export async function askAppSettings(
  context: SummaryContext,
  initial: NewAppSettings,
): Promise<NewAppSettings> {
  const steps: Step<NewAppSettings>[] = [
    askName,
    (answers, frame) => askMainFile(context.folder, answers, frame, initial.mainFile),
    (answers, frame) => askMemory(answers, frame, initial.memoryMB),
    (answers, frame) => askWeb(answers, frame, initial.exposedViaWeb),
    (answers, frame) => askSummary(context, answers, frame),
  ];
  return await askSteps(vscode.l10n.t("Create App"), steps, initial);
}

const askName: Step<NewAppSettings> = async (answers, frame) => ({
  ...answers,
  name: (
    await askText(frame, {
      name: vscode.l10n.t("Name"),
      prompt: vscode.l10n.t("The name of the app"),
      value: answers.name,
      validate: (name) => answerProblem("name", name.trim()),
    })
  ).trim(),
});

async function askMemory(
  answers: NewAppSettings,
  frame: StepFrame<NewAppSettings>,
  recommendedMB: number,
): Promise<NewAppSettings> {
  const item = (memoryMB: number): ChoiceItem<number> => ({
    label: formatBytes(memoryMB * 1024 * 1024),
    ...(memoryMB === recommendedMB && { description: vscode.l10n.t("recommended") }),
    value: memoryMB,
  });
  const sizes = [...new Set([...settingsTable.memoryMB.type.suggested, answers.memoryMB])].sort(
    (a, b) => a - b,
  );
  const memoryMB = await askChoice(frame, {
    name: vscode.l10n.t("Memory"),
    placeholder: vscode.l10n.t("Select how much memory the app can use, or type a number of MB"),
    items: sizes.map(item),
    isActive: (value) => value === answers.memoryMB,
    other: (typed) =>
      answerProblem("memoryMB", Number(typed)) || sizes.includes(Number(typed))
        ? undefined
        : item(Number(typed)),
  });
  return { ...answers, memoryMB };
}

async function askWeb(
  answers: NewAppSettings,
  frame: StepFrame<NewAppSettings>,
  recommended: boolean,
): Promise<NewAppSettings> {
  const described = (description: string, value: boolean): string =>
    value === recommended ? `${description} · ${vscode.l10n.t("recommended")}` : description;
  const exposedViaWeb = await askChoice(frame, {
    name: vscode.l10n.t("Web address"),
    placeholder: vscode.l10n.t("Does this app need a web address?"),
    items: [
      {
        label: vscode.l10n.t("Web app"),
        iconPath: new vscode.ThemeIcon("globe"),
        description: described(vscode.l10n.t("gets a web address"), true),
        value: true,
      },
      {
        label: vscode.l10n.t("Background app"),
        iconPath: new vscode.ThemeIcon("server-process"),
        description: described(vscode.l10n.t("a bot or a worker, without a web address"), false),
        value: false,
      },
    ],
    isActive: (value) => value === answers.exposedViaWeb,
  });
  return { ...answers, exposedViaWeb };
}
