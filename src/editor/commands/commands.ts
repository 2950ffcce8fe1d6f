// Every command of the extension, and the one boundary where a failure becomes a sentence for the user.
import * as vscode from "vscode";
import { isCancellation } from "../../core/errors/cancelledError";
import { isServiceError } from "../../core/errors/serviceError";
import type { Logger } from "../../core/logger";
import { isObject } from "../../core/text/isObject";
import { attempt } from "../host/optionalApis";
import { withConsent } from "./consent";

/** Ids without the prefix `hostedApps.`, as in package.json, and the feature that runs each; `window`: extension.ts. */
export const commands = {
  "account.signIn": "account",
  "account.signOut": "account",
  "account.refresh": "window",
  "account.showTeam": "account",
  "account.showSessionAddress": "account",
  "localService.start": "localService",
  "localService.stop": "localService",
  "localService.runFolder": "localService",
  "apps.refresh": "window",
  "apps.filter": "apps",
  "apps.clearFilter": "apps",
  "apps.sort": "apps",
  "app.restart": "apps",
  "app.delete": "apps",
  "app.editSettings": "apps",
  "app.watch": "metrics",
  "app.unwatch": "metrics",
  "app.openInBrowser": "apps",
  "app.showCommit": "apps",
  "app.compareCommit": "apps",
  "app.backup": "transfers",
  "app.restoreBackup": "transfers",
  "app.copyId": "apps",
  "app.copyLink": "apps",
  "app.copyValue": "apps",
  "app.showEnvironmentValue": "apps",
  "app.showDashboard": "dashboard",
  "app.showLog": "find",
  "app.setUpLog": "transfers",
  "apps.showWatched": "metrics",
  "files.mount": "files",
  "files.openInNewWindow": "files",
  "files.tryAnyway": "files",
  "files.unmount": "files",
  "files.refresh": "window",
  "files.upload": "transfers",
  "files.download": "transfers",
  "files.delete": "files",
  "files.review": "files",
  "files.revokeReview": "files",
  "files.goTo": "find",
  "files.goToHere": "find",
  "files.search": "find",
  "files.searchHere": "find",
  "files.clearSearch": "find",
  "files.follow": "find",
  "files.stopFollowing": "find",
  "files.restoreDeleted": "transfers",
  "files.undo": "transfers",
  "transfers.show": "transfers",
  "files.compareWithLocal": "transfers",
  "files.pushFile": "transfers",
  "deploy.createApp": "create",
  "deploy.newFromTemplate": "create",
  "deploy.preview": "create",
  "deploy.push": "transfers",
  "deploy.pull": "transfers",
  "deploy.linkFolder": "transfers",
  "deploy.editTargets": "transfers",
  "release.rollBack": "transfers",
  "release.compare": "transfers",
  "deploy.switchTarget": "transfers",
  "deploy.pullVariables": "transfers",
  "deploy.compareVariables": "transfers",
  "log.show": "window",
  "service.diagnose": "account",
} as const;

export type CommandId = keyof typeof commands;
type Feature = (typeof commands)[CommandId];

/** Commands that, without an argument, ask for an app and for nothing else that an argument could name. */
const asksForApp = /^app\.|^files\.(mount|goTo|search|undo)|^deploy\.pu|^release\./;

/** The argument is a tree row, a Uri, or the argument object of a keybinding, a task or a test. */
export type CommandHandler = (argument?: unknown, more?: unknown) => unknown;

/** All commands of a feature. */
export type CommandTable<Name extends Feature> = {
  readonly [Id in CommandId as (typeof commands)[Id] extends Name ? Id : never]: CommandHandler;
};

/**
 * Registers all commands. A feature's code is loaded by its first command. The failure of a handler is logged and
 * shown as a sentence; a canceled handler shows nothing.
 */
export function registerCommands(
  load: { readonly [Name in Feature]: () => Promise<CommandTable<Name>> },
  logger: Logger,
): vscode.Disposable {
  const handlerOf = async (id: CommandId): Promise<CommandHandler> => {
    const table: Partial<Record<CommandId, CommandHandler>> = await load[commands[id]]();
    return table[id] as CommandHandler;
  };
  return vscode.Disposable.from(
    ...(Object.keys(commands) as CommandId[]).map((id) =>
      attempt(() =>
        vscode.commands.registerCommand(`hostedApps.${id}`, async (argument?: unknown, more?: unknown) => {
          const run = async (given: unknown): Promise<unknown> => {
            try {
              return await (await handlerOf(id))(fileOf(given), more);
            } catch (error) {
              if (isCancellation(error)) return undefined;
              logger.error(`${id}: ${logText(error)}`);
              const app = isServiceError(error) ? error.app : undefined;
              // "Try Again" does not ask for the app that was picked. A push still asks its questions about that app.
              const picked =
                app && asksForApp.test(id) ? { accountId: app.accountId, appId: app.appId } : undefined;
              const again = given ?? (id.startsWith("app.") ? withConsent(picked) : picked);
              const [{ showError }, { failureTitles }] = await Promise.all([
                import("../showError"),
                import("../safeUi/failureTitles"),
              ]);
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
 * An error for the log, which VS Code keeps in a file: without the sentences on screen, since they name files, apps
 * and folders. The stack says what failed.
 */
export function logText(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = message } = error;
  if (!/^Error$|FileProblem|FileSystemError/.test(name)) return stack;
  return [name, ...stack.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}

/** A row that stands for a file counts as its address, as a row of the Explorer does. */
function fileOf(argument: unknown): unknown {
  const address = isObject(argument) ? argument["resourceUri"] : undefined;
  return address instanceof vscode.Uri ? address : argument;
}

/** Runs one of our commands from our own code: what the argument says is not asked again. */
export async function runCommand(id: CommandId, argument?: unknown): Promise<unknown> {
  return await vscode.commands.executeCommand(`hostedApps.${id}`, withConsent(argument));
}
