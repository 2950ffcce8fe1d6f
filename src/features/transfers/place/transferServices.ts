// What the commands that move files between this machine and an app are given by the extension.
import type * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { Backups } from "../../../appFiles/backups/backups";
import type { FilesOfAccounts } from "../../../appFiles/filesOfAccounts";
import type { Clock } from "../../../core/async/clock";
import type { Logger } from "../../../core/logger";
import type { TransferList } from "../../../core/transfers/transferList";
import type { ChooseApp } from "../../../editor/commands/chooseMount";
import type { StateMemory } from "../../../editor/state/stateMemory";

export interface TransferServices {
  readonly accounts: Accounts;
  readonly files: Pick<FilesOfAccounts, "get">;
  /** What is overwritten and deleted, and the operations of the last day. */
  readonly kept: Pick<Backups, "begin" | "list" | "operations" | "readContent" | "claim" | "reopen">;
  readonly transfers: TransferList;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The app that a command was called for, or one that the user picks. */
  readonly chooseApp: ChooseApp;
  /** Remembers which folder belongs to which app. */
  readonly state: StateMemory;
  /** Keeps what a folder and an app share. */
  readonly storage: vscode.Uri;
  /** When the next of the waiting requests may start; monotonic. */
  readonly nextStartAt: () => number | undefined;
}
