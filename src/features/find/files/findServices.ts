// What the find commands share.
import * as vscode from "vscode";
import type { ReadOptions } from "../../../appFiles/read/readParts";
import type { Clock } from "../../../core/async/clock";
import { isFileProblem } from "../../../core/errors/fileProblem";
import type { Logger } from "../../../core/logger";
import type { AppKey } from "../../../core/model/appKey";
import type { FileEntry } from "../../../core/model/model";
import type { AppLocation } from "../../../editor/appUris";
import type { ChooseApp } from "../../../editor/commands/chooseMount";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { RecentFiles } from "./recentFiles";

/** The methods of MountedApp that find commands use. */
export interface FindableFiles {
  list(directory: string, maxAgeMs?: number): Promise<readonly FileEntry[]>;
  readText(path: string, entry: FileEntry, options?: ReadOptions): Promise<string | undefined>;
}

export interface FindOptions {
  /** An app's files; rejects with a FileProblem "signedOut" when its account is not signed in. */
  readonly openFiles: (location: AppLocation) => Promise<FindableFiles>;
  readonly onDidChangeSignIns: (listener: () => void) => { dispose(): void };
  readonly chooseApp: ChooseApp;
  /** The open folder that is linked to the app; undefined where none or several are. */
  readonly linkedFolder: (app: AppKey) => Promise<vscode.Uri | undefined>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Stored for the user: the chosen logs. */
  readonly state: StateMemory;
}

export interface FindServices extends FindOptions {
  readonly recentFiles: RecentFiles;
}

export async function isSignedOut({ openFiles }: FindOptions, location: AppLocation): Promise<boolean> {
  try {
    await openFiles(location);
    return false;
  } catch (error) {
    return isFileProblem(error, "signedOut");
  }
}

/** Line and column from 1; without a line, the editor stays where it is. */
export async function openAt(
  uri: vscode.Uri,
  { line, column = 1 }: { readonly line?: number | undefined; readonly column?: number | undefined },
  viewColumn?: vscode.ViewColumn,
): Promise<void> {
  const position =
    line === undefined ? undefined : new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  await vscode.commands.executeCommand("vscode.open", uri, {
    ...(viewColumn && { viewColumn }),
    ...(position && { selection: new vscode.Range(position, position) }),
  } satisfies vscode.TextDocumentShowOptions);
}
