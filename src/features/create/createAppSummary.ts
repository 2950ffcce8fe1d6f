// The last step: what will be sent and where to, everything that is left to change, and the last word.
import * as vscode from "vscode";
import type { NewAppSettings, Team } from "../../core/model/model";
import { formatBytes, formatCount } from "../../core/text/format";
import type { DeployFolder } from "../../editor/project/deployFolder";
import { missingVariables, type NeededVariables } from "../../editor/project/neededVariables";
import { someNames } from "../../editor/shown/someNames";
import {
  askAside,
  askChoice,
  askText,
  type ChoiceItem,
  type ChoiceSeparator,
  type StepFrame,
} from "../../editor/steps";
import { askSecrets } from "./preview/askSecrets";
import { estimatePackedBytes } from "./preview/packedEstimate";
import { showPreview, totalsText } from "./preview/previewPicker";
import { settingsProblem } from "./projectFile/settingsProblems";
import { decideOnEnvironmentFile, environmentChoices, missingText } from "./questions/askEnvironmentFile";
import { askMainFile, runtimeLabel } from "./questions/mainFileStep";

export interface SummaryContext {
  /** Its project changes when files are excluded or included on the way. */
  readonly folder: DeployFolder;
  readonly accountLabel: string;
  /** Teams to choose from, beside the personal space. */
  readonly teams: readonly Team[];
  readonly maxArchiveBytes: number;
  readonly variables: NeededVariables;
}

type Action = "create" | "preview" | "variables" | "mainFile" | "startCommand" | "team" | "autoRestart";
type Frame = StepFrame<NewAppSettings>;

/** Resolves with the answers when the user says Create. */
export async function askSummary(
  context: SummaryContext,
  initial: NewAppSettings,
  frame: Frame,
): Promise<NewAppSettings> {
  let answers = initial;
  let last: Action | undefined;
  for (;;) {
    const action = await askChoice<Action>(frame, {
      name: vscode.l10n.t("Summary"),
      placeholder: vscode.l10n.t("Nothing has been sent yet"),
      items: itemsOf(context, answers),
      isActive: (value) => value === last,
    });
    if (action === "create") {
      if (await askSecrets(frame, context.folder, answers.mainFile)) {
        // What was decided on secrets may have taken the main file away: the summary then says so.
        if (!settingsProblem(answers, context.folder.project)) return answers;
      }
    } else {
      answers = await askAbout(action, context, answers, frame);
      frame.keep(answers);
    }
    last = action;
  }
}

async function askAbout(
  action: Exclude<Action, "create">,
  context: SummaryContext,
  answers: NewAppSettings,
  frame: Frame,
): Promise<NewAppSettings> {
  switch (action) {
    case "preview":
      await askAside(frame, (aside) => showPreview(aside, context.folder));
      return answers;
    case "variables":
      await askAboutVariables(context, frame);
      return answers;
    case "mainFile":
      return (await askAside(frame, (aside) => askMainFile(context.folder, answers, aside))) ?? answers;
    case "startCommand":
      return (await askAside(frame, (aside) => askStartCommand(answers, aside))) ?? answers;
    case "team":
      return (await askAside(frame, (aside) => askTeam(context, answers, aside))) ?? answers;
    case "autoRestart":
      return { ...answers, autoRestart: !answers.autoRestart };
  }
}

function itemsOf(context: SummaryContext, answers: NewAppSettings): (ChoiceItem<Action> | ChoiceSeparator)[] {
  const { folder, teams, accountLabel } = context;
  const problem = settingsProblem(answers, folder.project);
  return [
    problem ? problemItem(problem, folder) : createItem(context, answers),
    {
      label: vscode.l10n.t("Preview..."),
      iconPath: new vscode.ThemeIcon("list-tree"),
      description: leftOutText(folder),
      value: "preview",
    },
    ...variablesItems(context),
    { label: vscode.l10n.t("Change"), kind: vscode.QuickPickItemKind.Separator },
    {
      label: vscode.l10n.t("Start command"),
      iconPath: new vscode.ThemeIcon("terminal"),
      description:
        answers.startupCommand === ""
          ? vscode.l10n.t("the service's default for {0}", runtimeLabel(answers.runtime))
          : answers.startupCommand,
      value: "startCommand",
    },
    {
      label: vscode.l10n.t("Restart automatically"),
      iconPath: new vscode.ThemeIcon("refresh"),
      description: answers.autoRestart ? vscode.l10n.t("yes") : vscode.l10n.t("no"),
      value: "autoRestart",
    },
    ...(teams.length === 0 && answers.teamId === undefined
      ? []
      : [
          {
            label: vscode.l10n.t("Team"),
            iconPath: new vscode.ThemeIcon("organization"),
            description:
              answers.teamId === undefined
                ? vscode.l10n.t("none; owned by {0}", accountLabel)
                : teamName(teams, answers.teamId),
            value: "team" as const,
          },
        ]),
  ];
}

function createItem(
  { folder, accountLabel, teams, maxArchiveBytes }: SummaryContext,
  answers: NewAppSettings,
): ChoiceItem<Action> {
  const { files } = folder.project;
  const isLarge = estimatePackedBytes(files) > maxArchiveBytes;
  const team =
    answers.teamId === undefined ? [] : [vscode.l10n.t("team {0}", teamName(teams, answers.teamId))];
  return {
    label: vscode.l10n.t("Create {0}", answers.name),
    iconPath: new vscode.ThemeIcon(isLarge ? "warning" : "rocket"),
    description: accountLabel,
    detail: [
      totalsText(files),
      answers.mainFile,
      formatBytes(answers.memoryMB * 1024 * 1024),
      answers.exposedViaWeb ? vscode.l10n.t("web app") : vscode.l10n.t("background app"),
      ...team,
      ...(folder.isMount ? [vscode.l10n.t("from the files of an app")] : []),
      ...(isLarge
        ? [
            vscode.l10n.t(
              "probably more than the {0} that hostedApps.deploy.maxArchiveMB allows",
              formatBytes(maxArchiveBytes),
            ),
          ]
        : []),
    ].join(" · "),
    value: "create",
  };
}

/** What the app will look for and not find, before it is started for the first time. */
function variablesItems({ folder, variables }: SummaryContext): ChoiceItem<Action>[] {
  const detail = missingText(missingVariables(variables, folder.project), variables);
  if (detail === undefined) return [];
  const label = vscode.l10n.t("Environment variables");
  return [{ label, iconPath: new vscode.ThemeIcon("warning"), detail, value: "variables" }];
}

/** Only a .env can be sent: where there is none, the row says it all. */
async function askAboutVariables({ folder, variables }: SummaryContext, frame: Frame): Promise<void> {
  if (!variables.inFile) return;
  const placeholder = vscode.l10n.t("{0} sets {1}. Send it?", ".env", someNames(variables.inFile));
  const willBeSent = await askAside(frame, (aside) =>
    askChoice(aside, { placeholder, items: environmentChoices(folder) }),
  );
  if (willBeSent !== undefined) await decideOnEnvironmentFile(folder, willBeSent);
}

/** In the place of Create: what keeps the app from being created, and what mends it. */
function problemItem(problem: string, { project }: DeployFolder): ChoiceItem<Action> {
  const iconPath = new vscode.ThemeIcon("warning");
  return project.files.length === 0
    ? { label: vscode.l10n.t("Choose Files to Send..."), iconPath, detail: problem, value: "preview" }
    : { label: vscode.l10n.t("Choose Another Main File..."), iconPath, detail: problem, value: "mainFile" };
}

function leftOutText({ project, undecidedSecrets }: DeployFolder): string {
  const left = project.leftOut.length - undecidedSecrets.length;
  const secrets = undecidedSecrets.length;
  return [
    project.files.length === 1
      ? vscode.l10n.t("1 file to send")
      : vscode.l10n.t("{0} files to send", formatCount(project.files.length)),
    ...(left > 0 ? [vscode.l10n.t("{0} left out", formatCount(left))] : []),
    ...(secrets === 1 ? [vscode.l10n.t("1 may contain a secret")] : []),
    ...(secrets > 1 ? [vscode.l10n.t("{0} may contain secrets", secrets)] : []),
  ].join(", ");
}

async function askStartCommand(answers: NewAppSettings, frame: Frame): Promise<NewAppSettings> {
  const startupCommand = await askText(frame, {
    prompt: vscode.l10n.t(
      "The command that starts the app. If empty, the service runs {0}.",
      answers.mainFile,
    ),
    value: answers.startupCommand,
    placeholder: answers.runtime === "python" ? `python ${answers.mainFile}` : "npm start",
    validate: () => undefined,
  });
  return { ...answers, startupCommand: startupCommand.trim() };
}

async function askTeam(
  { teams, accountLabel }: SummaryContext,
  answers: NewAppSettings,
  frame: Frame,
): Promise<NewAppSettings> {
  const { teamId: _any, ...personal } = answers;
  // In an object: undefined would be no answer.
  const { teamId } = await askChoice<{ readonly teamId?: string }>(frame, {
    placeholder: vscode.l10n.t(
      "Select the team that owns the app. Only teams in which you can create apps are listed",
    ),
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
        value: { teamId: id },
      })),
    ],
    isActive: (value) => value.teamId === answers.teamId,
  });
  return teamId === undefined ? personal : { ...personal, teamId };
}

function teamName(teams: readonly Team[], teamId: string): string {
  return teams.find(({ id }) => id === teamId)?.name ?? teamId;
}
