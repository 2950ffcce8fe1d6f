// Every command of the extension: its id, and the one boundary where a failure becomes a sentence for the user.
import * as vscode from "vscode";
import { isServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import { isObject } from "../core/text/isObject";
import { withConsent } from "./arguments/consent";
import { attempt } from "./host/optionalApis";
import { isCancellation, showError } from "./showError";
import { failureTitles } from "./shown/failureTitles";

/** The ids without the prefix `hostedApps.`; package.json contributes the same. */
export const commandIds = [
  "account.signIn",
  "account.signOut",
  "account.refresh",
  "account.showTeam",
  "account.showSessionAddress",
  "localService.start",
  "localService.stop",
  "localService.runFolder",
  "apps.refresh",
  "apps.filter",
  "apps.clearFilter",
  "apps.sort",
  "app.restart",
  "app.delete",
  "app.editSettings",
  "app.watch",
  "app.unwatch",
  "app.openInBrowser",
  "app.backup",
  "app.restoreBackup",
  "app.copyId",
  "app.copyLink",
  "app.copyValue",
  "app.showEnvironmentValue",
  "app.showDashboard",
  "app.showLog",
  "apps.showWatched",
  "files.mount",
  "files.openInNewWindow",
  "files.tryAnyway",
  "files.unmount",
  "files.refresh",
  "files.upload",
  "files.download",
  "files.delete",
  "files.review",
  "files.revokeReview",
  "files.goTo",
  "files.goToHere",
  "files.search",
  "files.searchHere",
  "files.clearSearch",
  "files.follow",
  "files.stopFollowing",
  "files.restoreDeleted",
  "files.undo",
  "transfers.show",
  "files.compareWithLocal",
  "files.pushFile",
  "deploy.createApp",
  "deploy.newFromTemplate",
  "deploy.preview",
  "deploy.push",
  "deploy.pull",
  "deploy.linkFolder",
  "deploy.editTargets",
  "log.show",
  "service.diagnose",
] as const;

export type CommandId = (typeof commandIds)[number];

/** What a command is called with: a tree row, a Uri, or the argument object of a keybinding, a task or a test. */
export type CommandHandler = (argument?: unknown, more?: unknown) => unknown;

export type CommandHandlers = Readonly<Record<CommandId, CommandHandler>>;

/** Registers all commands; a rejected handler is logged and told in a sentence, a cancelled one says nothing. */
export function registerCommands(handlers: CommandHandlers, logger: Logger): vscode.Disposable {
  return vscode.Disposable.from(
    ...commandIds.map((id) =>
      attempt(() =>
        vscode.commands.registerCommand(`hostedApps.${id}`, async (argument?: unknown, more?: unknown) => {
          const run = async (given: unknown): Promise<unknown> => {
            try {
              return await handlers[id](fileOf(given), more);
            } catch (error) {
              if (isCancellation(error)) return undefined;
              logger.error(`${id}: ${logText(error)}`);
              const app = isServiceError(error) ? error.app : undefined;
              // The app that was picked is not asked for again.
              const picked =
                app && id.startsWith("app.")
                  ? withConsent({ accountId: app.accountId, appId: app.appId })
                  : undefined;
              const again = given ?? picked;
              void showError(error, { title: failureTitles[id], tryAgain: () => run(again) });
              return undefined;
            }
          };
          return await run(argument);
        }),
      ),
    ),
  );
}

/**
 * An error for the log, which VS Code keeps in a file: without the sentences that are on screen, since they name files,
 * apps and folders. Where it came from says what it was.
 */
export function logText(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = message } = error;
  if (!/^Error$|FileProblem|FileSystemError/.test(name)) return stack;
  return [name, ...stack.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}

/** A row that stands for a file is its address, as it is in the Explorer. */
function fileOf(argument: unknown): unknown {
  const address = isObject(argument) ? argument["resourceUri"] : undefined;
  return address instanceof vscode.Uri ? address : argument;
}

/** Runs one of our commands, for our own code: what the argument says is not asked again. */
export async function runCommand(id: CommandId, argument?: unknown): Promise<unknown> {
  return await vscode.commands.executeCommand(`hostedApps.${id}`, withConsent(argument));
}
