// New App from Template: writes a small project of ours into an empty or new folder, and opens it.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { field } from "../../../core/outside/reading";
import { localNameProblem } from "../../../core/paths/localNames";
import { folderOfArgument, readArgument } from "../../../editor/arguments/commandArguments";
import { mayGoUnasked, requireTrust } from "../../../editor/arguments/consent";
import { localDisk } from "../../../editor/localDisk";
import { openLocalFolders } from "../../../editor/project/chooseLocalFolder";
import { showOpenDialog } from "../../../editor/shown/dialogs";
import { showInputBox, showQuickPick } from "../../../editor/shown/inputs";
import { confirm } from "../../../editor/shown/questions";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { offerNext, rememberTemplate } from "./openedTemplate";
import { nameInProject, type TemplateId, templateIds, templateWords } from "./templates";

export interface TemplateServices {
  readonly extensionUri: vscode.Uri;
  /** Of all windows. */
  readonly everywhere: StateMemory;
}

/** What an empty project may hold. */
const ofTools = new Set([".git", ".vscode", ".idea", ".DS_Store", "Thumbs.db"]);

/** Takes {template, folder}; asks for what is missing. Rejects with a sentence where a folder is not empty. */
export async function newFromTemplate(argument: unknown, services: TemplateServices): Promise<void> {
  requireTrust();
  const { template } = readArgument({ template: field.oneOf(templateIds) }, argument);
  const named = folderOfArgument(argument);
  const id = template ?? (await pickTemplate());
  const folder = named ?? (await chooseFolder(id));
  const { label } = templateWords(id);
  await requireEmpty(folder);
  if (named && !mayGoUnasked(argument))
    await confirm(
      vscode.l10n.t("Create a project from “{0}”?", label),
      [vscode.l10n.t("In the folder {0}", folder.fsPath)],
      vscode.l10n.t("Create Project"),
    );
  await writeTemplate(vscode.Uri.joinPath(services.extensionUri, "media", "templates", id), folder);
  if (openLocalFolders().some(({ uri }) => uri.toString() === folder.toString())) {
    void offerNext(folder, label);
    return;
  }
  await rememberTemplate(services.everywhere, folder, label);
  const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
  await vscode.commands.executeCommand("vscode.openFolder", folder, { forceNewWindow });
}

async function pickTemplate(): Promise<TemplateId> {
  const items = templateIds.map((id) => ({ ...templateWords(id), id }));
  const title = vscode.l10n.t("New App from Template (1/2): Template");
  const picked = await showQuickPick(items, { title, ignoreFocusOut: true });
  if (!picked) throw new CancelledError();
  return picked.id;
}

/** The open folder when it is empty, else a new one in a folder that the user chooses. */
async function chooseFolder(id: TemplateId): Promise<vscode.Uri> {
  for (const { uri } of openLocalFolders()) if (await isEmpty(uri)) return uri;
  const title = vscode.l10n.t("New App from Template (2/2): Folder");
  const name = await showInputBox({
    title,
    prompt: vscode.l10n.t("Name of the new folder"),
    value: `my-${id}`,
    ignoreFocusOut: true,
    validateInput: (typed) =>
      typed.trim() === "" || localNameProblem(typed.trim(), true) !== undefined
        ? vscode.l10n.t("Enter a valid folder name.")
        : undefined,
  });
  if (name === undefined) throw new CancelledError();
  const chosen = await showOpenDialog({
    ...{ canSelectFolders: true, canSelectFiles: false, title },
    openLabel: vscode.l10n.t("Create Here"),
  });
  const parent = chosen?.[0];
  if (!parent) throw new CancelledError();
  return vscode.Uri.joinPath(parent, name.trim());
}

async function requireEmpty(folder: vscode.Uri): Promise<void> {
  if (await isEmpty(folder)) return;
  throw new Error(
    vscode.l10n.t("The folder {0} is not empty, so nothing was written. Choose a new name.", folder.fsPath),
  );
}

/** Also one that is not there. */
async function isEmpty(folder: vscode.Uri): Promise<boolean> {
  const disk = localDisk(folder);
  const stat = await disk.tryStat("");
  if (!stat) return true;
  if (stat.type !== "directory") return false;
  return (await disk.list("")).every(({ name }) => ofTools.has(name));
}

async function writeTemplate(from: vscode.Uri, to: vscode.Uri, inside = ""): Promise<void> {
  const disk = localDisk(to);
  for (const [name, type] of await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(from, inside))) {
    const source = [inside, name].filter(Boolean).join("/");
    if (type === vscode.FileType.Directory) {
      await writeTemplate(from, to, source);
      continue;
    }
    const path = [inside, nameInProject(name)].filter(Boolean).join("/");
    // Somebody may have been quicker: nothing of theirs is written over.
    if (await disk.tryStat(path)) continue;
    const file = await disk.open(path);
    await file.append(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(from, source)));
    await file.commit();
  }
}
