// Upload: files and folders of this machine into a folder of an app.

import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { type LocalTree, readLocalTree } from "../../../appFiles/transfer/plan/localTree";
import { planUpload } from "../../../appFiles/transfer/plan/planUpload";
import { isPossible, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { servicePace } from "../../../appFiles/transfer/runProgress";
import { CancelledError } from "../../../core/errors/cancelledError";
import { isServiceError } from "../../../core/errors/serviceError";
import { field } from "../../../core/outside/reading";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import { formatCount, formatDuration } from "../../../core/text/format";
import { roughSeconds } from "../../../core/transfers/remainingTime";
import { appUri } from "../../../editor/appUris";
import { chooseMount, labelOf, type MountChoice } from "../../../editor/commands/chooseMount";
import { readArgument } from "../../../editor/commands/commandArguments";
import { mayGoUnasked, requireTrust } from "../../../editor/commands/consent";
import { toFileSystemError } from "../../../editor/fileErrors";
import { localDisk } from "../../../editor/localDisk";
import { type Progress, withProgress } from "../../../editor/progress";
import { filesOfQuestion, teamLines } from "../../../editor/project/agreements";
import { showOpenDialog } from "../../../editor/shown/dialogs";
import { showQuickPick } from "../../../editor/shown/inputs";
import { confirm, mostMustShow } from "../../../editor/shown/questions";
import { askAboutExisting, type ExistingChoice } from "../ask/askAboutExisting";
import { agreeToRisks } from "../ask/confirmLoss";
import { leftRow } from "../ask/planText";
import { errorSentence, failedRow, type LeftFile } from "../ask/problemText";
import { dialogStart, parseAddress, rememberFolder } from "../place/localDialogs";
import { requireChangeable } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { donePaths, doTransfer, wordsFor } from "../run/doTransfer";
import { tellEnd } from "../run/tellEnd";
import { undoOperation } from "./undo";

/** What became of each file, by its path in the app. */
export interface UploadOutcome {
  readonly uploaded: readonly string[];
  /** There already, and left as they were. */
  readonly skipped: readonly string[];
  readonly failed: readonly LeftFile[];
  /** Not sent, since the user cancelled. */
  readonly cancelled: readonly string[];
  readonly operationId?: string;
}

/** Who decides about single files. */
interface Decisions {
  readonly existing: ExistingChoice;
  /** Otherwise what only a person can decide is left and named. */
  readonly mayAsk: boolean;
}

const asking: Decisions = { existing: "ask", mayAsk: true };

/** Longer than this is asked about first. */
const longMs = 20_000;

/**
 * Called with a folder's Uri (a file's means its folder), an app, or nothing, it asks for the files. With an object of
 * accountId, appId, perhaps path, and `sources` (addresses as text) it asks only for consent, and replaces files only when
 * `overwrite` is true.
 */
export async function upload(argument: unknown, services: TransferServices): Promise<UploadOutcome> {
  requireTrust();
  await services.accounts.load();
  const given = givenSources(argument);
  const choice = await chooseMount(argument, vscode.l10n.t("Select an app to upload to"), services.chooseApp);
  const account = await requireChangeable(choice, { puts: true }, services);
  const target = await folderAt(choice, services);
  const sources = (given?.sources ?? (await askForSources(target))).map((uri) => ({
    uri,
    folder: localDisk(vscode.Uri.joinPath(uri, "..")),
    name: nameOf(uri.path),
  }));
  const readTree = async ({ signal, report }: Progress): Promise<LocalTree> => {
    report(vscode.l10n.t("reading the selected files"));
    return await readLocalTree(sources, signal);
  };
  const addresses = ({ files }: LocalTree): string[] =>
    files.flatMap(({ path, folder }) => {
      const source = sources.find((each) => each.folder === folder);
      const inside = path.split("/").slice(1);
      return source
        ? [(inside.length > 0 ? vscode.Uri.joinPath(source.uri, ...inside) : source.uri).fsPath]
        : [];
    });
  if (given && !given.mayAsk) return await uploadTree(readTree, target, given, services);
  if (!given) {
    const readChosen = async (progress: Progress): Promise<LocalTree> => {
      const tree = await readTree(progress);
      await askAboutSecrets(addresses(tree), target, account);
      return tree;
    };
    return await uploadTree(readChosen, target, asking, services);
  }
  // Just the files of the question are sent, none that came into a folder since.
  const tree = await withProgress(vscode.l10n.t("Uploading to {0}", labelOf(target)), readTree);
  const files = addresses(tree);
  if (files.length + tree.emptyFolders.length > 0) await askToSend(files, given.existing, target, account);
  return await uploadTree(async () => tree, target, given, services);
}

/** A push leaves such files out; here the user has chosen them, or a folder with them. */
async function askAboutSecrets(
  files: readonly string[],
  target: MountChoice,
  account: Account | undefined,
): Promise<void> {
  const { names, mustShow = 0 } = filesOfQuestion(files);
  if (mustShow === 0) return;
  await confirm(
    vscode.l10n.t("Upload files that may contain secrets to {0}?", labelOf(target)),
    [
      { names: names.slice(0, mustShow), mustShow: Math.min(mustShow, mostMustShow) },
      ...placeLines(target, account),
    ],
    vscode.l10n.t("Upload"),
  );
}

function placeLines(target: MountChoice, account: Account | undefined): string[] {
  return [
    vscode.l10n.t("To {0} in the account {1}", target.appName, account?.label ?? target.accountId),
    ...(target.path === "/" ? [] : [vscode.l10n.t("Into {0}", target.path)]),
    ...teamLines(account?.apps.teamOf(account.apps.find(target.appId))),
  ];
}

/** One notification from the reading to the last file: VS Code hides what comes too soon after others, so the end. */
async function uploadTree(
  readTree: (progress: Progress) => Promise<LocalTree>,
  target: MountChoice,
  { existing, mayAsk }: Decisions,
  services: TransferServices,
): Promise<UploadOutcome> {
  const { accountId, appId, appName } = target;
  const label = labelOf(target);
  const { tree, plan, wanted, left, result, notMade } = await withProgress(
    vscode.l10n.t("Uploading to {0}", label),
    async (progress) => {
      const tree = await readTree(progress);
      progress.report(vscode.l10n.t("checking the app's files"));
      const plan = await listing(target, () =>
        planUpload(tree, target.path, services.files.get(target), progress.signal),
      );
      const wanted = await askAboutExisting(questionOf(plan.rows, label), existing);
      if (mayAsk) await agreeToRisks(wanted);
      const left = wanted.filter(({ isChosen }) => !mayAsk && !isChosen);
      const chosen = wanted.filter((row) => !left.includes(row));
      const header = { kind: "upload", accountId, appId, appName, title: { to: target.path } } as const;
      const transfer = { header, rows: chosen, folder: undefined, memory: undefined, archive: undefined };
      const result = await doTransfer(transfer, services, progress);
      const notMade = progress.signal.aborted ? [] : await makeFolders(plan.folders, target);
      return { tree, plan, wanted, left, result, notMade };
    },
  );
  const meant = new Set(wanted);
  const words = wordsFor(target);
  const { operationId } = result;
  const outcome: UploadOutcome = {
    uploaded: donePaths(result.ends, () => true),
    skipped: plan.rows.filter((row) => isPossible(row) && !meant.has(row)).map(({ path }) => path),
    failed: [
      ...plan.rows.filter((row) => !isPossible(row)).map((row) => failedRow(row, words)),
      ...left.map((row) => leftRow(row, "push")),
      ...result.failed,
      ...notMade,
    ],
    cancelled: result.cancelled,
    ...(operationId === undefined ? {} : { operationId }),
  };
  const again = new Set(result.failed.map(({ path }) => path));
  const files = tree.files.filter((file) =>
    result.ends.some(({ row }) => row.local === file && again.has(row.path)),
  );
  void tellEnd({
    said: endSentences(outcome, label),
    skipped: outcome.skipped.map((path) => ({ path, reason: vscode.l10n.t("already exists") })),
    failed: outcome.failed,
    undo: operationId && outcome.uploaded.length > 0 ? () => undoOperation(operationId, services) : undefined,
    retry:
      files.length > 0
        ? {
            run: () =>
              uploadTree(async () => ({ files, emptyFolders: [], failed: [] }), target, asking, services),
            command: "files.upload",
          }
        : undefined,
  });
  return outcome;
}

/** Those that could not be made. One that is there already is as good as made. */
async function makeFolders(folders: readonly string[], target: MountChoice): Promise<LeftFile[]> {
  const failed: LeftFile[] = [];
  for (const path of folders) {
    try {
      await vscode.workspace.fs.createDirectory(appUri({ ...target, path }));
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === "FileExists") continue;
      failed.push({ path, reason: errorSentence(error) });
    }
  }
  return failed;
}

interface GivenSources extends Decisions {
  readonly sources: readonly vscode.Uri[];
}

async function askToSend(
  files: readonly string[],
  existing: ExistingChoice,
  target: MountChoice,
  account: Account | undefined,
): Promise<void> {
  await confirm(
    files.length === 1
      ? vscode.l10n.t("Upload to {0}?", labelOf(target))
      : vscode.l10n.t("Upload {0} files to {1}?", formatCount(files.length), labelOf(target)),
    [
      filesOfQuestion(files),
      ...placeLines(target, account),
      existing === "replace"
        ? vscode.l10n.t("Existing files will be replaced.")
        : vscode.l10n.t("Existing files will be kept."),
    ],
    vscode.l10n.t("Upload"),
  );
}

function givenSources(argument: unknown): GivenSources | undefined {
  const { sources, overwrite } = readArgument({ sources: field.texts, overwrite: field.consent }, argument);
  if (!sources) return undefined;
  return {
    sources: sources.map((text) =>
      parseAddress(
        text,
        vscode.l10n.t("{0} isn't a file URI, such as file:///home/me/index.html. Nothing was sent.", text),
      ),
    ),
    existing: overwrite ? "replace" : "skip",
    mayAsk: !mayGoUnasked(argument),
  };
}

/** The folder that is meant by the place: itself, or the one that holds the file. */
async function folderAt(choice: MountChoice, services: TransferServices): Promise<MountChoice> {
  if (choice.path === "/") return choice;
  const { entries } = await listing(choice, async () => {
    try {
      return await services.files.get(choice).list(parentOf(choice.path));
    } catch (error) {
      // The first file makes the folder.
      if (isServiceError(error, "notFound")) return { entries: new Map<string, { readonly type: string }>() };
      throw error;
    }
  });
  const isFile = entries.get(nameOf(choice.path))?.type === "file";
  return isFile ? { ...choice, path: parentOf(choice.path) } : choice;
}

async function listing<T>(place: MountChoice, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    const reason = errorSentence(toFileSystemError(error, appUri(place)));
    throw new Error(vscode.l10n.t("Couldn't list the app's files. Nothing was sent. {0}", reason), {
      cause: error,
    });
  }
}

async function askForSources(target: MountChoice): Promise<readonly vscode.Uri[]> {
  const kinds = await askForKinds();
  const chosen = await showOpenDialog({
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
  const picked = await showQuickPick(
    [
      { label: vscode.l10n.t("Files"), iconPath: new vscode.ThemeIcon("files"), areFiles: true },
      {
        label: vscode.l10n.t("Folders and Their Contents"),
        iconPath: new vscode.ThemeIcon("folder"),
        areFiles: false,
      },
    ],
    { title: vscode.l10n.t("Select what to upload") },
  );
  if (!picked) throw new CancelledError();
  return { canSelectFiles: picked.areFiles, canSelectFolders: !picked.areFiles };
}

function questionOf(rows: readonly TransferRow[], place: string) {
  const files = rows.filter(isPossible).length;
  const estimatedMs = Math.max(0, files - 1) * servicePace.uploadEveryMs;
  const duration = formatDuration(roughSeconds(estimatedMs));
  return {
    rows,
    place,
    estimate:
      estimatedMs > longMs
        ? vscode.l10n.t(
            "The service accepts one upload every 3 seconds, so {0} files take about {1}. You can keep working in the meantime.",
            files,
            duration,
          )
        : undefined,
    begin: {
      question: vscode.l10n.t("Upload {0} files to {1}?", files, place),
      button: vscode.l10n.t("Upload"),
    },
  };
}

function endSentences({ uploaded, skipped, failed, cancelled }: UploadOutcome, place: string): string[] {
  const [first] = uploaded;
  const said: string[] = [];
  if (uploaded.length > 1) said.push(vscode.l10n.t("Uploaded {0} files to {1}.", uploaded.length, place));
  else if (first !== undefined) said.push(vscode.l10n.t("Uploaded {0} to {1}.", nameOf(first), place));
  else if (skipped.length + failed.length + cancelled.length > 0)
    said.push(vscode.l10n.t("No files were uploaded to {0}.", place));
  else said.push(vscode.l10n.t("The selection contains no files. Nothing was uploaded to {0}.", place));
  if (cancelled.length > 0)
    said.push(vscode.l10n.t("Canceled: {0} not uploaded.", formatCount(cancelled.length)));
  return said;
}
