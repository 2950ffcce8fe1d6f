// The question about files that the app reads when it starts and that are left out: each decision is remembered.
import * as vscode from "vscode";
import { choicesAfter } from "../../../core/project/deployPreview";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { someNames } from "../../../editor/shown/someNames";
import { type AskedProject, askProject, goOn, type ProjectAnswer } from "./askProject";

export async function askReads(project: AskedProject): Promise<ProjectAnswer> {
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
