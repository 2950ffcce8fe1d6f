// The questions that the rows of the summary lead to, each filled in with what is chosen so far.
import * as vscode from "vscode";
import type { NewAppSettings, Team } from "../../core/model/model";
import { settingsTable } from "../../core/settings/settingsTable";
import { formatBytes } from "../../core/text/format";
import { answerProblem } from "../../editor/appSettings/mistakeSentences";
import { settingLabel } from "../../editor/appSettings/settingLabels";
import { askChoice, askText, type ChoiceItem, type StepFrame } from "../../editor/steps";

export async function askName(answers: NewAppSettings, frame: StepFrame): Promise<NewAppSettings> {
  const name = await askText(frame, {
    name: vscode.l10n.t("Name"),
    prompt: vscode.l10n.t("App name"),
    value: answers.name,
    validate: (typed) => answerProblem("name", typed.trim()),
  });
  return { ...answers, name: name.trim() };
}

export async function askMemory(
  answers: NewAppSettings,
  frame: StepFrame,
  recommendedMB: number,
): Promise<NewAppSettings> {
  const item = (memoryMB: number): ChoiceItem<number> => ({
    label: memoryText(memoryMB),
    ...(memoryMB === recommendedMB && { description: vscode.l10n.t("recommended") }),
    value: memoryMB,
  });
  const sizes = [...new Set([...settingsTable.memoryMB.type.suggested, answers.memoryMB])].sort(
    (a, b) => a - b,
  );
  const memoryMB = await askChoice(frame, {
    name: settingLabel("memoryMB"),
    placeholder: vscode.l10n.t("Select how much memory the app can use, or type a number in MB"),
    items: sizes.map(item),
    isActive: (value) => value === answers.memoryMB,
    other: (typed) =>
      answerProblem("memoryMB", Number(typed)) || sizes.includes(Number(typed))
        ? undefined
        : item(Number(typed)),
  });
  return { ...answers, memoryMB };
}

export function memoryText(memoryMB: number): string {
  return formatBytes(memoryMB * 1024 * 1024);
}

export async function askStartCommand(answers: NewAppSettings, frame: StepFrame): Promise<NewAppSettings> {
  const startupCommand = await askText(frame, {
    name: vscode.l10n.t("Start command"),
    prompt: vscode.l10n.t("If empty, the service chooses how to start the main file."),
    value: answers.startupCommand,
    placeholder: answers.runtime === "python" ? `python ${answers.mainFile}` : "npm start",
    validate: () => undefined,
  });
  return { ...answers, startupCommand: startupCommand.trim() };
}

export interface TeamChoice {
  readonly accountLabel: string;
  /** Teams to choose from, beside the personal space. */
  readonly teams: readonly Team[];
  /** The user's flags deny creating apps in the team. */
  readonly isRuledOut: (teamId: string) => boolean;
}

export async function askTeam(
  { teams, accountLabel, isRuledOut }: TeamChoice,
  answers: NewAppSettings,
  frame: StepFrame,
): Promise<NewAppSettings> {
  const { teamId: _any, ...personal } = answers;
  // An object holds the answer: undefined would be no answer.
  const { teamId } = await askChoice<{ readonly teamId?: string }>(frame, {
    name: vscode.l10n.t("Team"),
    placeholder: vscode.l10n.t("Select the team that owns the app. Only teams that have an app are listed"),
    items: [
      {
        label: vscode.l10n.t("No Team"),
        iconPath: new vscode.ThemeIcon("account"),
        description: accountLabel,
        value: {},
      },
      ...teams.map(({ id, name }) => ({
        label: name,
        iconPath: new vscode.ThemeIcon("organization"),
        ...(isRuledOut(id) && { description: vscode.l10n.t("your permissions may not include this") }),
        value: { teamId: id },
      })),
    ],
    isActive: (value) => value.teamId === answers.teamId,
  });
  return teamId === undefined ? personal : { ...personal, teamId };
}
