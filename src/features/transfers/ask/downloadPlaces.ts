// What a download is to bring, and where to: from an argument object, the Explorer's selection, or by asking.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { keyText } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { nameOf, normalizeAppPath } from "../../../core/paths/appPath";
import { type AppLocation, parseAppUri } from "../../../editor/appUris";
import { chooseMount } from "../../../editor/commands/chooseMount";
import { appOfArgument, readArgument, selectedUris } from "../../../editor/commands/commandArguments";
import { showOpenDialog } from "../../../editor/safeUi/dialogs";
import { dialogStart, parseAddress, rememberFolder } from "../place/localDialogs";
import type { TransferServices } from "../place/transferServices";
import type { ExistingChoice } from "./askAboutExisting";

/** What is downloaded, and where to. */
export interface DownloadRequest {
  readonly places: readonly ChosenPlace[];
  readonly target: vscode.Uri;
  readonly existing: ExistingChoice;
}

/** A file or folder of an app, and its name in the target folder. */
export interface ChosenPlace extends AppLocation {
  readonly localName: string;
}

/** The places of each app. */
export function byApp(places: readonly ChosenPlace[]): ChosenPlace[][] {
  const apps = new Map<string, ChosenPlace[]>();
  for (const place of places) {
    const known = apps.get(keyText(place));
    if (known) known.push(place);
    else apps.set(keyText(place), [place]);
  }
  return [...apps.values()];
}

/** What an argument object says; undefined when it names no target. */
export function givenTarget(argument: unknown): DownloadRequest | undefined {
  const fields = { paths: field.texts, target: field.text, overwrite: field.consent };
  const { paths = ["/"], target, overwrite } = readArgument(fields, argument);
  const app = appOfArgument(argument);
  if (!app || target === undefined) return undefined;
  const { accountId, appId } = app;
  const chosen = paths.map(normalizeAppPath);
  return {
    places: withoutNested(chosen.map((path) => ({ accountId, appId, path }))).map((place) => ({
      ...place,
      localName: nameOf(place.path),
    })),
    target: parseAddress(
      target,
      vscode.l10n.t("{0} isn't a folder URI, such as file:///home/me. Nothing was written.", target),
    ),
    existing: overwrite ? "replace" : "skip",
  };
}

/** What the command was called on, or one app that the user picks. */
export async function choosePlaces(
  argument: unknown,
  more: unknown,
  { chooseApp }: TransferServices,
): Promise<readonly ChosenPlace[]> {
  const title = vscode.l10n.t("Select an app to download files from");
  const selected = selectedUris(argument, more).flatMap((uri) => parseAppUri(uri) ?? []);
  const chosen = selected.length > 0 ? selected : [await chooseMount(argument, title, chooseApp)];
  return await Promise.all(
    withoutNested(chosen).map(async ({ accountId, appId, path }) => ({
      ...{ accountId, appId, path },
      localName: nameOf(path) || folderName((await chooseApp({ accountId, appId }, title)).name, appId),
    })),
  );
}

/** What was chosen, without what lies in another that was chosen too. */
function withoutNested(places: readonly AppLocation[]): AppLocation[] {
  const isSameApp = (a: AppLocation, b: AppLocation): boolean =>
    a.accountId === b.accountId && a.appId === b.appId;
  return places.filter(
    (place, index) =>
      !places.some(
        (other, otherIndex) =>
          isSameApp(place, other) &&
          (place.path === other.path
            ? otherIndex < index
            : other.path === "/" || place.path.startsWith(`${other.path}/`)),
      ),
  );
}

/** A folder's name of an app's. */
function folderName(appName: string, appId: string): string {
  return appName.replace(/[^\p{L}\p{N} _-]+/gu, "_").trim() || appId;
}

/** Rejects with CancelledError when the user picks none. */
export async function askForTarget(places: readonly ChosenPlace[]): Promise<vscode.Uri> {
  const [first] = places;
  const chosen = await showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    title:
      places.length === 1 && first
        ? vscode.l10n.t("Select a folder to download {0} to", first.localName)
        : vscode.l10n.t("Select a folder to download {0} files and folders to", places.length),
    openLabel: vscode.l10n.t("Download Here"),
    ...dialogStart(),
  });
  const folder = chosen?.[0];
  if (!folder) throw new CancelledError();
  rememberFolder(folder);
  return folder;
}
