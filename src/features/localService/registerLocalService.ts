// The service that the extension carries: its commands, and the account that goes with it. Its process is loaded when
// somebody starts it.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { StoredSession } from "../../accounts/storedSessions";
import { FirstUse } from "../../core/async/firstUse";
import { localAccountId } from "../../core/model/accountId";
import type { CommandHandlers } from "../../editor/commands";
import { setContext } from "../../editor/contextKeys";
import type { WindowServices } from "../../editor/windowServices";
import type { LocalServiceProcess } from "./localServiceProcess";

export class LocalService {
  private readonly process: FirstUse<LocalServiceProcess>;

  constructor({ context, logger }: WindowServices) {
    this.process = new FirstUse(async () => {
      const { LocalServiceProcess: Process } = await import("./localServiceProcess");
      const options = {
        program: vscode.Uri.joinPath(context.extensionUri, "dist", "emulator.js").fsPath,
        dataDirectory: vscode.Uri.joinPath(context.globalStorageUri, "local-service").fsPath,
        logger,
      };
      return new Process(options, () => setContext("localServiceRunning", false));
    });
  }

  /** Brings it up for a remembered session; resolves with where it is now. */
  async wake(session: StoredSession): Promise<StoredSession> {
    const { url, token } = await (await this.process.get()).ensureRunning();
    setContext("localServiceRunning", true);
    return { ...session, baseUrl: url, token };
  }

  register(accounts: Accounts): vscode.Disposable & {
    readonly handlers: Pick<CommandHandlers, "localService.start" | "localService.stop">;
  } {
    const run = (id: "localService.start" | "localService.stop") => async () => {
      const { localServiceCommands } = await import("./localServiceCommands");
      await localServiceCommands(await this.process.get(), accounts)[id]();
    };
    // It ends by itself once no window uses it.
    const release = accounts.onDidChange(({ removed }) => {
      if (!removed.some(({ id }) => id === localAccountId)) return;
      this.process.ifUsed((process) => process.letGo());
      setContext("localServiceRunning", false);
    });
    return {
      handlers: {
        "localService.start": run("localService.start"),
        "localService.stop": run("localService.stop"),
      },
      dispose: () => {
        release.dispose();
        this.process.ifUsed((process) => process.dispose());
      },
    };
  }
}
