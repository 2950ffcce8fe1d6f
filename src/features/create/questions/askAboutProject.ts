// Asks what has to be decided before an app of a project can run, each question once.
import type { NewAppSettings } from "../../../core/model/model";
import { filesAfterAsking } from "../projectFile/settingsProblems";
import { fileQuestions } from "./fileQuestions";
import {
  type AskedProject,
  askQuestion,
  type OpenQuestion,
  type OtherFolder,
  type Questions,
} from "./question";
import { startQuestions } from "./startQuestions";
import { workspaceQuestion } from "./workspaceQuestion";

const questions: Questions = { ...startQuestions, ...fileQuestions, workspace: workspaceQuestion };

/** The result of all answers. */
export interface ProjectAnswers {
  readonly other?: OtherFolder;
  /** Settings on how the app starts, where the user chose them. */
  readonly settings: Partial<NewAppSettings>;
}

/** Rejects with CancelledError when the user leaves. */
export async function askAboutProject(project: AskedProject): Promise<ProjectAnswers> {
  const asked = new Map<string, Next>();
  let settings: Partial<NewAppSettings> = {};
  for (;;) {
    const next = await nextOf(project, asked, settings.mainFile ?? project.projectFile?.mainFile);
    if (!next) return { settings };
    const applied = await askQuestion(next, project);
    if (applied === "again") continue;
    if (!next.isNeeded) asked.set(next.id, next);
    if (!applied) continue;
    if ("folder" in applied) return { other: applied.folder, settings };
    settings = { ...settings, ...applied.settings };
  }
}

type Next = OpenQuestion & { readonly id: string; readonly isOfStart: boolean };

async function nextOf(
  project: AskedProject,
  asked: ReadonlyMap<string, Next>,
  mainFile: string | undefined,
): Promise<Next | undefined> {
  const found = project.folder.project;
  const isStartKnown = filesAfterAsking(found).some((path) => path === mainFile);
  const isStartAsked = [...asked.values()].some(({ isOfStart }) => isOfStart);
  for (const finding of [...found.defaults.findings, { kind: "nothing" }, { kind: "variables" }] as const) {
    const isOfStart = finding.kind in startQuestions;
    if (isOfStart && (isStartKnown || (finding.kind === "nothing" && isStartAsked))) continue;
    const question = await questions[finding.kind](project, finding as never);
    const next = question && { id: finding.kind, isOfStart, ...question };
    if (next && !asked.has(next.id)) return next;
  }
  return undefined;
}
