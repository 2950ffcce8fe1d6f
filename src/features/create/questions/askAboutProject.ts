// What was found in a project and has to be decided before an app of it can run: one question each, before the steps.
import * as vscode from "vscode";
import type { NewAppSettings } from "../../../core/model/model";
import { choicesAfter } from "../../../core/project/deployPreview";
import type { ProjectFinding } from "../../../core/project/detect/projectFinding";
import { longestProjectFileBytes } from "../../../core/project/detect/readProject";
import { formatBytes } from "../../../core/text/format";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { someNames } from "../../../editor/safeUi/someNames";
import type { ChoiceItem } from "../../../editor/steps";
import { filesAfterAsking } from "../projectFile/settingsProblems";
import { isEmpty, writeTemplate } from "../template/newFromTemplate";
import { templateItems } from "../template/templates";
import { askBuildFirst } from "./askBuildFirst";
import { askDependencies } from "./askDependencies";
import { askEnvironmentFile, undecidedVariableFiles } from "./askEnvironmentFile";
import { askIgnored } from "./askIgnored";
import { type AskedProject, askProject, goOn, type ProjectAnswer } from "./askProject";
import { askStaticSite } from "./askStaticSite";
import { askWorkspace } from "./askWorkspace";

/** What the answers come to. */
export interface ProjectAnswers {
  /** The app is in this folder instead, and maybe a package in it. */
  readonly other?: { readonly uri: vscode.Uri; readonly packagePath?: string };
  /** How the app starts, where that was chosen. */
  readonly settings: Partial<NewAppSettings>;
}

/** These say how the app starts: nothing of it is asked once that is known. */
const ofStart: readonly ProjectFinding["kind"][] = [
  ...(["unsupported", "packages", "staticSite", "ignoredMainFile", "ignoredBuild", "buildFirst"] as const),
];

/** Asks, each thing once. Rejects with CancelledError when the user leaves. */
export async function askAboutProject(project: AskedProject): Promise<ProjectAnswers> {
  const answered = new Set<string>();
  let settings: Partial<NewAppSettings> = {};
  for (;;) {
    const isStartKnown = settings.mainFile !== undefined || isStartSaid(project);
    const finding = nextOf(project, answered, isStartKnown);
    if (!finding) return { settings };
    const answer = await ask(finding, project);
    if (answer.kind !== "again") answered.add(finding.kind);
    if (answer.kind === "chosen") settings = { ...settings, ...answer.settings };
    if (answer.kind === "folder") return { other: answer, settings };
  }
}

type Question = ProjectFinding | { readonly kind: "nothing" | "environment" };

/** Where the folder's own file names a main file that is sent. */
function isStartSaid({ folder, projectFile }: AskedProject): boolean {
  return filesAfterAsking(folder.project).some((path) => path === projectFile?.mainFile);
}

function nextOf(
  { folder }: AskedProject,
  answered: ReadonlySet<string>,
  isStartKnown: boolean,
): Question | undefined {
  const { findings, mainFile, mainFileCandidates } = folder.project.defaults;
  const open = findings.filter(
    ({ kind }) => !answered.has(kind) && !(isStartKnown && ofStart.includes(kind)),
  );
  const isNothing = mainFile === undefined && mainFileCandidates.length === 0 && !isStartKnown;
  const wasAskedOfStart = [...ofStart, "nothing"].some((kind) => answered.has(kind));
  if (open[0]) return open[0];
  if (isNothing && !wasAskedOfStart) return { kind: "nothing" };
  const isUndecided = undecidedVariableFiles(folder).length > 0 && !answered.has("environment");
  return isUndecided ? { kind: "environment" } : undefined;
}

async function ask(finding: Question, project: AskedProject): Promise<ProjectAnswer> {
  switch (finding.kind) {
    case "nothing":
      return (await mayTakeTemplate(project))
        ? await askTemplate(project)
        : await askWayOut(project, nothingFound(project));
    case "environment":
      return await askEnvironmentFile(project);
    case "unsupported":
      return await askWayOut(
        project,
        vscode.l10n.t("{0} isn't supported; only Python and Node.js are", finding.what),
      );
    case "packages":
      return await askPackage(project, finding);
    case "workspace":
      return await askWorkspace(project, finding);
    case "staticSite":
      return await askStaticSite(project, finding);
    case "buildFirst":
      return await askBuildFirst(project, finding);
    case "ignoredMainFile":
      return await askIgnored(project, { path: finding.mainFile, rule: finding.rule, isMainFile: true });
    case "ignoredBuild":
      return await askIgnored(project, { path: finding.folder, rule: finding.rule, isMainFile: false });
    case "dependencies":
      return await askDependencies(project, finding);
    case "tooLarge":
      return await askWayOut(
        project,
        vscode.l10n.t(
          "{0} is larger than {1}, so its settings and packages aren't known",
          finding.path,
          formatBytes(longestProjectFileBytes),
        ),
        [{ label: vscode.l10n.t("Continue"), iconPath: new vscode.ThemeIcon("arrow-right"), value: true }],
      );
    case "ignoredRead":
      return await askReads(project);
  }
}

async function mayTakeTemplate({ folder }: AskedProject): Promise<boolean> {
  return !folder.isMount && folder.project.files.length === 0 && (await isEmpty(folder.uri));
}

/** The folder is read again with what the template has written. */
async function askTemplate(project: AskedProject): Promise<ProjectAnswer> {
  const answer = await askProject(project, {
    question: vscode.l10n.t("This folder is empty. Start from a template?"),
    items: templateItems(),
    offersFolder: true,
  });
  if (answer.kind !== "own") return answer;
  const { uri } = project.folder;
  await writeTemplate(project.extensionUri, answer.value, uri);
  return { kind: "folder", uri };
}

function nothingFound({ folder }: AskedProject): string {
  return folder.project.files.length === 0
    ? vscode.l10n.t("Ignore rules exclude all files in the folder")
    : vscode.l10n.t("No Python or JavaScript file to start the app");
}

async function askWayOut(
  project: AskedProject,
  question: string,
  items: readonly ChoiceItem<true>[] = [],
): Promise<ProjectAnswer> {
  const answer = await askProject(project, { question, items, offersFolder: true });
  return answer.kind === "own" ? goOn : answer;
}

async function askPackage(
  project: AskedProject,
  { packages }: ProjectFinding & { readonly kind: "packages" },
): Promise<ProjectAnswer> {
  const answer = await askProject(project, {
    question: vscode.l10n.t("Select a project in this folder"),
    items: packages.map(({ path, name }) => ({
      ...{ label: name, description: path, iconPath: new vscode.ThemeIcon("package") },
      value: path,
    })),
  });
  if (answer.kind !== "own") return answer;
  return { kind: "folder", uri: vscode.Uri.joinPath(project.folder.uri, answer.value) };
}

async function askReads(project: AskedProject): Promise<ProjectAnswer> {
  const { folder } = project;
  const paths = undecidedReads(folder);
  if (paths.length === 0) return goOn;
  const all = someNames(paths);
  const answer = await askProject<boolean>(project, {
    offersMainFile: false,
    question: vscode.l10n.t("Include {0}? The app reads it, but ignore rules exclude it", all),
    items: [
      {
        label: vscode.l10n.t("Include"),
        iconPath: new vscode.ThemeIcon("check"),
        detail: vscode.l10n.t("Sent. Everyone who can see the app's files can read it"),
        value: true,
      },
      {
        label: vscode.l10n.t("Exclude"),
        iconPath: new vscode.ThemeIcon("shield"),
        detail: vscode.l10n.t("Not sent. The app may not start without it"),
        value: false,
      },
    ],
  });
  if (answer.kind !== "own") return answer;
  const willBeSent = answer.value;
  const changed = paths.map((path) => ({ path, isDirectory: false, willBeSent }));
  await folder.choose(choicesAfter(folder.choices, changed));
  if (willBeSent) await folder.reread();
  return goOn;
}

function undecidedReads({ project, choices }: DeployFolder): string[] {
  return project.defaults.findings.flatMap((finding) =>
    finding.kind === "ignoredRead" && !choices.excluded.has(finding.path) ? [finding.path] : [],
  );
}
