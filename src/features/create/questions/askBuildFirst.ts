// The question about a project whose start is made by a script: whether that runs before each deploy.
import * as vscode from "vscode";
import type { ProjectFinding } from "../../../core/project/detect/projectFinding";
import { projectFileName } from "../../../core/project/projectFile";
import { runPreDeployTask } from "../../../editor/project/preDeployTask";
import { changeProjectFileIn } from "../projectFile/offerProjectFile";
import { type AskedProject, askProject, goOn, type ProjectAnswer, recommended } from "./askProject";

/** Asks whether to run the build task now. On yes it is run, written to hosted-app.json, and the folder is read again. */
export async function askBuildFirst(
  project: AskedProject,
  { script, task, makes, exists }: ProjectFinding & { readonly kind: "buildFirst" },
): Promise<ProjectAnswer> {
  const { folder, projectFile } = project;
  if (folder.isMount || projectFile?.preDeployTask !== undefined) return goOn;
  const answer = await askProject<"build" | "asIs">(project, {
    question: exists
      ? vscode.l10n.t('Run "{0}" before each deploy? It builds {1}', script, makes)
      : vscode.l10n.t('Run "{0}"? It builds {1}, which is missing', script, makes),
    items: [
      {
        label: vscode.l10n.t("Build First"),
        iconPath: new vscode.ThemeIcon("tools"),
        description: recommended(),
        detail: vscode.l10n.t(
          'Runs the task "{0}" now and before each push, and saves it in {1}',
          task,
          projectFileName,
        ),
        value: "build",
      },
      ...(exists
        ? [
            {
              label: vscode.l10n.t("Continue Without Building"),
              iconPath: new vscode.ThemeIcon("debug-continue"),
              detail: vscode.l10n.t("Sends the output of the last build"),
              value: "asIs" as const,
            },
          ]
        : []),
    ],
  });
  if (answer.kind !== "own") return answer;
  if (answer.value === "build") {
    await runPreDeployTask(folder.uri, task, true);
    await folder.rememberTask(task);
    await changeProjectFileIn(folder.uri, { preDeployTask: task });
    await folder.reread();
  }
  return goOn;
}
