// What the find commands share.

import type { ReadOptions } from "../../../appFiles/read/readParts";
import type { Clock } from "../../../core/async/clock";
import { isFileProblem } from "../../../core/errors/fileProblem";
import type { Logger } from "../../../core/logger";
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
