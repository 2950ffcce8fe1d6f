// What the find commands share.

import type { ReadOptions } from "../../../appFiles/read/readParts";
import type { Clock } from "../../../core/async/clock";
import type { Logger } from "../../../core/logger";
import type { FileEntry } from "../../../core/model/model";
import type { AppLocation } from "../../../editor/appUris";
import type { ChooseApp } from "../../../editor/commands/chooseMount";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { RecentFiles } from "./recentFiles";

interface FindableFiles {
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
