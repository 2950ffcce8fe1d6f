// Download: files and folders of apps into a folder on this machine. Loaded when first used.
import * as vscode from "vscode";
import { downloadRule } from "../../../api/lane";
import { nameOf, normalizeAppPath } from "../../../core/appPath";
import type { Clock } from "../../../core/clock";
import { type AppLocation, appUri, parseAppUri } from "../../../editor/appUris";
import { type Progress, withProgress } from "../../../editor/progress";
import { CancelledError } from "../../../editor/showError";
import { type ChooseApp, chooseMount, selectedUris } from "../chooseMount";
import type { HostedFileSystem } from "../hostedFileSystem";
import { askAboutExisting, type ExistingChoice, timeLeft } from "./askAboutExisting";
import {
  type AppReader,
  type DownloadFailure,
  type DownloadFolder,
  type DownloadSource,
  type LocalFolder,
  type PlannedDownload,
  planDownload,
  type RemoteTree,
  readRemoteTree,
} from "./downloadPlan";
import { runDownload } from "./downloadRun";
import { dialogStart, localFolder, rememberFolder } from "./localPlaces";
import { errorSentence, type FailedTransfer, failedTransfer, type ToFileError } from "./problemSentence";
import { tellEnd } from "./tellEnd";

/** What the command needs of the extension. */
export interface DownloadCommandOptions {
  readonly fileSystem: HostedFileSystem;
  readonly chooseApp: ChooseApp;
  readonly clock: Clock;
  readonly toFileError: ToFileError;
}

/** What became of each file, by its path in the app. */
export interface DownloadOutcome {
  readonly downloaded: readonly string[];
  /** There already, and left as they were. */
  readonly skipped: readonly string[];
  readonly failed: readonly FailedTransfer[];
  /** Not written, since the user cancelled. */
  readonly cancelled: readonly string[];
}

interface DownloadRequest {
  readonly sources: readonly DownloadSource[];
  readonly target: vscode.Uri;
  readonly existing: ExistingChoice;
}

/** A source and where it is, for sentences. */
interface ChosenPlace extends AppLocation {
  readonly localName: string;
}

const pace = {
  perWindow: "maxPerWindow" in downloadRule ? downloadRule.maxPerWindow - downloadRule.heldForInteractive : 1,
  windowMs: "windowMs" in downloadRule ? downloadRule.windowMs : 0,
};

/**
 * Called with Uris of the Explorer, an app, or nothing, it asks for a folder and puts there what was chosen, each under
 * its own name and a whole app under the app's. With an object of accountId, appId, perhaps `paths`, and `target` (the
 * address of a folder) it asks nothing, puts what the app's own folder holds right into the target, and replaces files
 * only when `overwrite` is true.
 */
export async function download(
  argument: unknown,
  more: unknown,
  options: DownloadCommandOptions,
): Promise<DownloadOutcome> {
  const given = givenTarget(argument);
  const places = given?.places ?? (await choosePlaces(argument, more, options));
  const apps = new Map<string, AppReader>();
  const sources: DownloadSource[] = [];
  for (const place of places) {
    const key = `${place.accountId}/${place.appId}`;
    const app = apps.get(key) ?? (await mountOf(place, options));
    apps.set(key, app);
    sources.push({ app, path: place.path, localName: place.localName });
  }
  const request: DownloadRequest = {
    sources,
    target: given?.target ?? (await askForTarget(places)),
    existing: given?.existing ?? "ask",
  };
  const readTree = async ({ signal, report }: Progress): Promise<RemoteTree> => {
    report(vscode.l10n.t("listing the files"));
    return await readRemoteTree(sources, signal, (files) => {
      report(vscode.l10n.t("listing the files, {0} so far", files));
    });
  };
  return await downloadTree(readTree, request, options);
}

/** One notification from the listing to the last file: VS Code hides what comes too soon after others, so the end. */
async function downloadTree(
  readTree: (progress: Progress) => Promise<RemoteTree>,
  request: DownloadRequest,
  options: DownloadCommandOptions,
): Promise<DownloadOutcome> {
  const { target } = request;
  const local = localFolder(target);
  const { plan, items, result } = await withProgress(titleOf(target), async (progress) => {
    const { signal } = progress;
    const tree = await readTree(progress);
    progress.report(vscode.l10n.t("looking what the folder has"));
    const plan = await planDownload(tree, local, signal);
    const items = await askAboutExisting(
      { items: plan.items, place: nameOf(target.path) || target.path },
      request.existing,
    );
    const done = await runDownload({
      items,
      local,
      clock: options.clock,
      signal,
      pace,
      onProgress: ({ done: count, total, name, fraction, remainingMs }) =>
        progress.report(
          `${Math.min(count + 1, total)}/${total} ${name} · ${timeLeft(remainingMs)}`,
          fraction,
        ),
    });
    const notMade = signal.aborted ? [] : await makeFolders(plan.folders, local);
    return { plan, items, result: { ...done, notMade } };
  });

  const taken = new Set<PlannedDownload>(items);
  const failures: readonly DownloadFailure[] = [...plan.failed, ...result.failed, ...result.notMade];
  const outcome: DownloadOutcome = {
    downloaded: result.downloaded,
    skipped: plan.items.filter((item) => !taken.has(item)).map(({ path }) => path),
    failed: failures.map((failure) =>
      failedTransfer(failure, appUri({ ...failure.app, path: failure.path }), options.toFileError),
    ),
    cancelled: result.cancelled,
  };
  const again = result.failed.map(({ item }) => item);
  void tellEnd({
    said: endSentences(outcome, target),
    failed: outcome.failed,
    retry:
      again.length > 0
        ? () =>
            downloadTree(
              async () => ({ items: again, folders: [], failed: [] }),
              { ...request, existing: "ask" },
              options,
            )
        : undefined,
    next: outcome.downloaded.length > 0 && outcome.failed.length === 0 ? revealing(target) : undefined,
  });
  return outcome;
}

async function makeFolders(
  folders: readonly DownloadFolder[],
  local: LocalFolder,
): Promise<DownloadFailure[]> {
  const failed: DownloadFailure[] = [];
  for (const { app, path, localPath } of folders) {
    try {
      await local.createFolder(localPath);
    } catch (error) {
      failed.push({ app, path, problem: { kind: "error", error } });
    }
  }
  return failed;
}

function revealing(target: vscode.Uri) {
  const canReveal = target.scheme === "file" && vscode.env.uiKind === vscode.UIKind.Desktop;
  if (!canReveal) return undefined;
  return {
    button: vscode.l10n.t("Show Folder"),
    run: () => vscode.commands.executeCommand("revealFileInOS", target),
  };
}

function givenTarget(argument: unknown):
  | {
      readonly places: readonly ChosenPlace[];
      readonly target: vscode.Uri;
      readonly existing: ExistingChoice;
    }
  | undefined {
  if (typeof argument !== "object" || argument === null || argument instanceof vscode.Uri) return undefined;
  const { accountId, appId, paths, target, overwrite } = argument as Readonly<Record<string, unknown>>;
  if (typeof accountId !== "string" || typeof appId !== "string" || typeof target !== "string")
    return undefined;
  const chosen = Array.isArray(paths) ? paths.map((path) => normalizeAppPath(String(path))) : ["/"];
  return {
    places: withoutNested(chosen.map((path) => ({ accountId, appId, path }))).map((place) => ({
      ...place,
      localName: nameOf(place.path),
    })),
    target: parseFolder(target),
    existing: overwrite === true ? "replace" : "skip",
  };
}

function parseFolder(text: string): vscode.Uri {
  try {
    return vscode.Uri.parse(text, true);
  } catch (error) {
    throw new Error(
      vscode.l10n.t(
        "{0} is not the address of a folder, such as file:///home/me. Nothing was written.",
        text,
      ),
      { cause: error },
    );
  }
}

async function choosePlaces(
  argument: unknown,
  more: unknown,
  { chooseApp }: DownloadCommandOptions,
): Promise<readonly ChosenPlace[]> {
  const title = vscode.l10n.t("Download the files of which app?");
  const selected = selectedUris(argument, more).flatMap((uri) => parseAppUri(uri) ?? []);
  const chosen = selected.length > 0 ? selected : [await chooseMount(argument, title, chooseApp)];
  return await Promise.all(
    withoutNested(chosen).map(async (place) => ({
      ...place,
      localName: nameOf(place.path) || folderName((await chooseApp(place, title)).name, place.appId),
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

async function mountOf(
  place: AppLocation,
  { fileSystem, toFileError }: DownloadCommandOptions,
): Promise<AppReader> {
  try {
    const mount = await fileSystem.mountAt(place);
    return {
      accountId: place.accountId,
      appId: place.appId,
      list: (directory) => mount.list(directory),
      readWhole: (path, entry, options) => mount.readWhole(path, entry, options),
    };
  } catch (error) {
    throw new Error(errorSentence(toFileError(error, appUri(place))), { cause: error });
  }
}

async function askForTarget(places: readonly ChosenPlace[]): Promise<vscode.Uri> {
  const [first] = places;
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    title:
      places.length === 1 && first
        ? vscode.l10n.t("Download {0} into", first.localName)
        : vscode.l10n.t("Download {0} files and folders into", places.length),
    openLabel: vscode.l10n.t("Download Here"),
    ...dialogStart(),
  });
  const folder = chosen?.[0];
  if (!folder) throw new CancelledError();
  rememberFolder(folder);
  return folder;
}

function titleOf(target: vscode.Uri): string {
  return vscode.l10n.t("Downloading to {0}", nameOf(target.path) || target.path);
}

function endSentences(
  { downloaded, skipped, failed, cancelled }: DownloadOutcome,
  target: vscode.Uri,
): string[] {
  const place = nameOf(target.path) || target.path;
  const [first] = downloaded;
  const said: string[] = [];
  if (downloaded.length > 1)
    said.push(vscode.l10n.t("{0} files were downloaded to {1}.", downloaded.length, place));
  else if (first !== undefined) said.push(vscode.l10n.t("{0} was downloaded to {1}.", nameOf(first), place));
  else if (skipped.length + failed.length + cancelled.length > 0)
    said.push(vscode.l10n.t("No file was downloaded to {0}.", place));
  else said.push(vscode.l10n.t("What was chosen holds no file, so nothing was downloaded to {0}.", place));
  if (cancelled.length > 0)
    said.push(
      vscode.l10n.t(
        "You cancelled: {0} were not written; what was downloaded is complete.",
        cancelled.length,
      ),
    );
  if (skipped.length > 0)
    said.push(vscode.l10n.t("Already there and left as they are: {0}.", skipped.length));
  return said;
}
