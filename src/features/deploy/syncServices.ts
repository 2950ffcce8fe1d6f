// What the commands that push, pull and compare are given by the extension.
import type * as vscode from "vscode";
import type { Accounts } from "../../api/accounts";
import type { Clock } from "../../core/clock";
import type { Logger } from "../../core/logger";
import type { TransferList } from "../../core/transferList";
import type { AppChoice } from "../../editor/pickApp";

export interface SyncServices {
  readonly accounts: Accounts;
  readonly transfers: TransferList;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The app that a command was called for, or one that the user picks. */
  readonly chooseApp: (argument: unknown, title: string) => Promise<AppChoice>;
  /** Remembers links, and a push that was cut off. */
  readonly state: vscode.Memento;
  /** Keeps what was last pushed. */
  readonly storage: vscode.Uri;
}
