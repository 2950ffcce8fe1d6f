// Download: files and folders of apps into a folder on this machine.

import * as vscode from "vscode";
import {
  type AppSelection,
  type DownloadPlan,
  planDownload,
  readSelection,
} from "../../../appFiles/transfer/plan/planDownload";
import { isPossible, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import type { LocalFolder } from "../../../core/disk/localFolder";
import { nameOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { mayGoUnasked, requireTrust } from "../../../editor/commands/consent";
import { localDisk } from "../../../editor/localDisk";
import { type Progress, withProgress } from "../../../editor/progress";
import { confirm } from "../../../editor/shown/questions";
import { agreeToActing } from "../ask/agreeToActing";
import { askAboutExisting } from "../ask/askAboutExisting";
import { agreeToRisks } from "../ask/confirmLoss";
import { errorSentence, failedRow, type LeftFile } from "../ask/problemText";
import { requireNoRepository } from "../place/readPlace";
import type { TransferServices } from "../place/transferServices";
import { donePaths, doTransfer, type TransferEnd, wordsFor } from "../run/doTransfer";
import { tellEnd } from "../run/tellEnd";
import {
  askForTarget,
  byApp,
  type ChosenPlace,
  choosePlaces,
  type DownloadRequest,
  givenTarget,
} from "./downloadPlaces";
import { undoOperation } from "./undo";

/** What became of each file, by its path in the app. */
interface DownloadOutcome {
  readonly downloaded: readonly string[];
  /** There already, and left as they were. */
  readonly skipped: readonly string[];
  readonly failed: readonly LeftFile[];
  /** Not written, since the user cancelled. */
  readonly cancelled: readonly string[];
  /** One for each app. */
  readonly operationIds: readonly string[];
}

/** What became of the files of one app. */
interface AppDownload {
  readonly plan: DownloadPlan;
  readonly chosen: readonly TransferRow[];
  readonly result: TransferEnd;
  readonly notMade: readonly LeftFile[];
  readonly blocked: readonly LeftFile[];
}

/**
 * Called with Uris of the Explorer, an app, or nothing, it asks for a folder and puts there what was chosen, each under
 * its own name and a whole app under the app's. With an object of accountId, appId, perhaps `paths`, and `target` (the
 * address of a folder) it asks only for consent, puts what the app's own folder holds right into the target, and replaces files
 * only when `overwrite` is true.
 */
export async function download(
  argument: unknown,
  more: unknown,
  services: TransferServices,
): Promise<DownloadOutcome> {
  requireTrust();
  const given = givenTarget(argument);
  if (given && !mayGoUnasked(argument)) await askToWrite(given, services);
  const places = given?.places ?? (await choosePlaces(argument, more, services));
  await services.accounts.load();
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
      existing === "replace"
        ? vscode.l10n.t("Existing files will be replaced.")
        : vscode.l10n.t("Existing files will be kept."),
    ],
    vscode.l10n.t("Download"),
  );
}

function labelOfFolder({ path }: vscode.Uri): string {
  return nameOf(path) || path;
}

/** One notification from the listing to the last file: VS Code hides what comes too soon after others, so the end. */
async function downloadAll(request: DownloadRequest, services: TransferServices): Promise<DownloadOutcome> {
  const { places, target } = request;
  requireNoRepository(target);
  const label = labelOfFolder(target);
  const folder = localDisk(target);
  const done = await withProgress(vscode.l10n.t("Downloading to {0}", label), async (progress) => {
    const downloads: AppDownload[] = [];
    for (const ofApp of byApp(places)) {
      progress.signal.throwIfAborted();
      downloads.push(await downloadApp(ofApp, { ...request, folder }, services, progress));
    }
    return downloads;
  });
  const outcome: DownloadOutcome = {
    downloaded: done.flatMap(({ plan, result }) => {
      const paths = new Set(donePaths(result.ends, () => true));
      return plan.rows.filter(({ path }) => paths.has(path)).map(({ path }) => path);
    }),
    skipped: done.flatMap(({ plan, chosen }) =>
      plan.rows.filter((row) => isPossible(row) && !chosen.includes(row)).map(({ path }) => path),
    ),
    failed: done.flatMap(({ blocked, result, notMade }) => [...blocked, ...result.failed, ...notMade]),
    cancelled: done.flatMap(({ result }) => result.cancelled),
    operationIds: done.flatMap(({ result }) => result.operationId ?? []),
  };
  void tellEnd({
    said: endSentences(outcome, label),
    skipped: outcome.skipped.map((path) => ({ path, reason: vscode.l10n.t("already exists") })),
    failed: outcome.failed,
    next: outcome.downloaded.length > 0 && outcome.failed.length === 0 ? revealing(target) : undefined,
    undo: undoing(outcome, services),
    retry: retrying(request, done, services),
  });
  return outcome;
}

async function downloadApp(
  places: readonly ChosenPlace[],
  { folder, target, existing }: { readonly folder: LocalFolder } & Omit<DownloadRequest, "places">,
  services: TransferServices,
  progress: Progress,
): Promise<AppDownload> {
  const [{ accountId, appId }] = places as readonly [ChosenPlace];
  const { signal, report } = progress;
  const appName = services.accounts.get(accountId)?.apps.find(appId)?.name;
  report(vscode.l10n.t("listing the files"));
  const selection = await readSelection(services.files.get({ accountId, appId }), places, {
    signal,
    onFound: (files) => report(vscode.l10n.t("listing the files, {0} so far", files)),
  });
  requireListed(places, selection);
  report(vscode.l10n.t("checking the folder"));
  const plan = await planDownload(selection, folder, signal);
  const label = labelOfFolder(target);
  const chosen = await askAboutExisting({ rows: plan.rows, place: label }, existing);
  await agreeToRisks(chosen);
  await agreeToActing(chosen, { appName: appName ?? appId, target });
  const header = {
    kind: "download",
    accountId,
    appId,
    appName,
    title: { folder: target.toString() },
  } as const;
  const transfer = { header, rows: chosen, folder, memory: undefined, archive: undefined };
  const result = await doTransfer(transfer, services, progress);
  const words = wordsFor({ accountId, appId });
  return {
    plan,
    chosen,
    result,
    notMade: signal.aborted ? [] : await makeFolders(plan, folder),
    blocked: plan.rows.filter((row) => !isPossible(row)).map((row) => failedRow(row, words)),
  };
}

/** An app of which nothing at all could be listed is one failure, not one of its files'. */
function requireListed(places: readonly ChosenPlace[], { files, failed }: AppSelection): void {
  const [first, ...more] = failed;
  if (files.length > 0 || more.length > 0 || places.length > 1 || first?.problem.kind !== "error") return;
  if (first.path !== places[0]?.path) return;
  throw new Error(errorSentence(wordsFor(places[0])(first.problem.error, first.path)), {
    cause: first.problem.error,
  });
}

async function makeFolders({ folders }: DownloadPlan, folder: LocalFolder): Promise<LeftFile[]> {
  const failed: LeftFile[] = [];
  for (const { path, localPath } of folders) {
    try {
      await folder.createFolder(localPath);
    } catch (error) {
      failed.push({ path, reason: errorSentence(error) });
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

/** Of several apps each is an operation of its own, which the command for undoing lists. */
function undoing({ operationIds, downloaded }: DownloadOutcome, services: TransferServices) {
  const [only, ...more] = operationIds;
  if (only === undefined || more.length > 0 || downloaded.length === 0) return undefined;
  return () => undoOperation(only, services);
}

function retrying(request: DownloadRequest, done: readonly AppDownload[], services: TransferServices) {
  const again = done.flatMap(({ result, chosen }) => {
    const failed = new Set(result.failed.map(({ path }) => path));
    return chosen.filter(({ path }) => failed.has(path));
  });
  if (again.length === 0 || byApp(request.places).length > 1) return undefined;
  const [{ accountId, appId }] = request.places as readonly [ChosenPlace];
  const places = again.map(({ path, localPath }) => ({ accountId, appId, path, localName: localPath }));
  return {
    run: () => downloadAll({ ...request, places, existing: "ask" }, services),
    command: "files.download",
  } as const;
}

function endSentences({ downloaded, skipped, failed, cancelled }: DownloadOutcome, place: string): string[] {
  const [first] = downloaded;
  const said: string[] = [];
  if (downloaded.length > 1)
    said.push(vscode.l10n.t("Downloaded {0} files to {1}.", downloaded.length, place));
  else if (first !== undefined) said.push(vscode.l10n.t("Downloaded {0} to {1}.", nameOf(first), place));
  else if (skipped.length + failed.length + cancelled.length > 0)
    said.push(vscode.l10n.t("No files were downloaded to {0}.", place));
  else said.push(vscode.l10n.t("The selection contains no files. Nothing was downloaded to {0}.", place));
  if (cancelled.length > 0)
    said.push(
      vscode.l10n.t(
        "Canceled: {0} not downloaded. Files that were already downloaded are complete.",
        formatCount(cancelled.length),
      ),
    );
  return said;
}
