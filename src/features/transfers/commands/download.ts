// Download: files and folders of apps into a local folder.

import * as vscode from "vscode";
import { type AppSelection, planDownload, readSelection } from "../../../appFiles/transfer/plan/planDownload";
import { CancelledError, isCancellation } from "../../../core/errors/cancelledError";
import { groupBy } from "../../../core/groupBy";
import { keyText } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { nameOf, normalizeAppPath } from "../../../core/paths/appPath";
import { foldedPath } from "../../../core/paths/localNames";
import { type AppLocation, parseAppUri } from "../../../editor/appUris";
import { chooseMount } from "../../../editor/commands/chooseMount";
import { appOfArgument, readArgument, selectedUris } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { localDisk, requireNoRepository } from "../../../editor/localDisk";
import { type Progress, withProgress } from "../../../editor/progress";
import { confirm } from "../../../editor/safeUi/questions";
import { agreeToActing } from "../ask/agreeToActing";
import { askAboutExisting, type ExistingChoice, existingLine } from "../ask/askAboutExisting";
import { agreeToRisks } from "../ask/confirmLoss";
import { errorSentence } from "../ask/problemText";
import { chooseOnDisk, dialogStart, parseAddress, rememberFolder } from "../place/localDialogs";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import {
  doTransfer,
  failedRows,
  type OutcomeOf,
  type TransferEnd,
  type TransferOutcome,
  wordsFor,
} from "../run/doTransfer";
import { copiedWords, type EndWords, notifyOutcome, revealing } from "../run/notifyEnd";

interface DownloadOutcome extends OutcomeOf<"downloaded" | "skipped"> {
  /** One for each app. */
  readonly operationIds: readonly string[];
}

/**
 * For Uris, an app or nothing, asks for a folder; a whole app becomes a folder in it. For { accountId, appId, paths?,
 * target: folder URI, overwrite? }, asks only for consent, and writes the content of "/" directly into the target.
 */
export async function download(
  argument: unknown,
  more: unknown,
  services: TransferServices,
): Promise<DownloadOutcome> {
  requireTrust();
  const given = givenTarget(argument);
  if (given && !isPreapproved(argument)) await askToWrite(given, services);
  const places = given?.places ?? (await choosePlaces(argument, more, services));
  await services.accounts.load();
  for (const [app] of groupBy(places, keyText).values()) await requireAccess(app, { reads: true }, services);
  const target = given?.target ?? (await askForTarget(places));
  return await downloadAll({ places, target, existing: given?.existing ?? "ask" }, services);
}

async function askToWrite(
  { places, target, existing }: DownloadRequest,
  { accounts }: TransferServices,
): Promise<void> {
  await accounts.load();
  const [{ accountId, appId }] = places as readonly [ChosenPlace];
  const account = accounts.get(accountId);
  const appName = account?.apps.find(appId)?.name ?? appId;
  await confirm(
    vscode.l10n.t("Download {0}'s files to {1}?", appName, labelOfFolder(target)),
    [
      vscode.l10n.t("From {0} in the account {1}", appName, account?.label ?? accountId),
      { names: places.map(({ path }) => path) },
      vscode.l10n.t("Into {0}", target.fsPath),
      existingLine(existing),
    ],
    vscode.l10n.t("Download"),
  );
}

function labelOfFolder({ path }: vscode.Uri): string {
  return nameOf(path) || path;
}

/** One progress from start to end: VS Code would hide the last notice after several in a row. */
async function downloadAll(request: DownloadRequest, services: TransferServices): Promise<DownloadOutcome> {
  const { places, target } = request;
  requireNoRepository(target);
  const label = labelOfFolder(target);
  const done = await withProgress(vscode.l10n.t("Downloading to {0}", label), async (progress) => {
    const ends: TransferEnd[] = [];
    let stopped: unknown;
    const apps = [...groupBy(places, keyText).values()];
    for (const ofApp of apps) {
      try {
        if (isCancellation(stopped)) throw stopped;
        progress.signal.throwIfAborted();
        ends.push(await downloadApp(ofApp, request, services, progress));
      } catch (error) {
        stopped = progress.signal.aborted ? new CancelledError() : error;
        // Other apps are downloaded and reported nevertheless.
        if (apps.length === 1 || (ends.length === 0 && isCancellation(stopped))) throw error;
        ends.push(notBegun(ofApp, stopped));
      }
    }
    return ends;
  });
  const { operationIds, ...outcome } = joined(done.map(({ outcome }) => outcome));
  const isShown = outcome.put.length > 0 && outcome.failed.length === 0;
  void notifyOutcome(outcome, endWords(outcome, label), {
    next: isShown ? revealing(target, vscode.l10n.t("Show Folder")) : undefined,
    retry: retrying(request, done, services),
  });
  const { put: downloaded, left, ...others } = outcome;
  return { ...others, left, downloaded, skipped: left.map(({ path }) => path), operationIds };
}

/** For an app that could not be listed, or was canceled. */
function notBegun(places: readonly ChosenPlace[], error: unknown): TransferEnd {
  const paths = places.map(({ path }) => path);
  const reason = errorSentence(error);
  const outcome = { put: [], removed: [], left: [], unchanged: 0 };
  return {
    outcome: isCancellation(error)
      ? { ...outcome, failed: [], cancelled: paths }
      : { ...outcome, failed: paths.map((path) => ({ path, reason })), cancelled: [] },
    ends: [],
  };
}

/** Each app has its own operation, which Undo or Restore lists. */
function joined(
  all: readonly TransferOutcome[],
): TransferOutcome & { readonly operationIds: readonly string[] } {
  const [operationId, ...more] = all.flatMap(({ operationId }) => operationId ?? []);
  return {
    put: all.flatMap(({ put }) => put),
    removed: [],
    left: all.flatMap(({ left }) => left),
    failed: all.flatMap(({ failed }) => failed),
    cancelled: all.flatMap(({ cancelled }) => cancelled),
    unchanged: 0,
    operationIds: operationId === undefined ? [] : [operationId, ...more],
    ...(operationId === undefined || more.length > 0 ? {} : { operationId }),
  };
}

async function downloadApp(
  places: readonly ChosenPlace[],
  { target, existing }: DownloadRequest,
  services: TransferServices,
  progress: Progress,
): Promise<TransferEnd> {
  const [{ accountId, appId }] = places as readonly [ChosenPlace];
  const { signal, report } = progress;
  const appName = services.accounts.get(accountId)?.apps.find(appId)?.name;
  const selection = await listChosen(services.files.get({ accountId, appId }), places, progress);
  requireListed(places, selection);
  report(vscode.l10n.t("checking the folder"));
  const folder = localDisk(target);
  const plan = await planDownload(selection, folder, signal);
  const rows = await askAboutExisting({ rows: plan.rows, place: labelOfFolder(target) }, existing);
  await agreeToRisks(rows);
  await agreeToActing(rows, { appName: appName ?? appId, target });
  const title = { folder: target.toString() };
  const header = { kind: "download", accountId, appId, appName, title } as const;
  const folders = plan.folders.map(({ path, localPath }) => ({
    path,
    make: () => folder.createFolder(localPath),
  }));
  return await doTransfer({ header, plan, rows, folder, folders }, services, progress);
}

export async function listChosen(
  app: Parameters<typeof readSelection>[0],
  places: Parameters<typeof readSelection>[1],
  { signal, report }: Progress,
  options: { readonly withRepositories?: true } = {},
): Promise<AppSelection> {
  report(vscode.l10n.t("listing the files"));
  const onFound = (files: number) => report(vscode.l10n.t("listing the files, {0} so far", files));
  return await readSelection(app, places, { signal, onFound, ...options });
}

/** An app that could not be listed at all is one failure, not one per file. */
function requireListed(places: readonly ChosenPlace[], { files, failed }: AppSelection): void {
  const [first, ...more] = failed;
  if (!first || files.length > 0 || more.length > 0 || places.length > 1) return;
  if (first.reason?.kind !== "error" || first.path !== places[0]?.path) return;
  const { error } = first.reason;
  throw new Error(errorSentence(wordsFor(places[0])(error, first.path)), { cause: error });
}

function retrying(request: DownloadRequest, done: readonly TransferEnd[], services: TransferServices) {
  const again = done.flatMap(({ ends }) => failedRows(ends));
  if (again.length === 0 || groupBy(request.places, keyText).size > 1) return undefined;
  const [{ accountId, appId }] = request.places as readonly [ChosenPlace];
  const places = again.map(({ path, localPath }) => ({ accountId, appId, path, localName: localPath }));
  return {
    run: () => downloadAll({ ...request, places, existing: "ask" }, services),
    command: "files.download",
  } as const;
}

function endWords(outcome: TransferOutcome, place: string): EndWords {
  const [first = "", ...more] = outcome.put;
  return copiedWords(outcome, {
    one: vscode.l10n.t("Downloaded {0} to {1}.", nameOf(first), place),
    many: vscode.l10n.t("Downloaded {0} files to {1}.", more.length + 1, place),
    none: vscode.l10n.t("No files were downloaded to {0}.", place),
    nothing: vscode.l10n.t("The selection contains no files. Nothing was downloaded to {0}.", place),
    cancelled: (count) =>
      vscode.l10n.t("Canceled: {0} not downloaded. Files that were already downloaded are complete.", count),
  });
}

interface DownloadRequest {
  readonly places: readonly ChosenPlace[];
  readonly target: vscode.Uri;
  readonly existing: ExistingChoice;
}

/** With its name in the target folder. */
interface ChosenPlace extends AppLocation {
  readonly localName: string;
}

/** Undefined when the argument names no target. */
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

/** The selection of the command, or one app that the user picks. */
async function choosePlaces(
  argument: unknown,
  more: unknown,
  { chooseApp }: TransferServices,
): Promise<readonly ChosenPlace[]> {
  const title = vscode.l10n.t("Select an app to download files from");
  const selected = selectedUris(argument, more).flatMap((uri) => parseAppUri(uri) ?? []);
  const chosen = selected.length > 0 ? selected : [await chooseMount(argument, title, chooseApp)];
  const places = await Promise.all(
    withoutNested(chosen).map(async ({ accountId, appId, path }) => ({
      ...{ accountId, appId, path },
      localName: nameOf(path) || folderName((await chooseApp({ accountId, appId }, title)).name, appId),
    })),
  );
  const roots = groupBy(
    places.filter(({ path }) => path === "/"),
    ({ localName }) => foldedPath(localName),
  );
  return places.map((place) =>
    place.path === "/" && (roots.get(foldedPath(place.localName))?.length ?? 0) > 1
      ? { ...place, localName: `${place.localName} ${place.appId}` }
      : place,
  );
}

/** Without files and folders in another selected folder. */
function withoutNested(places: readonly AppLocation[]): AppLocation[] {
  return places.filter(
    (place, index) =>
      !places.some(
        (other, otherIndex) =>
          keyText(place) === keyText(other) &&
          (place.path === other.path
            ? otherIndex < index
            : other.path === "/" || place.path.startsWith(`${other.path}/`)),
      ),
  );
}

function folderName(appName: string, appId: string): string {
  return appName.replace(/[^\p{L}\p{N} _-]+/gu, "_").trim() || appId;
}

async function askForTarget(places: readonly ChosenPlace[]): Promise<vscode.Uri> {
  const [first] = places;
  const [folder] = await chooseOnDisk({
    canSelectFiles: false,
    canSelectFolders: true,
    title:
      places.length === 1 && first
        ? vscode.l10n.t("Select a folder to download {0} to", first.localName)
        : vscode.l10n.t("Select a folder to download {0} files and folders to", places.length),
    openLabel: vscode.l10n.t("Download Here"),
    ...dialogStart(),
  });
  rememberFolder(folder);
  return folder;
}
