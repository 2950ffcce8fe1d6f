// What the commands that find things in an app's files share.

import type { ReadOptions } from "../../../appFiles/read/readParts";
import type { Clock } from "../../../core/async/clock";
import type { Logger } from "../../../core/logger";
import type { FileEntry } from "../../../core/model/model";
import type { AppLocation } from "../../../editor/appUris";
import type { ChooseApp } from "../../../editor/commands/chooseMount";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { RecentFiles } from "./recentFiles";

/** The part of MountedApp that finding needs. */
interface FindableFiles {
  /** `maxAgeMs`: how old the listing may be. */
  list(directory: string, maxAgeMs?: number): Promise<readonly FileEntry[]>;
  readText(path: string, entry: FileEntry, options?: ReadOptions): Promise<string | undefined>;
}

/** What the commands are given by what loads them. */
export interface FindOptions {
  /** An app's files; rejects with a FileProblem "signedOut" when its account is not signed in. */
  readonly openFiles: (location: AppLocation) => Promise<FindableFiles>;
  /** Calls the listener when an account was signed in or out. */
  readonly onDidChangeSignIns: (listener: () => void) => { dispose(): void };
  readonly chooseApp: ChooseApp;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What is remembered for the user: which log was chosen. */
  readonly state: StateMemory;
}

export interface FindServices extends FindOptions {
  readonly recentFiles: RecentFiles;
}
