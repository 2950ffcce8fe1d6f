// The service that the extension carries: its process, its commands, and the account that goes with it.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { StoredSession } from "../../accounts/storedSessions";
import type { CommandHandlers } from "../../editor/commands";
import { setContext } from "../../editor/contextKeys";
import type { WindowServices } from "../../editor/windowServices";
import { localServiceCommands, registerLocalServiceRelease } from "./localServiceCommands";
import { LocalServiceProcess } from "./localServiceProcess";

export class LocalService {
  private readonly process: LocalServiceProcess;

  constructor({ context, logger }: WindowServices) {
    this.process = new LocalServiceProcess(
      {
        program: vscode.Uri.joinPath(context.extensionUri, "dist", "emulator.js").fsPath,
        dataDirectory: vscode.Uri.joinPath(context.globalStorageUri, "local-service").fsPath,
        logger,
      },
      () => setContext("localServiceRunning", false),
    );
  }

  /** Brings it up for a remembered session; resolves with where it is now. */
  async wake(session: StoredSession): Promise<StoredSession> {
    const { url, token } = await this.process.ensureRunning();
    setContext("localServiceRunning", true);
    return { ...session, baseUrl: url, token };
  }

  register(accounts: Accounts): vscode.Disposable & {
    readonly handlers: Pick<CommandHandlers, "localService.start" | "localService.stop">;
  } {
    const release = registerLocalServiceRelease(this.process, accounts);
    return {
      handlers: localServiceCommands(this.process, accounts),
      dispose: () => {
        release.dispose();
        this.process.dispose();
      },
    };
  }
}
