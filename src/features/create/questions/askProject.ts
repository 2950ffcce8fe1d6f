// One question about a project, with what every such question offers besides its own answers.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { NewAppSettings } from "../../../core/model/model";
import type { ProjectFile } from "../../../core/project/projectFile";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { startingSettings } from "../../../editor/project/startingSettings";
import { showOpenDialog } from "../../../editor/safeUi/dialogs";
import { askAside, askChoice, type ChoiceItem, type StepFrame, singleStep } from "../../../editor/steps";
import { showPreview } from "../preview/previewPicker";
import { askMainFile, startersIn } from "./mainFileStep";

/** The project that is asked about. */
export interface AskedProject {
  readonly folder: DeployFolder;
  readonly projectFile: ProjectFile | undefined;
  /** Where the templates are. */
  readonly extensionUri: vscode.Uri;
}

/** What a question leads to, besides an answer of its own. */
export type ProjectAnswer =
  /** To the next question. */
  | { readonly kind: "goOn" }
  /** The files that are sent may have changed: what was found is looked at again. */
  | { readonly kind: "again" }
  /** This is how the app starts. */
  | { readonly kind: "chosen"; readonly settings: Partial<NewAppSettings> }
  /** Another folder is the app, or holds the package that is it. */
  | { readonly kind: "folder"; readonly uri: vscode.Uri; readonly packagePath?: string };

interface ProjectQuestion<T> {
  /** Shown as the title: a placeholder would go with the first key. */
  readonly question: string;
  readonly items: readonly ChoiceItem<T>[];
  /** Whether another main file would answer it too; true unless it says otherwise. */
  readonly offersMainFile?: boolean;
  /** Whether another folder may be what was meant. */
  readonly offersFolder?: boolean;
}

export const goOn: ProjectAnswer = { kind: "goOn" };
export const again: ProjectAnswer = { kind: "again" };

/** The row that says what is usually best. */
export function recommended(): string {
  return vscode.l10n.t("recommended");
}

type Way = "mainFile" | "files" | "folder";

/** Rejects with CancelledError when the user leaves. */
export async function askProject<T>(
  project: AskedProject,
  { question, items, offersMainFile = true, offersFolder = false }: ProjectQuestion<T>,
): Promise<{ readonly kind: "own"; readonly value: T } | ProjectAnswer> {
  const frame = singleStep(vscode.l10n.t("Create App"));
  const own = items.map(({ value, ...item }) => ({ ...item, value: { value } }));
  for (;;) {
    const answer = await askChoice<{ readonly value: T } | Way>(frame, {
      name: question,
      items: [...own, ...waysOf(project, { offersMainFile, offersFolder })],
    });
    if (typeof answer === "object") return { kind: "own", value: answer.value };
    const led = await goWay(answer, project, frame);
    if (led) return led;
  }
}

function waysOf(
  { folder, projectFile }: AskedProject,
  { offersMainFile, offersFolder }: { readonly offersMainFile: boolean; readonly offersFolder: boolean },
): ChoiceItem<Way>[] {
  const { files, leftOut } = folder.project;
  return [
    ...(offersMainFile && startersIn(folder, startingSettings(folder, projectFile)).length > 0
      ? [
          {
            ...{ label: vscode.l10n.t("Select Main File..."), iconPath: new vscode.ThemeIcon("play") },
            value: "mainFile" as const,
          },
        ]
      : []),
    ...(files.length + leftOut.length > 0
      ? [
          {
            ...{
              label: vscode.l10n.t("Select Files to Send..."),
              iconPath: new vscode.ThemeIcon("list-tree"),
            },
            value: "files" as const,
          },
        ]
      : []),
    ...(offersFolder
      ? [
          {
            ...{ label: vscode.l10n.t("Select Another Folder..."), iconPath: vscode.ThemeIcon.Folder },
            value: "folder" as const,
          },
        ]
      : []),
  ];
}

/** Undefined when the user came back to the question. */
async function goWay(
  way: Way,
  { folder, projectFile }: AskedProject,
  frame: StepFrame,
): Promise<ProjectAnswer | undefined> {
  switch (way) {
    case "files": {
      const isDone = await askAside(frame, async (aside) => {
        await showPreview(aside, folder);
        return true;
      });
      return isDone ? again : undefined;
    }
    case "mainFile": {
      const starting = startingSettings(folder, projectFile);
      const chosen = await askAside(frame, (aside) => askMainFile(folder, starting, aside));
      if (!chosen) return undefined;
      const { mainFile, runtime, startupCommand } = chosen;
      return { kind: "chosen", settings: { mainFile, runtime, startupCommand } };
    }
    case "folder": {
      const opened = await showOpenDialog({
        ...{ canSelectFolders: true, canSelectFiles: false, defaultUri: folder.uri },
        title: vscode.l10n.t("Select a folder to create an app from"),
        openLabel: vscode.l10n.t("Create App"),
      });
      if (!opened?.[0]) throw new CancelledError();
      return { kind: "folder", uri: opened[0] };
    }
  }
}
