// Commands that move files between this machine and an app, and the list of what moves. What they do is loaded when
// it is first used.
import type { Clock } from "../../../core/clock";
import type { TransferList } from "../../../core/transferList";
import type { CommandHandlers } from "../../../editor/commands";
import type { ChooseApp } from "../chooseMount";
import { toFileSystemError } from "../fileErrors";
import type { HostedFileSystem } from "../hostedFileSystem";

/** What the commands need of the extension. */
export interface TransferCommandOptions {
  readonly fileSystem: HostedFileSystem;
  readonly chooseApp: ChooseApp;
  readonly transfers: TransferList;
  readonly clock: Clock;
  /** When the next of the waiting requests may start, in milliseconds since the epoch. */
  readonly nextStartAt: () => number | undefined;
  /** An app's name, when it is known. */
  readonly appName: (app: { readonly accountId: string; readonly appId: string }) => string | undefined;
}

/** The commands, each loaded when it is first used. */
export function transferCommands(
  options: TransferCommandOptions,
): Pick<CommandHandlers, "files.upload" | "files.download" | "transfers.show"> {
  // From here, since a lazily loaded bundle would not know the errors of this one as its own.
  const lazyOptions = { ...options, toFileError: toFileSystemError };
  return {
    "files.upload": async (argument) => {
      const { upload } = await import("./uploadCommand");
      return await upload(argument, lazyOptions);
    },
    "files.download": async (argument, more) => {
      const { download } = await import("./downloadCommand");
      return await download(argument, more, lazyOptions);
    },
    "transfers.show": async () => {
      const { showTransfers } = await import("./transfersPicker");
      showTransfers(lazyOptions);
    },
  };
}
