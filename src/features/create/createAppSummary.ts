// Create App in one list: what will be sent and where to, with a row for each setting, and Create on top.
import * as vscode from "vscode";
import { estimatePackedBytes, largeArchiveBytes } from "../../core/archive/packedEstimate";
import type { NewAppSettings, Team } from "../../core/model/model";
import type { NotTaken } from "../../core/project/detect/authorsWord";
import { setsEnvironment } from "../../core/project/variableNames";
import { formatCount } from "../../core/text/format";
import { answerProblem } from "../../editor/appSettings/mistakeSentences";
import { runtimeLabel, settingLabel } from "../../editor/appSettings/settingLabels";
import { agreeToArchive } from "../../editor/project/agreements";
import type { DeployFolder } from "../../editor/project/deployFolder";
import { missingVariables, type NeededVariables } from "../../editor/project/neededVariables";
import { someNames } from "../../editor/safeUi/someNames";
import {
  askAside,
  askChoice,
  type ChoiceItem,
  type ChoiceSeparator,
  type StepFrame,
  singleStep,
} from "../../editor/steps";
import { askMemory, askName, askStartCommand, askTeam, memoryText, type TeamChoice } from "./createAppSteps";
import { askSecrets } from "./preview/askSecrets";
import { showPreview, totalsText } from "./preview/previewPicker";
import { filesAfterAsking, mainFileProblem, settingsProblem } from "./projectFile/settingsProblems";
import { decideOnEnvironmentFile, environmentChoices, missingText } from "./questions/askEnvironmentFile";
import { askMainFile, hasOtherMainFiles, startersIn } from "./questions/mainFileStep";
import { notTakenText, withSource } from "./saidElsewhere";

export interface SummaryContext extends TeamChoice {
  /** Its project changes when files are excluded or included on the way. */
  readonly folder: DeployFolder;
  /** Asked where the user's flags rule out the team, before Create: false leads back. */
  readonly agreeToTeam: (teamId: string | undefined) => Promise<boolean>;
  readonly variables: NeededVariables;
}

/** A setting with a question of its own. */
type Asked = "name" | "mainFile" | "memory" | "startCommand" | "team";
/** A setting that is one or the other. */
type Switched = "exposedViaWeb" | "autoRestart";
type Action = "create" | "preview" | "variables" | "notTaken" | Asked | Switched;
type Frame = StepFrame;

/**
 * Starts with what was detected; its rows lead to the questions and back. Resolves with the settings when the user says
 * Create. Rejects with CancelledError when the user leaves.
 */
export async function askSummary(context: SummaryContext, initial: NewAppSettings): Promise<NewAppSettings> {
  const frame = singleStep(vscode.l10n.t("Create App"));
  let answers = initial;
  let last: Action | undefined;
  for (;;) {
    const action = await askChoice<Action>(frame, {
      placeholder: vscode.l10n.t("Nothing is sent before you select Create"),
      items: itemsOf(context, answers),
      isActive: (value) => value === last,
    });
    last = action;
    if (action === "create") {
      const { folder } = context;
      const isAgreed =
        (await context.agreeToTeam(answers.teamId)) && (await askSecrets(frame, folder, answers.mainFile));
      // What was decided on secrets may have taken the main file away: the summary then says so.
      if (
        isAgreed &&
        !settingsProblem(answers, folder.project) &&
        (await agreeToArchive(folder.project.files))
      )
        return answers;
    } else if (action === "preview") await askAside(frame, (aside) => showPreview(aside, context.folder));
    else if (action === "notTaken") continue;
    else if (action === "variables") await askAboutVariables(context, frame);
    else if (action === "exposedViaWeb" || action === "autoRestart")
      answers = { ...answers, [action]: !answers[action] };
    else {
      const ask = questions[action];
      answers = (await askAside(frame, (aside) => ask(answers, aside, context, initial))) ?? answers;
    }
  }
}

/** `found`: what was detected. */
type Question = (
  answers: NewAppSettings,
  frame: Frame,
  context: SummaryContext,
  found: NewAppSettings,
) => Promise<NewAppSettings>;

const questions: Readonly<Record<Asked, Question>> = {
  name: askName,
  mainFile: (answers, frame, { folder }, found) => askMainFile(folder, answers, frame, found.mainFile),
  memory: (answers, frame, _context, found) => askMemory(answers, frame, found.memoryMB),
  startCommand: askStartCommand,
  team: (answers, frame, context) => askTeam(context, answers, frame),
};

function itemsOf(context: SummaryContext, answers: NewAppSettings): (ChoiceItem<Action> | ChoiceSeparator)[] {
  const { folder, teams, accountLabel } = context;
  const { defaults } = folder.project;
  const said = (text: string, setting: Parameters<typeof withSource>[1]): string =>
    withSource(text, setting, answers, defaults);
  const problem = settingsProblem(answers, folder.project, filesAfterAsking(folder.project));
  return [
    problem ? problemItem(problem, answers, folder) : createItem(context, answers),
    row("preview", "list-tree", vscode.l10n.t("Preview..."), leftOutText(folder)),
    ...variablesItems(context),
    ...notTakenItems(defaults.notTaken),
    { label: vscode.l10n.t("Change"), kind: vscode.QuickPickItemKind.Separator },
    row("name", "tag", vscode.l10n.t("Name"), said(answers.name, "name")),
    ...(defaults.sources.mainFile !== undefined || hasOtherMainFiles(folder, answers)
      ? [
          row(
            "mainFile",
            "play",
            vscode.l10n.t("Main file"),
            said(`${answers.mainFile} · ${runtimeLabel(answers.runtime)}`, "mainFile"),
          ),
        ]
      : []),
    row("memory", "chip", settingLabel("memoryMB"), said(memoryText(answers.memoryMB), "memoryMB")),
    row(
      "exposedViaWeb",
      "globe",
      settingLabel("exposedViaWeb"),
      said(yesOrNo(answers.exposedViaWeb), "exposedViaWeb"),
    ),
    row(
      "startCommand",
      "terminal",
      vscode.l10n.t("Start command"),
      answers.startupCommand === ""
        ? vscode.l10n.t("the service's default for {0}", runtimeLabel(answers.runtime))
        : said(answers.startupCommand, "startupCommand"),
    ),
    row(
      "autoRestart",
      "refresh",
      vscode.l10n.t("Restart automatically"),
      said(yesOrNo(answers.autoRestart), "autoRestart"),
    ),
    ...(teams.length === 0 && answers.teamId === undefined
      ? []
      : [
          row(
            "team",
            "organization",
            vscode.l10n.t("Team"),
            answers.teamId === undefined
              ? vscode.l10n.t("none; owned by {0}", accountLabel)
              : teamName(teams, answers.teamId),
          ),
        ]),
  ];
}

function row(value: Action, icon: string, label: string, description: string): ChoiceItem<Action> {
  return { label, description, iconPath: new vscode.ThemeIcon(icon), value };
}

function yesOrNo(value: boolean): string {
  return value ? vscode.l10n.t("yes") : vscode.l10n.t("no");
}

function createItem(
  { folder, accountLabel }: SummaryContext,
  { name, mainFile }: NewAppSettings,
): ChoiceItem<Action> {
  const { files } = folder.project;
  const isLarge = estimatePackedBytes(files) > largeArchiveBytes;
  return {
    label: vscode.l10n.t("Create {0}", name),
    iconPath: new vscode.ThemeIcon(isLarge ? "warning" : "rocket"),
    description: accountLabel,
    detail: [
      totalsText(files),
      mainFile,
      ...(folder.isMount ? [vscode.l10n.t("from an app's files")] : []),
    ].join(" · "),
    value: "create",
  };
}

/** What the app will look for and not find, before it is started for the first time. */
function variablesItems(context: SummaryContext): ChoiceItem<Action>[] {
  const missing = missingVariables(context.variables, context.folder.project);
  if (missing.length === 0) return [];
  const detail = missingText(missing, helpfulFile(context)?.path);
  const label = vscode.l10n.t("Environment variables");
  return [{ label, iconPath: new vscode.ThemeIcon("warning"), detail, value: "variables" }];
}

/** What stands in files for other hosts and is not taken; the row says it all. */
function notTakenItems(notTaken: readonly NotTaken[]): ChoiceItem<Action>[] {
  if (notTaken.length === 0) return [];
  const label = vscode.l10n.t("Not taken from files for other hosts");
  const iconPath = new vscode.ThemeIcon("info");
  return [{ label, iconPath, detail: notTakenText(notTaken), value: "notTaken" }];
}

/** The file that would set most of what is missing. */
function helpfulFile({ folder, variables }: SummaryContext): NeededVariables["files"][number] | undefined {
  const missing = missingVariables(variables, folder.project);
  const count = (names: readonly string[]): number => names.filter((name) => missing.includes(name)).length;
  const [first] = variables.files
    .filter(({ path, names }) => setsEnvironment(path) && count(names) > 0)
    .sort((a, b) => count(b.names) - count(a.names));
  return first;
}

/** Only a file can be sent: where there is none, the row says it all. */
async function askAboutVariables(context: SummaryContext, frame: Frame): Promise<void> {
  const { folder } = context;
  const file = helpfulFile(context);
  if (!file) return;
  const name = vscode.l10n.t("{0} sets {1}. Send it?", file.path, someNames(file.names));
  const willBeSent = await askAside(frame, (aside) =>
    askChoice(aside, { name, items: environmentChoices(folder, file.path) }),
  );
  if (willBeSent !== undefined) await decideOnEnvironmentFile(folder, file.path, willBeSent);
}

/** In the place of Create: what keeps the app from being created, and what mends it. */
function problemItem(detail: string, answers: NewAppSettings, folder: DeployFolder): ChoiceItem<Action> {
  const { name, mainFile } = answers;
  const as = (label: string, value: Action): ChoiceItem<Action> => ({
    ...{ label, detail, value },
    iconPath: new vscode.ThemeIcon("warning"),
  });
  const sent = filesAfterAsking(folder.project);
  if (sent.length === 0) return as(vscode.l10n.t("Select Files to Send..."), "preview");
  if (answerProblem("name", name)) return as(vscode.l10n.t("Enter Another Name..."), "name");
  if (!mainFileProblem(mainFile, folder.project, sent))
    return as(vscode.l10n.t("Select Memory Limit..."), "memory");
  return startersIn(folder, answers).length > 0
    ? as(vscode.l10n.t("Select Another Main File..."), "mainFile")
    : as(vscode.l10n.t("Select Files to Send..."), "preview");
}

function leftOutText({ project, undecidedSecrets }: DeployFolder): string {
  const left = project.leftOut.length - undecidedSecrets.length;
  const secrets = undecidedSecrets.length;
  return [
    project.files.length === 1
      ? vscode.l10n.t("1 file to send")
      : vscode.l10n.t("{0} files to send", formatCount(project.files.length)),
    ...(left > 0 ? [vscode.l10n.t("{0} excluded", formatCount(left))] : []),
    ...(secrets === 1 ? [vscode.l10n.t("1 may contain a secret")] : []),
    ...(secrets > 1 ? [vscode.l10n.t("{0} may contain secrets", secrets)] : []),
  ].join(", ");
}

function teamName(teams: readonly Team[], teamId: string): string {
  return teams.find(({ id }) => id === teamId)?.name ?? teamId;
}
