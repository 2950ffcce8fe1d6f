// A question about the project of an app to be created, as data, and how it is asked.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { NewAppSettings } from "../../../core/model/model";
import type { OuterEntry } from "../../../core/project/detect/hostFileFormats";
import type { ProjectFinding } from "../../../core/project/detect/projectFinding";
import type { ProjectFile } from "../../../core/project/projectFile";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { startingSettings } from "../../../editor/project/startingSettings";
import { showOpenDialog } from "../../../editor/safeUi/dialogs";
import { askAside, askChoice, type ChoiceItem, type StepFrame, singleStep } from "../../../editor/steps";
import { showPreview } from "../preview/previewPicker";
import { askMainFile, startersIn } from "./mainFileStep";

export interface AskedProject {
  readonly folder: DeployFolder;
  readonly projectFile: ProjectFile | undefined;
  /** Folder of the extension, which holds the templates. */
  readonly extensionUri: vscode.Uri;
}

/** "nothing" could start an app; "variables" are in a file that is left out. */
type AnyFinding = ProjectFinding | { readonly kind: "nothing" | "variables" };

/** The question for each kind of finding; undefined where nothing is open. */
export type Questions = {
  readonly [Kind in AnyFinding["kind"]]: (
    project: AskedProject,
    finding: Extract<AnyFinding, { readonly kind: Kind }>,
  ) => OpenQuestion | undefined | Promise<OpenQuestion | undefined>;
};

export interface OpenQuestion {
  /** Each id is asked once; it is the kind of the finding, unless there may be several of that kind. */
  readonly id?: string;
  /** Shown as the title: a placeholder would go with the first key. */
  readonly text: string;
  readonly choices: readonly Choice[];
  /** Other ways to answer; by default another main file or other files. */
  readonly ways?: readonly Way[];
  /** The question is repeated until its finding is gone. */
  readonly isNeeded?: true;
}

export interface Choice {
  readonly icon: string;
  readonly label: string;
  readonly detail?: string;
  readonly description?: string;
  apply(): Promise<Applied>;
}

/** A folder that is the app, or that holds the package which it is. */
export interface OtherFolder {
  readonly uri: vscode.Uri;
  readonly packagePath?: string;
  /** What files outside of it say of the app. */
  readonly said?: readonly OuterEntry[];
}

/** The effect of an answer: how the app starts, or that another folder is the app. */
// biome-ignore lint/suspicious/noConfusingVoidType: most answers decide on nothing but files.
type Applied = { readonly settings: Partial<NewAppSettings> } | { readonly folder: OtherFolder } | void;

type Way = "mainFile" | "files" | "folder";

/** The description of what is usually best. */
export function recommended(): string {
  return vscode.l10n.t("recommended");
}

/** Rows for `askChoice`. */
export function choiceItems(choices: readonly Choice[]): ChoiceItem<Choice>[] {
  return choices.map((choice) => {
    const { icon, apply: _own, ...item } = choice;
    return { ...item, iconPath: new vscode.ThemeIcon(icon), value: choice };
  });
}

/** "again" where the files that are sent may have changed. Rejects with CancelledError when the user leaves. */
export async function askQuestion(
  { text, choices, ways: offered = ["mainFile", "files"] }: OpenQuestion,
  project: AskedProject,
): Promise<Applied | "again"> {
  const frame = singleStep(vscode.l10n.t("Create App"));
  const open = offered.filter((way) => ways[way].isOpen(project));
  const items = [
    ...choiceItems(choices),
    ...open.map((way) => ({
      label: ways[way].label(),
      iconPath: new vscode.ThemeIcon(ways[way].icon),
      value: way,
    })),
  ];
  for (;;) {
    const answer = await askChoice<Choice | Way>(frame, { name: text, items });
    if (typeof answer === "object") return await answer.apply();
    const led = await askAside(frame, (aside) => ways[answer].go(project, aside));
    if (led) return led;
  }
}

/** Ways that lead to another question, and from there back with Back. */
const ways: Readonly<
  Record<
    Way,
    {
      readonly icon: string;
      readonly label: () => string;
      readonly isOpen: (project: AskedProject) => boolean;
      readonly go: (project: AskedProject, frame: StepFrame) => Promise<Exclude<Applied, void> | "again">;
    }
  >
> = {
  mainFile: {
    icon: "play",
    label: () => vscode.l10n.t("Select Main File..."),
    isOpen: ({ folder, projectFile }) => startersIn(folder, startingSettings(folder, projectFile)).length > 0,
    go: async ({ folder, projectFile }, frame) => {
      const chosen = await askMainFile(folder, startingSettings(folder, projectFile), frame);
      const { mainFile, runtime, startupCommand } = chosen;
      return { settings: { mainFile, runtime, startupCommand } };
    },
  },
  files: {
    icon: "list-tree",
    label: () => vscode.l10n.t("Select Files to Send..."),
    isOpen: ({ folder: { project } }) => project.files.length + project.leftOut.length > 0,
    go: async ({ folder }, frame) => {
      await showPreview(frame, folder);
      return "again";
    },
  },
  folder: {
    icon: "folder",
    label: () => vscode.l10n.t("Select Another Folder..."),
    isOpen: () => true,
    go: async ({ folder }) => {
      const opened = await showOpenDialog({
        ...{ canSelectFolders: true, canSelectFiles: false, defaultUri: folder.uri },
        title: vscode.l10n.t("Select a folder to create an app from"),
        openLabel: vscode.l10n.t("Create App"),
      });
      if (!opened?.[0]) throw new CancelledError();
      return { folder: { uri: opened[0] } };
    },
  },
};
