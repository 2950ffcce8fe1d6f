// The question about packages that the app needs and that the service does not install.
import * as vscode from "vscode";
import type { ProjectFinding } from "../../../core/project/detect/projectFinding";
import { longestProjectFileBytes } from "../../../core/project/detect/readProject";
import { requirementsText } from "../../../core/project/detect/requirementsText";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { someNames } from "../../../editor/safeUi/someNames";
import type { ChoiceItem } from "../../../editor/steps";
import { type AskedProject, askProject, goOn, type ProjectAnswer, recommended } from "./askProject";

type Hidden = ProjectFinding & { readonly kind: "dependencies" };

const requirements = "requirements.txt";

/** On yes they stand where the service looks. */
export async function askDependencies(project: AskedProject, hidden: Hidden): Promise<ProjectAnswer> {
  const { folder } = project;
  const text = folder.isMount
    ? undefined
    : (hidden.requirements ?? (await requirementsOf(folder, hidden.from)));
  const answer = await askProject<"write" | "goOn">(project, {
    question: saidOf(hidden),
    items: [...(text === undefined ? [] : [writeItem(hidden)]), ...(hidden.isNeeded ? [] : [goOnItem()])],
    offersMainFile: !hidden.isNeeded,
  });
  if (answer.kind !== "own") return answer;
  if (answer.value === "write" && text !== undefined) {
    const uri = vscode.Uri.joinPath(folder.uri, requirements);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await folder.reread();
  }
  return goOn;
}

function saidOf({ from, names }: Hidden): string {
  const all = someNames(names);
  if (from === "devDependencies")
    return vscode.l10n.t("Not installed because listed only in devDependencies: {0}", all);
  if (from === "workspace")
    return vscode.l10n.t("Not installed because found only in the enclosing workspace: {0}", all);
  return vscode.l10n.t("The service installs requirements.txt, not the packages in {0}", from);
}

function writeItem({ from }: Hidden): ChoiceItem<"write"> {
  return {
    label: vscode.l10n.t("Write {0}", requirements),
    iconPath: new vscode.ThemeIcon("new-file"),
    description: recommended(),
    detail: vscode.l10n.t("With the packages in {0}, which stays unchanged", sourceOf(from)),
    value: "write",
  };
}

function goOnItem(): ChoiceItem<"goOn"> {
  return {
    label: vscode.l10n.t("Continue"),
    iconPath: new vscode.ThemeIcon("debug-continue"),
    detail: vscode.l10n.t("The app may not start without them"),
    value: "goOn",
  };
}

/** A lock file lists more than the project asks for. */
function sourceOf(from: string): string {
  return from.endsWith(".lock") ? "pyproject.toml" : from;
}

async function requirementsOf({ project }: DeployFolder, from: string): Promise<string | undefined> {
  if (project.files.some(({ path }) => path === requirements)) return undefined;
  const source = sourceOf(from);
  const file = project.files.find(({ path }) => path === source);
  if (!file || file.sizeBytes > longestProjectFileBytes) return undefined;
  return requirementsText(source, new TextDecoder().decode(await file.read()));
}
