// Creates the engine of a window, with the notices about its backups, its temporary files and late requests.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { AppFiles } from "../../../appFiles/appFiles";
import { Backups } from "../../../appFiles/backups/backups";
import { FilesOfAccounts } from "../../../appFiles/filesOfAccounts";
import { Releases } from "../../../appFiles/releases/releases";
import type { Clock } from "../../../core/async/clock";
import { contentHash } from "../../../core/disk/contentHash";
import type { MachineFiles } from "../../../core/disk/machineFiles";
import type { Logger } from "../../../core/logger";
import { TransferList } from "../../../core/transfers/transferList";
import { sentenceFor } from "../../../editor/errorSentences";
import { notify } from "../../../editor/safeUi/messages";
import { someNames } from "../../../editor/safeUi/someNames";
import { MountedApp } from "../mountedApp/mountedApp";
import type { MountOptions } from "../mountedApp/mountOptions";

interface EngineOptions {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly machineFiles: MachineFiles;
  readonly windowId: string;
  readonly isWindowAlive: (id: string) => Promise<boolean>;
  readonly requestTimeoutMs: () => number;
}

export interface Engine {
  readonly files: FilesOfAccounts;
  readonly backups: Backups;
  readonly releases: Releases;
  readonly transfers: TransferList;
  newMount(files: AppFiles, options: MountOptions): MountedApp;
}

export function createEngine(options: EngineOptions): Engine {
  const { accounts, clock, logger, machineFiles, windowId, isWindowAlive } = options;
  const { requestTimeoutMs } = options;
  let isAsking = false;
  const backups = new Backups({
    ...{ files: machineFiles, clock, logger, hash: contentHash, windowId, isWindowAlive },
    onFull: () => {
      if (isAsking) return;
      isAsking = true;
      void askForRoom(backups).finally(() => {
        isAsking = false;
      });
    },
  });
  const files = new FilesOfAccounts({
    ...{ accounts, clock, logger, hash: contentHash, requestTimeoutMs, backups },
    shared: { files: machineFiles, windowId, isWindowAlive },
    onLeft: (appName, paths) => {
      void notify(
        "warning",
        vscode.l10n.t(
          "Temporary files may still be in {0}, because they couldn't be looked for or removed: {1}. Its other files weren't affected. Delete them there, or reload the window to try again.",
          appName,
          someNames(paths),
        ),
      );
    },
    onRepaired: (_app, path) => {
      void notify(
        "information",
        vscode.l10n.t(
          "An earlier request that got no response was applied late and overwrote a newer version of {0}. The newer version was restored, and the other one was backed up.",
          path,
        ),
      );
    },
  });
  return {
    files,
    backups,
    releases: new Releases({ files: machineFiles, clock, windowId, hash: contentHash }),
    transfers: new TransferList(clock),
    newMount: (app, mount) => new MountedApp(app, mount),
  };
}

/** Backups that are younger than a day are removed only when the user agrees. */
async function askForRoom(backups: Backups): Promise<void> {
  const { l10n } = vscode;
  await notify(
    "warning",
    l10n.t(
      "Copies of replaced and deleted files from the last day take up more than 500 MB on this machine, so no more files can be replaced or deleted. No app was changed.",
    ),
    { [l10n.t("Remove the Oldest Copies")]: () => removeOldest(backups) },
  );
}

async function removeOldest(backups: Backups): Promise<void> {
  const { l10n } = vscode;
  try {
    const hasRoom = await backups.removeOldest();
    await notify(
      "information",
      hasRoom
        ? l10n.t("The oldest copies were removed. You can try again.")
        : l10n.t("Changes in progress still need the copies. Try again when they have ended."),
    );
  } catch (error) {
    await notify("error", l10n.t("Couldn't remove all of the oldest copies. {0}", sentenceFor(error)));
  }
}
