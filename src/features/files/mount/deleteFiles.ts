import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import { isFileProblem } from "../../../core/errors/fileProblem";
import { groupBy } from "../../../core/groupBy";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { isWithin, nameOf, normalizeAppPath } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { type AppLocation, appUri, parseAppUri } from "../../../editor/appUris";
import { appOfArgument, readArgument, selectedUris } from "../../../editor/commands/commandArguments";
import { runCommand } from "../../../editor/commands/commands";
import { isPreapproved } from "../../../editor/commands/consent";
import { deletionSentence } from "../../../editor/fileErrors";
import type { AppChoice } from "../../../editor/pickApp";
import { endedBy, notify } from "../../../editor/safeUi/messages";
import { agrees } from "../../../editor/safeUi/questions";
import type { HostedFileSystem } from "./hostedFileSystem";

interface DeleteServices {
  readonly fileSystem: HostedFileSystem;
  readonly chooseApp: (argument: unknown, title: string) => Promise<AppChoice>;
  readonly accounts: Pick<Accounts, "get">;
}

/** The command files.delete: for the selection, or for `paths` in its argument. */
export async function deleteFiles(
  argument: unknown,
  more: unknown,
  { fileSystem, chooseApp, accounts }: DeleteServices,
): Promise<unknown> {
  const confirm = async (app: AppKey, paths: readonly string[]): Promise<boolean> => {
    const { name } = await chooseApp(app, vscode.l10n.t("Select an app to delete files from"));
    return await confirmDelete(name, accounts.get(app.accountId)?.label ?? app.accountId, paths);
  };
  const app = appOfArgument(argument);
  const { paths } = readArgument({ paths: field.texts }, argument);
  // An empty path would name the app's root folder.
  const named = paths?.filter((path) => path !== "").map(normalizeAppPath);
  if (app && named) {
    if (!isPreapproved(argument) && !(await confirm(app, named))) throw new CancelledError();
    return await deletePaths({ fileSystem, accounts }, app, named);
  }
  const locations = await chosenLocations(argument, more);
  for (const ofApp of groupBy(locations, keyText).values()) {
    const { accountId, appId } = ofApp[0];
    const app = { accountId, appId };
    const paths = ofApp.map(({ path }) => path);
    if (await confirm(app, paths)) await deletePaths({ fileSystem, accounts }, app, paths);
  }
  return undefined;
}

async function chosenLocations(argument: unknown, more: unknown): Promise<AppLocation[]> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const uris = selectedUris(argument, more);
  const chosen = uris.length > 0 ? uris : active ? [active] : [];
  const locations = chosen.flatMap((uri) => parseAppUri(uri) ?? []);
  if (locations.length === 0) {
    throw endedBy(
      vscode.l10n.t("Select two or more of an app's files in the Explorer, then select Delete from App."),
    );
  }
  return locations;
}

async function confirmDelete(
  appName: string,
  accountLabel: string,
  paths: readonly string[],
): Promise<boolean> {
  return await agrees(
    paths.length === 1
      ? vscode.l10n.t("Delete {0} from {1}?", nameOf(paths[0] ?? ""), appName)
      : vscode.l10n.t("Delete {0} items from {1}?", paths.length, appName),
    [
      { names: paths },
      vscode.l10n.t("From {0} in the account {1}", appName, accountLabel),
      "",
      vscode.l10n.t("Files up to 20 MB are kept on this machine for a day, so you can undo this."),
    ],
    vscode.l10n.t("Delete"),
  );
}

async function deletePaths(
  { fileSystem, accounts }: Pick<DeleteServices, "fileSystem" | "accounts">,
  app: AppKey,
  paths: readonly string[],
): Promise<{ readonly deleted: string[]; readonly left: readonly string[] }> {
  const { left, error, operationId } = await fileSystem.deleteAll(app, paths);
  const deleted = paths.filter((path) => !left.some((kept) => isWithin(kept, path)));
  const name = accounts.get(app.accountId)?.apps.find(app.appId)?.name ?? app.appId;
  void notifyEnd({ ...app, name }, deleted, { left, error, operationId });
  return { deleted, left };
}

async function notifyEnd(
  { name, ...app }: AppChoice,
  deleted: readonly string[],
  { left, error, operationId }: Awaited<ReturnType<HostedFileSystem["deleteAll"]>>,
): Promise<void> {
  const first = left.find((path) => isFileProblem(error) && error.path === path) ?? left[0];
  const count = deleted.length;
  const isUndoable = count > 0 || isFileProblem(error, "partlyDeleted");
  const undo = { [vscode.l10n.t("Undo")]: () => runCommand("files.undo", { operationId }) };
  if (first === undefined) {
    const text =
      count === 1
        ? vscode.l10n.t("Deleted 1 item from {0}.", name)
        : vscode.l10n.t("Deleted {0} items from {1}.", formatCount(count), name);
    await notify("information", text, undo);
    return;
  }
  const why = deletionSentence(error, appUri({ ...app, path: first }), deleted);
  const text = notDeletedText(left.length, left.length + count, first, why);
  await notify("error", text, isUndoable ? undo : {});
}

function notDeletedText(left: number, all: number, first: string, why: string): string {
  return all === 1
    ? vscode.l10n.t("Couldn't delete 1 item. {0}: {1}", first, why)
    : vscode.l10n.t(
        "Couldn't delete {0} of {1} items. {2}: {3}",
        formatCount(left),
        formatCount(all),
        first,
        why,
      );
}
