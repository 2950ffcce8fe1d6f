// Show Log: follows the only log of an app, or the one that the user chose.
import * as vscode from "vscode";
import { keyText } from "../../../core/model/appKey";
import { field, readAs } from "../../../core/parse";
import { findLogs, type LogFile } from "../../../core/paths/logFiles";
import { formatBytes } from "../../../core/text/format";
import { ageText } from "../../../editor/ageText";
import { chooseMount, type MountChoice } from "../../../editor/commands/chooseMount";
import { runCommand } from "../../../editor/commands/commands";
import { choose } from "../../../editor/safeUi/inputs";
import { notify } from "../../../editor/safeUi/messages";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { FindServices } from "../files/findServices";
import type { Following } from "./following";

/** By "account/app": the path of the log that was chosen last. */
const chosenLogs = field.entries(field.text);
const stateKey = "chosenLogs";
/** Shares a listing with the tree or a mount, and still finds a log that has just begun. */
const listingAgeMs = 2_000;

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
  const logs = await findLogs((directory) => files.list(directory, listingAgeMs));
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
    { [vscode.l10n.t("Follow Another File...")]: () => runCommand("files.follow", { accountId, appId }) },
  );
}
