// New App from Template: writes a small project of ours into an empty or new folder, and opens it.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { field, parseJson, readFields } from "../../../core/parse";
import { localNameProblem } from "../../../core/paths/localNames";
import { folderOfArgument, readArgument } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { localDisk } from "../../../editor/localDisk";
import { openLocalFolders, placeOutside } from "../../../editor/project/chooseLocalFolder";
import { showOpenDialog } from "../../../editor/safeUi/dialogs";
import { confirm } from "../../../editor/safeUi/questions";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { askChoice, askSteps, askText, type StepFrame } from "../../../editor/steps";
import { offerNext, rememberTemplate } from "./openedTemplate";
import { type TemplateId, templateIds, templateItems, templateWords } from "./templates";

export interface TemplateServices {
  readonly extensionUri: vscode.Uri;
  /** State of all windows. */
  readonly everywhere: StateMemory;
}

/** Entries that an empty project may hold. */
const ofTools = new Set([".git", ".vscode", ".idea", ".DS_Store", "Thumbs.db"]);

/** Takes {template, folder}; asks for what is missing. Rejects with a sentence where a folder is not empty. */
export async function newFromTemplate(argument: unknown, services: TemplateServices): Promise<void> {
  requireTrust();
  const { template } = readArgument({ template: field.oneOf(templateIds) }, argument);
  const named = folderOfArgument(argument);
  const { id, folder } = await askForProject(template, named);
  const { label } = templateWords(id);
  await requireEmpty(folder);
  if (named && !isPreapproved(argument))
    await confirm(
      vscode.l10n.t('Create a project from "{0}"?', label),
      [vscode.l10n.t("In the folder {0}", folder.fsPath)],
      vscode.l10n.t("Create Project"),
    );
  await writeTemplate(services.extensionUri, id, folder);
  if (openLocalFolders().some(({ uri }) => uri.toString() === folder.toString())) {
    void offerNext(folder, label);
    return;
  }
  await rememberTemplate(services.everywhere, folder, label);
  const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
  await vscode.commands.executeCommand("vscode.openFolder", folder, { forceNewWindow });
}

interface Answers {
  readonly id?: TemplateId;
  readonly name?: string;
  readonly folder?: vscode.Uri;
}

/** Into the open folder when it is empty, else into a new one outside of what is open. */
async function askForProject(
  template: TemplateId | undefined,
  named: vscode.Uri | undefined,
): Promise<{ readonly id: TemplateId; readonly folder: vscode.Uri }> {
  const known = named ?? (await emptyOpenFolder());
  const steps = [...(template ? [] : [askTemplate]), ...(known ? [] : [askName, askPlace])];
  const { id, folder } = await askSteps<Answers>(vscode.l10n.t("New App"), steps, {
    ...(template && { id: template }),
    ...(known && { folder: known }),
  });
  if (!id || !folder) throw new CancelledError();
  return { id, folder };
}

async function emptyOpenFolder(): Promise<vscode.Uri | undefined> {
  for (const { uri } of openLocalFolders()) if (await isEmpty(uri)) return uri;
  return undefined;
}

async function askTemplate(answers: Answers, frame: StepFrame): Promise<Answers> {
  const id = await askChoice(frame, {
    name: vscode.l10n.t("Template"),
    items: templateItems(),
    isActive: (value) => value === answers.id,
  });
  return { ...answers, id };
}

async function askName(answers: Answers, frame: StepFrame): Promise<Answers> {
  const name = await askText(frame, {
    name: vscode.l10n.t("Name"),
    prompt: vscode.l10n.t("Name of the new folder"),
    value: `my-${answers.id ?? "app"}`,
    validate: (typed) =>
      typed.trim() === "" || localNameProblem(typed.trim(), true) !== undefined
        ? vscode.l10n.t("Enter a valid folder name.")
        : undefined,
  });
  return { ...answers, name: name.trim() };
}

/** A folder in an open project would be pushed with it, so that one outside is offered first. */
async function askPlace({ name = "", ...answers }: Answers, frame: StepFrame): Promise<Answers> {
  const outside = placeOutside();
  for (;;) {
    const parent = await askChoice<vscode.Uri | "other">(frame, {
      name: vscode.l10n.t("Folder"),
      items: [
        ...(outside
          ? [
              {
                ...{ label: name, iconPath: vscode.ThemeIcon.Folder, value: outside },
                description: vscode.l10n.t("in {0}", outside.fsPath),
              },
            ]
          : []),
        {
          label: vscode.l10n.t("Select Another Location..."),
          iconPath: new vscode.ThemeIcon("folder-opened"),
          value: "other" as const,
        },
      ],
    });
    const chosen = parent === "other" ? await choosePlace(outside) : parent;
    if (chosen) return { ...answers, name, folder: vscode.Uri.joinPath(chosen, name) };
  }
}

async function choosePlace(start: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const chosen = await showOpenDialog({
    ...{ canSelectFolders: true, canSelectFiles: false, ...(start && { defaultUri: start }) },
    title: vscode.l10n.t("Select a location for the folder"),
    openLabel: vscode.l10n.t("Create Here"),
  });
  return chosen?.[0];
}

async function requireEmpty(folder: vscode.Uri): Promise<void> {
  if (await isEmpty(folder)) return;
  throw new Error(
    vscode.l10n.t("The folder {0} isn't empty. Nothing was written. Enter another name.", folder.fsPath),
  );
}

/** A folder that does not exist is empty, too. */
export async function isEmpty(folder: vscode.Uri): Promise<boolean> {
  const disk = localDisk(folder);
  const stat = await disk.tryStat("");
  if (!stat) return true;
  if (stat.type !== "directory") return false;
  return (await disk.list("")).every(({ name }) => ofTools.has(name));
}

/** Writes its files; none that is there already. */
export async function writeTemplate(extensionUri: vscode.Uri, id: TemplateId, to: vscode.Uri): Promise<void> {
  const templates = vscode.Uri.joinPath(extensionUri, "dist", "templates.json");
  const all = parseJson(new TextDecoder().decode(await vscode.workspace.fs.readFile(templates)));
  const { [id]: files = {} } = readFields({ [id]: field.entries(field.text) }, all);
  const disk = localDisk(to);
  for (const [path, text] of Object.entries(files)) {
    // A file that came meanwhile is not written over.
    if (await disk.tryStat(path)) continue;
    const file = await disk.open(path);
    await file.append(new TextEncoder().encode(text));
    await file.commit();
  }
}
