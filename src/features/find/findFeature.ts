// The find commands, loaded with the first of them.
import * as vscode from "vscode";
import { isFileProblem } from "../../core/errors/fileProblem";
import { type AppKey, keyText } from "../../core/model/appKey";
import { appUri } from "../../editor/appUris";
import { chooseMount } from "../../editor/commands/chooseMount";
import type { CommandHandler, CommandTable } from "../../editor/commands/commands";
import { fileSentence } from "../../editor/fileErrors";
import { type FindOptions, type FindServices, isSignedOut } from "./files/findServices";
import { RecentFiles } from "./files/recentFiles";
import { Following } from "./follow/following";
import { showLog } from "./follow/showLog";
import { pickFile } from "./goTo/filePicker";
import { TextSearch } from "./search/textSearch";

type FindFeature = vscode.Disposable & {
  readonly handlers: CommandTable<"find">;
  /** Removes results and terminals of a deleted app. */
  readonly onAppDeleted: (app: AppKey) => Promise<void>;
};

export function createFindFeature(options: FindOptions): FindFeature {
  const recentFiles = new RecentFiles();
  const services: FindServices = { ...options, recentFiles };
  const search = new TextSearch(services);
  const following = new Following(services);
  const signIns = options.onDidChangeSignIns(() => {
    void following.checkSignIns();
    void search.clearWhenSignedOut();
    void recentFiles.forgetWhere((location) => isSignedOut(services, location));
  });
  /** Replaces the engine's errors by sentences. */
  const explained =
    (run: CommandHandler): CommandHandler =>
    async (argument) => {
      try {
        return await run(argument);
      } catch (error) {
        throw isFileProblem(error) ? new Error(fileSentence(error), { cause: error }) : error;
      }
    };
  const goTo = explained((argument) => goToFile(services, argument));
  const searchFor = explained((argument) => search.search(argument));
  return {
    handlers: {
      "app.showLog": explained((argument) => showLog(services, following, argument)),
      "files.goTo": goTo,
      "files.goToHere": goTo,
      "files.search": searchFor,
      "files.searchHere": searchFor,
      "files.clearSearch": () => search.clear(),
      "files.follow": explained((argument) => following.follow(argument)),
      "files.stopFollowing": (argument) => following.stop(argument),
    },
    onAppDeleted: async (app) => {
      const isOfApp = (other: AppKey): boolean => keyText(other) === keyText(app);
      search.clearWhere(isOfApp);
      following.closeWhere(isOfApp);
      await recentFiles.forgetWhere(async (location) => isOfApp(location));
    },
    dispose: () => vscode.Disposable.from(signIns, following, search, recentFiles).dispose(),
  };
}

/** Asks for a file and opens it, since VS Code's quick open lists no files of apps; resolves with its URI. */
async function goToFile(services: FindServices, argument: unknown): Promise<vscode.Uri> {
  const place = await chooseMount(
    argument,
    vscode.l10n.t("Select an app to find a file in"),
    services.chooseApp,
  );
  const picked = await pickFile({
    place,
    title: vscode.l10n.t("Go to File in {0}", place.appName),
    services,
    canOpenToSide: true,
  });
  const uri = appUri({ ...place, path: picked.path });
  const { line, column = 1 } = picked;
  const position =
    line === undefined ? undefined : new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  await vscode.commands.executeCommand("vscode.open", uri, {
    viewColumn: picked.isToSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
    ...(position && { selection: new vscode.Range(position, position) }),
  } satisfies vscode.TextDocumentShowOptions);
  return uri;
}
