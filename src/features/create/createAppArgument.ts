// What the deploy commands may be called with: nothing, a folder of the Explorer, or an argument object.
import * as vscode from "vscode";
import type { NewAppSettings } from "../../core/model/model";

/** The argument object of deploy.createApp and deploy.preview. */
export interface CreateAppArgument {
  /** An address or a path. */
  readonly folder?: vscode.Uri;
  readonly accountId?: string;
  /** With these nothing is asked; what they leave out is detected. */
  readonly settings?: Partial<NewAppSettings>;
  /** The steps start with these. */
  readonly startWith?: Partial<NewAppSettings>;
  /** False for a preview that is only answered with, not shown. */
  readonly show?: boolean;
}

export function readCreateAppArgument(argument: unknown): CreateAppArgument {
  if (argument instanceof vscode.Uri) return { folder: argument };
  if (typeof argument !== "object" || argument === null) return {};
  const { folder, ...given } = argument as Omit<CreateAppArgument, "folder"> & { readonly folder?: unknown };
  const uri = folderUri(folder);
  return { ...given, ...(uri && { folder: uri }) };
}

function folderUri(folder: unknown): vscode.Uri | undefined {
  if (folder instanceof vscode.Uri) return folder;
  if (typeof folder !== "string" || folder === "") return undefined;
  // One letter before the colon is a drive.
  return /^[a-z][\w+.-]+:/i.test(folder) ? vscode.Uri.parse(folder, true) : vscode.Uri.file(folder);
}

/** The folder that was named, the one that is open, or one that the user picks; undefined when they pick none. */
export async function chooseFolder(
  given: vscode.Uri | undefined,
  title: string,
  openLabel: string,
): Promise<vscode.Uri | undefined> {
  if (given) return given;
  const [first, ...more] = vscode.workspace.workspaceFolders ?? [];
  if (first && more.length === 0) return first.uri;
  if (first) {
    const picked = await vscode.window.showWorkspaceFolderPick({ placeHolder: title, ignoreFocusOut: true });
    return picked?.uri;
  }
  const opened = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    title,
    openLabel,
  });
  return opened?.[0];
}
