// What every feature of a window is built on: its context, clock and log, the files that the extension keeps on this
// machine, and the word to other windows that this one is there.
import type * as vscode from "vscode";
import { type Clock, systemClock } from "../core/async/clock";
import { FolderMachineFiles } from "./folderMachineFiles";
import { createOutputLogger, type OutputLogger } from "./outputLogger";
import { ownPresence, type WindowPresence } from "./windowPresence";

export interface WindowServices {
  readonly context: vscode.ExtensionContext;
  readonly clock: Clock;
  readonly logger: OutputLogger;
  readonly machineFiles: FolderMachineFiles;
  readonly presence: WindowPresence;
}

export function createWindowServices(context: vscode.ExtensionContext): WindowServices {
  const clock = systemClock;
  const logger = createOutputLogger();
  const machineFiles = new FolderMachineFiles({ root: context.globalStorageUri.fsPath, clock });
  const presence = ownPresence({ files: machineFiles, clock, logger });
  return { context, clock, logger, machineFiles, presence };
}
