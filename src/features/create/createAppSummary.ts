// Create App in one list: what will be sent and where to, with a row for each setting, and Create on top.
import * as vscode from "vscode";
import { estimatePackedBytes, largeArchiveBytes } from "../../core/archive/packedEstimate";
import type { NewAppSettings, Team } from "../../core/model/model";
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
import { showPreview, totalsText } from "./preview/previewPicker";
import { filesAfterAsking, mainFileProblem, settingsProblem } from "./projectFile/settingsProblems";
import { askSecrets } from "./questions/askSecrets";
import { fileQuestions, sendVariables } from "./questions/fileQuestions";
import { askMainFile, hasOtherMainFiles, startersIn } from "./questions/mainFileStep";
import { choiceItems, type OpenQuestion } from "./questions/question";
import { notTakenText, withSource } from "./saidElsewhere";

export interface SummaryContext extends TeamChoice {
  /** The folder; its project changes when the user excludes or includes files. */
  readonly folder: DeployFolder;
  /** Asked where the user's flags rule out the team, before Create: false leads back. */
  readonly agreeToTeam: (teamId: string | undefined) => Promise<boolean>;
  readonly variables: NeededVariables;
}

interface Summary {
  readonly context: SummaryContext;
  readonly answers: NewAppSettings;
  /** The detected settings. */
  readonly found: NewAppSettings;
}

/** The step that a row opens; undefined for a row that only informs. */
type Change = (summary: Summary, frame: StepFrame) => Promise<NewAppSettings | undefined>;

const changes = {
  preview: async ({ context, answers }, frame) => {
    await showPreview(frame, context.folder);
    return answers;
  },
  variables: async ({ context: { folder, variables } }, frame) => {
    const file = helpfulFile(folder, variables);
    // Only a file can be sent: where there is none, the row says it all.
    if (!file) return undefined;
    await askNow(sendVariables(folder, file), frame);
    return undefined;
  },
  notTaken: async () => undefined,
  name: ({ answers }, frame) => askName(answers, frame),
  mainFile: async ({ context: { folder }, answers, found }, frame) => {
    const chosen = await askMainFile(folder, answers, frame, found.mainFile);
    for (const finding of folder.project.defaults.findings)
      if (finding.kind === "dependencies" && finding.from === "devDependencies")
        await askNow(await fileQuestions.dependencies({ folder }, finding), frame);
    return chosen;
  },
  memory: ({ answers, found }, frame) => askMemory(answers, frame, found.memoryMB),
  exposedViaWeb: async ({ answers }) => ({ ...answers, exposedViaWeb: !answers.exposedViaWeb }),
  startCommand: ({ answers }, frame) => askStartCommand(answers, frame),
  autoRestart: async ({ answers }) => ({ ...answers, autoRestart: !answers.autoRestart }),
  team: ({ context, answers }, frame) => askTeam(context, answers, frame),
} satisfies Readonly<Record<string, Change>>;

async function askNow({ text, choices }: OpenQuestion, frame: StepFrame): Promise<void> {
  await (await askChoice(frame, { name: text, items: choiceItems(choices) })).apply();
}

type Action = keyof typeof changes | "create";

/**
 * Starts with what was detected; its rows lead to the questions and back. Resolves with the settings when the user says
 * Create. Rejects with CancelledError when the user leaves.
 */
export async function askSummary(context: SummaryContext, found: NewAppSettings): Promise<NewAppSettings> {
  const frame = singleStep(vscode.l10n.t("Create App"));
  let answers = found;
  let last: Action | undefined;
  for (;;) {
    const summary = { context, answers, found };
    const action = await askChoice<Action>(frame, {
      placeholder: vscode.l10n.t("Nothing is sent before you select Create"),
      items: () => itemsOf(summary),
      isActive: (value) => value === last,
      changed: context.folder.scan,
    });
    last = action;
    if (action === "create") {
      if (await mayCreate(summary, frame)) return answers;
      continue;
    }
    const answered = await askAside(frame, (aside) => changes[action](summary, aside));
    answers = answered ?? answers;
    // Once the files are confirmed, Enter creates.
    if (action === "preview" && answered) last = undefined;
  }
}

async function mayCreate({ context, answers }: Summary, frame: StepFrame): Promise<boolean> {
  const { folder } = context;
  return (
    (await context.agreeToTeam(answers.teamId)) &&
    (await askSecrets(frame, folder, answers.mainFile)) &&
    // The user's decision on secrets may have excluded the main file: the summary then says so.
    !settingsProblem(answers, folder.project) &&
    (await agreeToArchive(folder.project.files))
  );
}

type Row = ChoiceItem<Action>;

function itemsOf({ context, answers }: Summary): (Row | ChoiceSeparator)[] {
  const { folder, variables, teams, accountLabel } = context;
  const { mainFile, runtime, teamId, startupCommand } = answers;
  const { defaults } = folder.project;
  const missing = missingVariables(variables, folder.project);
  const said = (text: string, setting: Parameters<typeof withSource>[1]): string =>
    withSource(text, setting, answers, defaults);
  const yesOrNo = (setting: "exposedViaWeb" | "autoRestart"): string =>
    said(answers[setting] ? vscode.l10n.t("yes") : vscode.l10n.t("no"), setting);
  const byDefault = (): string => vscode.l10n.t("the service's default for {0}", runtimeLabel(runtime));
  const command = startupCommand === "" ? byDefault() : said(startupCommand, "startupCommand");
  const rows: readonly (false | Row | ChoiceSeparator)[] = [
    problemItem(answers, folder) ?? createItem(context, answers),
    row("preview", "list-tree", vscode.l10n.t("Preview..."), leftOutText(folder)),
    missing.length > 0 && {
      ...row("variables", "warning", vscode.l10n.t("Environment variables")),
      detail: missingText(missing, helpfulFile(folder, variables)?.path),
    },
    defaults.notTaken.length > 0 && {
      ...row("notTaken", "info", vscode.l10n.t("Not taken from the project's files")),
      detail: notTakenText(defaults.notTaken),
    },
    { label: vscode.l10n.t("Change"), kind: vscode.QuickPickItemKind.Separator },
    row("name", "tag", vscode.l10n.t("Name"), said(answers.name, "name")),
    (defaults.sources.mainFile !== undefined || hasOtherMainFiles(folder, answers)) &&
      row(
        ...(["mainFile", "play", vscode.l10n.t("Main file")] as const),
        said(`${mainFile} · ${runtimeLabel(runtime)}`, "mainFile"),
      ),
    row("memory", "chip", settingLabel("memoryMB"), said(memoryText(answers.memoryMB), "memoryMB")),
    row("exposedViaWeb", "globe", settingLabel("exposedViaWeb"), yesOrNo("exposedViaWeb")),
    row("startCommand", "terminal", vscode.l10n.t("Start command"), command),
    row("autoRestart", "refresh", vscode.l10n.t("Restart automatically"), yesOrNo("autoRestart")),
    (teams.length > 0 || teamId !== undefined) &&
      row("team", "organization", vscode.l10n.t("Team"), teamText(teams, teamId, accountLabel)),
  ];
  return rows.filter((each) => each !== false);
}

function row(value: Action, icon: string, label: string, description = ""): Row {
  return { label, description, iconPath: new vscode.ThemeIcon(icon), value };
}

function createItem({ folder, accountLabel }: SummaryContext, { name, mainFile }: NewAppSettings): Row {
  const { files } = folder.project;
  const icon = estimatePackedBytes(files) > largeArchiveBytes ? "warning" : "rocket";
  const from = folder.isMount ? [vscode.l10n.t("from an app's files")] : [];
  return {
    ...row("create", icon, vscode.l10n.t("Create {0}", name), accountLabel),
    detail: [totalsText(files), mainFile, ...from].join(" · "),
  };
}

/** The file that would set most of what is missing. */
function helpfulFile(
  folder: DeployFolder,
  variables: NeededVariables,
): NeededVariables["files"][number] | undefined {
  const missing = missingVariables(variables, folder.project);
  const count = (names: readonly string[]): number => names.filter((name) => missing.includes(name)).length;
  const [first] = variables.files
    .filter(({ path, names }) => setsEnvironment(path) && count(names) > 0)
    .sort((a, b) => count(b.names) - count(a.names));
  return first;
}

/** Sentence on the variables that the app needs and lacks; `file` would set some of them. */
function missingText(missing: readonly string[], file: string | undefined): string {
  const names = someNames(missing);
  return file !== undefined
    ? vscode.l10n.t("not set: {0}; set them on the service's website, or send {1}", names, file)
    : vscode.l10n.t("not set: {0}; set them on the service's website", names);
}

/** Replaces Create: the problem that keeps the app from being created, and its remedy. */
function problemItem(answers: NewAppSettings, folder: DeployFolder): Row | undefined {
  const sent = filesAfterAsking(folder.project);
  const detail = settingsProblem(answers, folder.project, sent);
  if (detail === undefined) return undefined;
  const as = (label: string, value: Action): Row => ({ ...row(value, "warning", label), detail });
  const selectFiles = as(vscode.l10n.t("Select Files to Send..."), "preview");
  if (sent.length === 0) return selectFiles;
  if (answerProblem("name", answers.name)) return as(vscode.l10n.t("Enter Another Name..."), "name");
  if (!mainFileProblem(answers.mainFile, folder.project, sent))
    return as(vscode.l10n.t("Select Memory Limit..."), "memory");
  return startersIn(folder, answers).length > 0
    ? as(vscode.l10n.t("Select Another Main File..."), "mainFile")
    : selectFiles;
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

function teamText(teams: readonly Team[], teamId: string | undefined, accountLabel: string): string {
  if (teamId === undefined) return vscode.l10n.t("none; owned by {0}", accountLabel);
  return teams.find(({ id }) => id === teamId)?.name ?? teamId;
}
