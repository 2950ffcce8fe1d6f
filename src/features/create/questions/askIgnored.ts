// The question about something that the app needs to start and that an ignore rule leaves out.
import * as vscode from "vscode";
import { choicesAfter } from "../../../core/project/deployPreview";
import type { IgnoreRule } from "../../../core/project/ignoreRules";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { ruleWords } from "../../../editor/project/folderWords";
import type { ChoiceItem } from "../../../editor/steps";
import { type AskedProject, again, askProject, type ProjectAnswer, recommended } from "./askProject";
import { type BroughtBack, bringBackRule, writeRule } from "./bringBackRule";

interface Ignored {
  readonly path: string;
  readonly rule: IgnoreRule;
  readonly isMainFile: boolean;
}

/** On yes it is sent from now on. */
export async function askIgnored(
  project: AskedProject,
  { path, rule, isMainFile }: Ignored,
): Promise<ProjectAnswer> {
  const { folder } = project;
  const out = leftOutAs(folder, path);
  const named = out.isDirectory ? `${out.path}/` : out.path;
  const back = folder.isMount ? undefined : bringBackRule(out, rule);
  const because = ruleWords(rule);
  const answer = await askProject<"rule" | "here">(project, {
    question: isMainFile
      ? vscode.l10n.t("Include {0}? It contains the main file, but is excluded: {1}", named, because)
      : vscode.l10n.t("Include {0}? The app needs it, but it's excluded: {1}", named, because),
    items: [...(back ? [ruleItem(back)] : []), hereItem(back === undefined)],
  });
  if (answer.kind !== "own") return answer;
  if (back && answer.value === "rule") {
    await writeRule(folder.uri, back);
    await folder.reread();
  }
  // A stronger rule may speak against it: what the user says holds.
  if (leavesOut(folder, path)) {
    await folder.choose(choicesAfter(folder.choices, [{ ...out, willBeSent: true }]));
    await folder.reread();
  }
  return again;
}

function ruleItem({ file, line }: BroughtBack): ChoiceItem<"rule"> {
  return {
    label: vscode.l10n.t("Include"),
    iconPath: new vscode.ThemeIcon("check"),
    description: recommended(),
    detail: vscode.l10n.t('Adds the rule "{0}" to {1}, so that every push sends it', line, file),
    value: "rule",
  };
}

function hereItem(isOnly: boolean): ChoiceItem<"here"> {
  return {
    label: isOnly ? vscode.l10n.t("Include") : vscode.l10n.t("Include in This Workspace Only"),
    iconPath: new vscode.ThemeIcon(isOnly ? "check" : "device-desktop"),
    detail: vscode.l10n.t("No file is changed; remembered on this machine"),
    value: "here",
  };
}

/** The file itself, or the folder around it that is left out as a whole. */
function leftOutAs(
  { project }: DeployFolder,
  path: string,
): { readonly path: string; readonly isDirectory: boolean } {
  const found = project.leftOut.find(
    (each) => each.path === path || (each.isDirectory && path.startsWith(`${each.path}/`)),
  );
  return { path: found?.path ?? path, isDirectory: found?.isDirectory ?? false };
}

function leavesOut({ project }: DeployFolder, path: string): boolean {
  return !project.files.some((file) => file.path === path || file.path.startsWith(`${path}/`));
}
