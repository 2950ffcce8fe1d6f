// The find commands, loaded with the first of them.
import * as vscode from "vscode";
import { isFileProblem } from "../../core/errors/fileProblem";
import { type AppKey, keyText } from "../../core/model/appKey";
import { field, readAs } from "../../core/parse";
import { findLogs, type LogFile } from "../../core/paths/logFiles";
import { formatBytes } from "../../core/text/format";
import { ageText } from "../../editor/ageText";
import { appUri } from "../../editor/appUris";
import { chooseMount, type MountChoice } from "../../editor/commands/chooseMount";
import { type CommandHandler, type CommandTable, runCommand } from "../../editor/commands/commands";
import { fileSentence } from "../../editor/fileErrors";
import { choose } from "../../editor/safeUi/inputs";
import { notify } from "../../editor/safeUi/messages";
import type { StateMemory } from "../../editor/state/stateMemory";
import { type FindOptions, type FindServices, isSignedOut, openAt } from "./files/findServices";
import { RecentFiles } from "./files/recentFiles";
import { Following } from "./follow/following";
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
  const following: Following = new Following(services, (app) => showLog(services, following, app));
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
  await openAt(uri, picked, picked.isToSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
  return uri;
}

/** By "account/app": the path of the log that was chosen last. */
const chosenLogs = field.entries(field.text);
const stateKey = "chosenLogs";

/** Resolves with the URI of the followed log; asks only when there are several. */
export async function showLog(
  services: FindServices,
  following: Following,
  argument: unknown,
): Promise<vscode.Uri | undefined> {
  const place = await chooseMount(
    argument,
    vscode.l10n.t("Select an app to show its log"),
    services.chooseApp,
  );
  const files = await services.openFiles({ ...place, path: "/" });
  // Not a listing of a moment ago: the log may have begun since.
  const logs = await findLogs((directory) => files.list(directory, 0));
  const [only, ...more] = logs;
  if (!only) {
    notifyNoLog(place);
    return undefined;
  }
  const isShown = ({ path }: LogFile) => following.isShown({ ...place, path });
  const log = more.length === 0 ? only : await chooseLog(services, place, { logs, isShown });
  return await following.follow({ ...place, path: log.path });
}

/** The log chosen before is shown at once. When it is on the screen already, the user may want another one. */
async function chooseLog(
  services: FindServices,
  place: MountChoice,
  { logs, isShown }: { readonly logs: readonly LogFile[]; readonly isShown: (log: LogFile) => boolean },
): Promise<LogFile> {
  const { state, clock } = services;
  const last = chosenIn(state)[keyText(place)];
  const before = logs.find(({ path }) => path === last);
  if (before && !isShown(before)) return before;
  const ordered = before ? [before, ...logs.filter((log) => log !== before)] : logs;
  const picked = await choose(
    ordered.map((log) => ({
      iconPath: new vscode.ThemeIcon("output"),
      label: log.path.slice(1),
      description: [formatBytes(log.entry.sizeBytes), ageText(clock.now() - log.entry.modifiedAt)].join(
        " · ",
      ),
      log,
    })),
    { title: vscode.l10n.t("Select a log of {0}", place.appName) },
  );
  // Read again: a deleted app may have been removed from the state meanwhile.
  await state.update(stateKey, { ...chosenIn(state), [keyText(place)]: picked.log.path });
  return picked.log;
}

function chosenIn(state: StateMemory): Readonly<Record<string, string>> {
  return readAs(chosenLogs, state.get(stateKey)) ?? {};
}

function notifyNoLog(place: MountChoice): void {
  const { accountId, appId } = place;
  void notify(
    "information",
    vscode.l10n.t(
      "{0} has no log file yet. A log is a file in the app whose name ends in .log, such as app.log.",
      place.appName,
    ),
    {
      [vscode.l10n.t("Set Up Log...")]: () => runCommand("app.setUpLog", { accountId, appId }),
      [vscode.l10n.t("Follow Another File...")]: () => runCommand("files.follow", { accountId, appId }),
    },
  );
}
