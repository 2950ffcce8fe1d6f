import type * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { AppWatch } from "../../accounts/appWatch";
import type { LoadFiles } from "../../appFiles/logEnd";
import type { Releases } from "../../appFiles/releases/releases";
import type { Clock } from "../../core/async/clock";
import type { Event } from "../../core/async/emitter";
import type { Logger } from "../../core/logger";
import type { AppKey } from "../../core/model/appKey";
import type { StateMemory } from "../../editor/state/stateMemory";

/** Metrics of apps, and which apps the status bar shows. */
export interface Watching {
  readonly watch: Pick<
    AppWatch,
    "want" | "stateOf" | "historyOf" | "memoryOf" | "onDidChange" | "onDidSample"
  >;
  readonly watched: { has(app: AppKey): boolean; readonly onDidChange: Event<void> };
}

export interface DashboardServices extends Watching {
  readonly accounts: Pick<Accounts, "all" | "get" | "load">;
  readonly loadFiles: LoadFiles;
  readonly loadReleases: () => Promise<Pick<Releases, "list" | "onDidChange">>;
  /** Of this workspace. */
  readonly state: StateMemory;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly extensionUri: vscode.Uri;
}
