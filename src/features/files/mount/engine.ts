// The engine and the mounts over it: loaded with the first look at an app's files.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { AppFiles } from "../../../appFiles/appFiles";
import { Backups } from "../../../appFiles/backups/backups";
import { FilesOfAccounts } from "../../../appFiles/filesOfAccounts";
import type { Clock } from "../../../core/async/clock";
import { contentHash } from "../../../core/disk/contentHash";
import type { MachineFiles } from "../../../core/disk/machineFiles";
import type { Logger } from "../../../core/logger";
import { showWarningMessage } from "../../../editor/shown/messages";
import { MountedApp } from "../mountedApp/mountedApp";
import type { MountOptions } from "../mountedApp/mountOptions";
import { toFileSystemError } from "./fileErrors";

export interface EngineOptions {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly machineFiles: MachineFiles;
  readonly windowId: string;
  readonly isWindowAlive: (id: string) => Promise<boolean>;
  readonly requestTimeoutMs: () => number;
}

/** What reads and changes the files of all apps, and what it keeps. */
export interface Engine {
  readonly files: FilesOfAccounts;
  readonly kept: Backups;
  newMount(files: AppFiles, options: MountOptions): MountedApp;
  /** The error with its sentence, for what the engine says of a file. */
  readonly toFileError: typeof toFileSystemError;
}

export function createEngine(options: EngineOptions): Engine {
  const { accounts, clock, logger, machineFiles, windowId, isWindowAlive } = options;
  const { requestTimeoutMs } = options;
  const hash = contentHash;
  let isTold = false;
  const kept = new Backups({
    ...{ files: machineFiles, clock, logger, hash, windowId, isWindowAlive },
    onRemovedEarly: () => {
      if (!isTold)
        void showWarningMessage(
          vscode.l10n.t("Backups take over 500 MB, so the oldest are removed early. No app is changed."),
        );
      isTold = true;
    },
  });
  const files = new FilesOfAccounts({
    accounts,
    clock,
    logger,
    hash,
    requestTimeoutMs,
    kept,
    shared: { files: machineFiles, windowId, isWindowAlive },
  });
  return {
    files,
    kept,
    newMount: (app, mount) => new MountedApp(app, mount),
    toFileError: toFileSystemError,
  };
}
