import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { StoredSession } from "../../accounts/storedSessions";
import { Lazy } from "../../core/async/lazy";
import { localAccountId } from "../../core/model/accountId";
import { type CommandTable, runCommand } from "../../editor/commands/commands";
import { setContext } from "../../editor/contextKeys";
import { notify } from "../../editor/safeUi/messages";
import type { WindowServices } from "../../editor/windowServices";
import type { FolderRuns } from "./folderRuns";
import type { LocalServiceProcess } from "./localServiceProcess";

/** After the window's start, which is more urgent. */
const clearAfterMs = 20_000;

export class LocalService {
  private readonly process: Lazy<LocalServiceProcess>;
  private onDidEnd = (): void => undefined;

  constructor(private readonly window: WindowServices) {
    const { context, logger } = window;
    this.process = new Lazy(async () => {
      const { LocalServiceProcess: Process } = await import("./localServiceProcess");
      const options = {
        program: vscode.Uri.joinPath(context.extensionUri, "dist", "emulator.js").fsPath,
        dataDirectory: vscode.Uri.joinPath(context.globalStorageUri, "local-service").fsPath,
        logger,
        onSetAside: notifySetAside,
      };
      return new Process(options, () => {
        setContext("localServiceRunning", false);
        this.onDidEnd();
      });
    });
  }

  /** Starts the service for a remembered session; resolves with its address now. */
  async wake(session: StoredSession): Promise<StoredSession> {
    const { url, token } = await (await this.process.get()).ensureRunning();
    setContext("localServiceRunning", true);
    return { ...session, baseUrl: url, token };
  }

  register(
    accounts: Accounts,
  ): vscode.Disposable & { readonly commands: () => Promise<CommandTable<"localService">> } {
    const run = (id: "localService.start" | "localService.stop") => async () => {
      const { localServiceCommands } = await import("./localServiceCommands");
      await localServiceCommands(await this.process.get(), accounts)[id]();
    };
    const { context, clock, logger } = this.window;
    const program = vscode.Uri.joinPath(context.extensionUri, "dist", "emulator.js").fsPath;
    const dataDirectory = vscode.Uri.joinPath(context.globalStorageUri, "local-runs").fsPath;
    const runs = new Lazy<FolderRuns>(async () => {
      const { FolderRuns: Runs } = await import("./folderRuns");
      return new Runs({ accounts, clock, state: context.workspaceState, program, dataDirectory });
    });
    const stopWaiting = clock.after(clearAfterMs, () => {
      const clear = async () =>
        await (await import("./folderRunProcess")).clearKilledRuns(program, dataDirectory);
      clear().catch((error: unknown) => logger.error(`Removing copies of local runs: ${error}`));
    });
    this.onDidEnd = () => {
      accounts.close(localAccountId).then(notifyStopped, (error: unknown) => {
        logger.error(`Closing the account of the local service: ${error}`);
      });
    };
    // The service ends once no window uses it.
    const release = accounts.onDidChange(({ removed }) => {
      if (!removed.some(({ id }) => id === localAccountId)) return;
      this.process.ifUsed((process) => process.release());
      setContext("localServiceRunning", false);
    });
    return {
      commands: async () => ({
        "localService.start": run("localService.start"),
        "localService.stop": run("localService.stop"),
        "localService.runFolder": async (argument) => await (await runs.get()).run(argument),
      }),
      dispose: () => {
        stopWaiting();
        release.dispose();
        this.process.ifUsed((process) => process.release());
        runs.ifUsed((used) => used.dispose());
      },
    };
  }
}

async function notifyStopped(): Promise<void> {
  await notify("warning", vscode.l10n.t("The local service has stopped. Its apps and files are kept."), {
    [vscode.l10n.t("Start Again")]: () => runCommand("localService.start"),
  });
}

function notifySetAside(file: string): void {
  void notify(
    "warning",
    vscode.l10n.t(
      "The local service couldn't read its list of apps, so it starts with an empty one. Nothing was deleted. The old list is in {0}, next to the apps' files.",
      file,
    ),
  );
}
