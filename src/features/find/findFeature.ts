// All that finds things in an app's files, loaded with the first of its commands.
import * as vscode from "vscode";
import { isFileProblem } from "../../core/errors/fileProblem";
import { type AppKey, keyText } from "../../core/model/appKey";
import type { CommandHandler, CommandTable } from "../../editor/commands/commands";
import { fileSentence } from "../../editor/fileErrors";
import type { FindOptions, FindServices } from "./files/findServices";
import { RecentFiles } from "./files/recentFiles";
import { isSignedOut } from "./files/signIns";
import { Following } from "./follow/following";
import { showLog } from "./follow/showLog";
import { goToFile } from "./goTo/goToFile";
import { TextSearch } from "./search/textSearch";

/** The commands, and what they keep until the window closes. */
type FindFeature = vscode.Disposable & {
  readonly handlers: CommandTable<"find">;
  /** The app is gone: what was found in its files, or followed, goes from the screen. */
  readonly letGo: (app: AppKey) => Promise<void>;
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
  /** What the engine says of a file, in a sentence. */
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
    letGo: async (app) => {
      const isOfApp = (other: AppKey): boolean => keyText(other) === keyText(app);
      search.clearWhere(isOfApp);
      following.closeWhere(isOfApp);
      await recentFiles.forgetWhere(async (location) => isOfApp(location));
    },
    dispose: () => vscode.Disposable.from(signIns, following, search, recentFiles).dispose(),
  };
}
