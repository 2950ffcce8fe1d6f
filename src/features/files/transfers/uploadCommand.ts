// Upload: files and folders of this machine into a folder of an app. Loaded when first used.
import * as vscode from "vscode";
import { threeSecondRule } from "../../../api/lane";
import { nameOf, parentOf } from "../../../core/appPath";
import type { Clock } from "../../../core/clock";
import { formatDuration } from "../../../core/format";
import type { FileEntry } from "../../../core/model";
import { roughSeconds } from "../../../core/remainingTime";
import { isServiceError } from "../../../core/serviceError";
import type { TransferList } from "../../../core/transferList";
import { appUri } from "../../../editor/appUris";
import { type Progress, withProgress } from "../../../editor/progress";
import { CancelledError } from "../../../editor/showError";
import { type ChooseApp, chooseMount, labelOf, type MountChoice } from "../chooseMount";
import type { HostedFileSystem } from "../hostedFileSystem";
import { askAboutExisting, type ExistingChoice, timeLeft } from "./askAboutExisting";
import { dialogStart, localReader, rememberFolder } from "./localPlaces";
import { type LocalTree, readLocalTree } from "./localTree";
import { errorSentence, type FailedTransfer, failedTransfer, type ToFileError } from "./problemSentence";
import { tellEnd } from "./tellEnd";
import type { TransferFailure } from "./transferProblem";
import { planUpload, type UploadItem } from "./uploadPlan";
import { runUpload, type UploadResult } from "./uploadRun";

/** What the command needs of the extension. */
export interface UploadCommandOptions {
  readonly fileSystem: HostedFileSystem;
  readonly chooseApp: ChooseApp;
  readonly transfers: TransferList;
  readonly clock: Clock;
  readonly toFileError: ToFileError;
}

/** What became of each file, by its path in the app. */
export interface UploadOutcome {
  readonly uploaded: readonly string[];
  /** There already, and left as they were. */
  readonly skipped: readonly string[];
  readonly failed: readonly FailedTransfer[];
  /** Not sent, since the user cancelled. */
  readonly cancelled: readonly string[];
}

const paceMs = "minIntervalMs" in threeSecondRule ? threeSecondRule.minIntervalMs : 0;
/** Longer than this is asked about first. */
const longMs = 20_000;

/**
 * Called with a folder's Uri (a file's means its folder), an app, or nothing, it asks for the files. With an object of
 * accountId, appId, perhaps path, and `sources` (addresses as text) it asks nothing, and replaces files only when
 * `overwrite` is true.
 */
export async function upload(argument: unknown, options: UploadCommandOptions): Promise<UploadOutcome> {
  const given = givenSources(argument);
  const choice = await chooseMount(argument, vscode.l10n.t("Upload into which app?"), options.chooseApp);
  const target = await folderAt(choice, options.fileSystem);
  const sources = given?.sources ?? (await askForSources(target));
  const readTree = async ({ signal, report }: Progress): Promise<LocalTree<vscode.Uri>> => {
    report(vscode.l10n.t("reading what was chosen"));
    return await readLocalTree(sources, localReader, signal);
  };
  return await uploadTree(readTree, target, given?.existing ?? "ask", options);
}

/** One notification from the reading to the last file: VS Code hides what comes too soon after others, so the end. */
async function uploadTree(
  readTree: (progress: Progress) => Promise<LocalTree<vscode.Uri>>,
  target: MountChoice,
  existing: ExistingChoice,
  options: UploadCommandOptions,
): Promise<UploadOutcome> {
  const { plan, items, result } = await withProgress(titleOf(target), async (progress) => {
    const tree = await readTree(progress);
    progress.report(vscode.l10n.t("looking what the app has"));
    const plan = await planUpload(tree, target.path, await listerOf(target, options), progress.signal);
    const items = await askAboutExisting(questionOf(plan.items, target), existing);
    const cancelled = new AbortController();
    const listener = options.transfers.onDidCancelAll(() => cancelled.abort(new CancelledError()));
    const signal = AbortSignal.any([progress.signal, cancelled.signal]);
    try {
      const sent = await send(items, target, { ...progress, signal }, options);
      const notMade = signal.aborted ? [] : await makeFolders(plan.folders, target, options.fileSystem);
      return { plan, items, result: { ...sent, notMade } };
    } finally {
      listener.dispose();
    }
  });

  const sent = new Set<UploadItem<vscode.Uri>>(items);
  const failures: TransferFailure[] = [...plan.failed, ...result.failed, ...result.notMade];
  const outcome: UploadOutcome = {
    uploaded: result.uploaded,
    skipped: plan.items.filter((item) => !sent.has(item)).map(({ path }) => path),
    failed: failures.map((failure) =>
      failedTransfer(failure, appUri({ ...target, path: failure.path }), options.toFileError),
    ),
    cancelled: result.cancelled,
  };
  const again = result.failed.map(({ item }) => item.local);
  void tellEnd({
    said: endSentences(outcome, target),
    failed: outcome.failed,
    retry:
      again.length > 0
        ? () =>
            uploadTree(async () => ({ files: again, emptyFolders: [], failed: [] }), target, "ask", options)
        : undefined,
  });
  return outcome;
}

async function send(
  items: readonly UploadItem<vscode.Uri>[],
  target: MountChoice,
  progress: Progress,
  { fileSystem, clock }: UploadCommandOptions,
): Promise<UploadResult<vscode.Uri>> {
  return await runUpload<vscode.Uri>({
    items,
    clock,
    signal: progress.signal,
    leastMsEach: paceMs,
    read: async (uri) => await vscode.workspace.fs.readFile(uri),
    write: async (path, bytes, { overwrite, signal }) =>
      await fileSystem.writeFile(appUri({ ...target, path }), bytes, {
        create: true,
        overwrite,
        isAgreed: overwrite,
        signal,
        priority: "normal",
      }),
    onProgress: ({ done, total, name, remainingMs }) =>
      progress.report(
        `${Math.min(done + 1, total)}/${total} ${name} · ${timeLeft(remainingMs)}`,
        done / total,
      ),
  });
}

/** Those that could not be made. One that is there already is as good as made. */
async function makeFolders(
  folders: readonly string[],
  target: MountChoice,
  fileSystem: HostedFileSystem,
): Promise<TransferFailure[]> {
  const failed: TransferFailure[] = [];
  for (const path of folders) {
    try {
      await fileSystem.createDirectory(appUri({ ...target, path }));
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === "FileExists") continue;
      failed.push({ path, problem: { kind: "error", error } });
    }
  }
  return failed;
}

function givenSources(
  argument: unknown,
): { readonly sources: readonly vscode.Uri[]; readonly existing: ExistingChoice } | undefined {
  if (typeof argument !== "object" || argument === null || argument instanceof vscode.Uri) return undefined;
  const { sources, overwrite } = argument as { readonly sources?: unknown; readonly overwrite?: unknown };
  if (!Array.isArray(sources)) return undefined;
  return { sources: sources.map(parseAddress), existing: overwrite === true ? "replace" : "skip" };
}

function parseAddress(text: unknown): vscode.Uri {
  try {
    return vscode.Uri.parse(String(text), true);
  } catch (error) {
    throw new Error(
      vscode.l10n.t(
        "{0} is not the address of a file, such as file:///home/me/index.html. Nothing was sent.",
        String(text),
      ),
      { cause: error },
    );
  }
}

/** The folder that is meant by the place: itself, or the one that holds the file. */
async function folderAt(choice: MountChoice, fileSystem: HostedFileSystem): Promise<MountChoice> {
  try {
    const { type } = await fileSystem.stat(appUri(choice));
    return type & vscode.FileType.Directory ? choice : { ...choice, path: parentOf(choice.path) };
  } catch (error) {
    // The first file makes the folder.
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return choice;
    throw new Error(errorSentence(error), { cause: error });
  }
}

async function askForSources(target: MountChoice): Promise<readonly vscode.Uri[]> {
  const kinds = await askForKinds();
  const chosen = await vscode.window.showOpenDialog({
    ...kinds,
    canSelectMany: true,
    title: vscode.l10n.t("Upload to {0}", labelOf(target)),
    openLabel: vscode.l10n.t("Upload"),
    ...dialogStart(),
  });
  const [first] = chosen ?? [];
  if (!chosen || !first) throw new CancelledError();
  rememberFolder(vscode.Uri.joinPath(first, ".."));
  return chosen;
}

/** The dialogs of Windows and Linux show either files or folders. */
async function askForKinds(): Promise<{
  readonly canSelectFiles: boolean;
  readonly canSelectFolders: boolean;
}> {
  const isNative = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  if (!isNative || globalThis.process?.platform === "darwin")
    return { canSelectFiles: true, canSelectFolders: true };
  const picked = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t("Files"), iconPath: new vscode.ThemeIcon("files"), areFiles: true },
      {
        label: vscode.l10n.t("Folders with All They Hold"),
        iconPath: new vscode.ThemeIcon("folder"),
        areFiles: false,
      },
    ],
    { title: vscode.l10n.t("Upload what?") },
  );
  if (!picked) throw new CancelledError();
  return { canSelectFiles: picked.areFiles, canSelectFolders: !picked.areFiles };
}

async function listerOf(
  target: MountChoice,
  { fileSystem, toFileError }: UploadCommandOptions,
): Promise<(directory: string) => Promise<readonly FileEntry[]>> {
  const failure = (error: unknown): Error =>
    new Error(
      vscode.l10n.t(
        "The app's files could not be listed, so nothing was sent. {0}",
        errorSentence(toFileError(error, appUri(target))),
      ),
      { cause: error },
    );
  const mount = await fileSystem.mountAt(target).catch((error: unknown) => {
    throw failure(error);
  });
  return async (directory) => {
    try {
      return await mount.list(directory);
    } catch (error) {
      // Deleted since the folder above was listed: it holds nothing.
      if (directory !== "/" && isServiceError(error, "notFound")) return [];
      throw failure(error);
    }
  };
}

function questionOf(items: readonly UploadItem<vscode.Uri>[], target: MountChoice) {
  const estimatedMs = Math.max(0, items.length - 1) * paceMs;
  const duration = formatDuration(roughSeconds(estimatedMs));
  const place = labelOf(target);
  return {
    items,
    place,
    estimate:
      estimatedMs > longMs
        ? vscode.l10n.t(
            "{0} files, about {1} at the service's pace of one in 3 s. You can go on working meanwhile.",
            items.length,
            duration,
          )
        : undefined,
    begin: {
      question: vscode.l10n.t("Upload {0} files to {1}?", items.length, place),
      button: vscode.l10n.t("Upload"),
    },
  };
}

function titleOf(target: MountChoice): string {
  return vscode.l10n.t("Uploading to {0}", labelOf(target));
}

function endSentences(
  { uploaded, skipped, failed, cancelled }: UploadOutcome,
  target: MountChoice,
): string[] {
  const place = labelOf(target);
  const [first] = uploaded;
  const said: string[] = [];
  if (uploaded.length > 1)
    said.push(vscode.l10n.t("{0} files were uploaded to {1}.", uploaded.length, place));
  else if (first !== undefined) said.push(vscode.l10n.t("{0} was uploaded to {1}.", nameOf(first), place));
  else if (skipped.length + failed.length + cancelled.length > 0)
    said.push(vscode.l10n.t("No file was uploaded to {0}.", place));
  else said.push(vscode.l10n.t("What was chosen holds no file, so nothing was uploaded to {0}.", place));
  if (cancelled.length > 0) said.push(vscode.l10n.t("You cancelled: {0} were not sent.", cancelled.length));
  if (skipped.length > 0)
    said.push(vscode.l10n.t("Already there and left as they are: {0}.", skipped.length));
  return said;
}
