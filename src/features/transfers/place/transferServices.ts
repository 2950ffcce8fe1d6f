import type * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { Backups } from "../../../appFiles/backups/backups";
import type { FilesOfAccounts } from "../../../appFiles/filesOfAccounts";
import type { Releases } from "../../../appFiles/releases/releases";
import type { Clock } from "../../../core/async/clock";
import type { Logger } from "../../../core/logger";
import type { TransferList } from "../../../core/transfers/transferList";
import type { ChooseApp } from "../../../editor/commands/chooseMount";
import type { StateMemory } from "../../../editor/state/stateMemory";

export interface TransferServices {
  readonly accounts: Accounts;
  readonly files: Pick<FilesOfAccounts, "get">;
  readonly backups: Pick<
    Backups,
    "begin" | "list" | "operations" | "requireReadable" | "readContent" | "claim" | "reopen"
  >;
  readonly releases: Pick<Releases, "add" | "list" | "filesOf" | "content" | "kept" | "forget">;
  readonly transfers: TransferList;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The app of the argument, or one that the user picks. */
  readonly chooseApp: ChooseApp;
  readonly state: StateMemory;
  /** For the files that remember what a folder and an app share. */
  readonly storage: vscode.Uri;
  /** All output of a program of this machine; undefined where it is not installed, or was stopped. */
  readonly runProgram: (
    runtime: "python" | "nodejs",
    args: readonly string[],
    input: string,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** When the next waiting request may start; monotonic, in milliseconds. */
  readonly nextStartAt: () => number | undefined;
}
