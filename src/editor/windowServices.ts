// Services that every feature of a window is built on.
import * as vscode from "vscode";
import { type Clock, systemClock } from "../core/async/clock";
import type { Logger } from "../core/logger";
import { plainText } from "../core/text/inertText";
import { FolderMachineFiles } from "./folderMachineFiles";
import { type Heartbeat, ownHeartbeat } from "./heartbeat";

type OutputLogger = Logger & vscode.Disposable & { show(): void };

export interface WindowServices {
  readonly context: vscode.ExtensionContext;
  readonly clock: Clock;
  readonly logger: OutputLogger;
  readonly machineFiles: FolderMachineFiles;
  readonly heartbeat: Heartbeat;
}

/** Once per window: the heartbeat shows other windows that this one is open. */
export function createWindowServices(context: vscode.ExtensionContext): WindowServices {
  const clock = systemClock;
  const logger = createOutputLogger();
  const machineFiles = new FolderMachineFiles({ root: context.globalStorageUri.fsPath, clock });
  const heartbeat = ownHeartbeat({ files: machineFiles, clock, logger });
  return { context, clock, logger, machineFiles, heartbeat };
}

/** The log of "Show Output". VS Code writes it to disk, so nothing secret may be passed to it (core/logger.ts). */
export function createOutputLogger(): OutputLogger {
  const channel = vscode.window.createOutputChannel("Hosted Apps", { log: true });
  return {
    trace: (message) => channel.trace(plainText(message)),
    debug: (message) => channel.debug(plainText(message)),
    info: (message) => channel.info(plainText(message)),
    warn: (message) => channel.warn(plainText(message)),
    error: (message) => channel.error(plainText(message)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
