// Upload: local files and folders into a folder of an app.

import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { type LocalTree, readLocalTree } from "../../../appFiles/transfer/plan/localTree";
import { planUpload } from "../../../appFiles/transfer/plan/planUpload";
import { isPossible, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { serviceLimits } from "../../../appFiles/transfer/runProgress";
import { CancelledError } from "../../../core/errors/cancelledError";
import { undefinedIf } from "../../../core/errors/errorCode";
import { isServiceError } from "../../../core/errors/serviceError";
import { field } from "../../../core/parse";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import { formatCount, formatDuration } from "../../../core/text/format";
import { roughSeconds } from "../../../core/transfers/remainingTime";
import { type AppLocation, appUri } from "../../../editor/appUris";
import { chooseMount, labelOf, type MountChoice } from "../../../editor/commands/chooseMount";
import { readArgument } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { toFileSystemError } from "../../../editor/fileErrors";
import { localDisk } from "../../../editor/localDisk";
import { type Progress, withProgress } from "../../../editor/progress";
import { filesOfQuestion } from "../../../editor/project/agreements";
import { choose } from "../../../editor/safeUi/inputs";
import { confirm, mostMustShow } from "../../../editor/safeUi/questions";
import { askAboutExisting, type ExistingChoice, existingLine } from "../ask/askAboutExisting";
import { agreeToRisks } from "../ask/confirmLoss";
import { errorSentence } from "../ask/problemText";
import { appLines } from "../place/chooseTarget";
import { chooseOnDisk, dialogStart, parseAddress, rememberFolder } from "../place/localDialogs";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer, failedRows, type OutcomeOf, type TransferOutcome } from "../run/doTransfer";
import { copiedWords, type EndWords, notifyOutcome } from "../run/notifyEnd";

type UploadOutcome = OutcomeOf<"uploaded" | "skipped">;

interface Decisions {
  readonly existing: ExistingChoice;
  /** False: what only the user can decide is left and named. */
  readonly mayAsk: boolean;
}

const asking: Decisions = { existing: "ask", mayAsk: true };

/** Longer uploads are asked about. */
const longMs = 20_000;

/**
 * For a Uri of the app, an app or nothing, asks for the files. For { accountId, appId, path?, sources: URIs,
 * overwrite? }, asks only for consent.
 */
export async function upload(argument: unknown, services: TransferServices): Promise<UploadOutcome> {
  requireTrust();
  await services.accounts.load();
  const given = givenSources(argument);
  const choice = await chooseMount(argument, vscode.l10n.t("Select an app to upload to"), services.chooseApp);
  const account = await requireAccess(choice, { puts: true }, services);
  const target = await folderAt(choice, services);
  const sources = (given?.sources ?? (await askForSources(target))).map((uri) => ({
    uri,
    folder: localDisk(vscode.Uri.joinPath(uri, "..")),
    name: nameOf(uri.path),
  }));
  const addresses = ({ files }: LocalTree): string[] =>
    files.flatMap(({ path, folder }) => {
      const source = sources.find((each) => each.folder === folder);
      const inside = path.split("/").slice(1);
      return source
        ? [(inside.length > 0 ? vscode.Uri.joinPath(source.uri, ...inside) : source.uri).fsPath]
        : [];
    });
  // Only the files of the question are sent, none that were added to a folder later.
  const readTree = async ({ signal, report }: Progress): Promise<Tree> => {
    report(vscode.l10n.t("reading the selected files"));
    const tree = await readLocalTree(sources, signal);
    const files = addresses(tree);
    if (!given) await askAboutSecrets(files, target, account);
    else if (given.mayAsk && files.length + tree.emptyFolders.length > 0)
      await askToSend(files, given.existing, target, account);
    return tree;
  };
  return await uploadTree(readTree, target, given ?? asking, services);
}

/** A push excludes such files; here the user selected them or their folder. */
async function askAboutSecrets(
  files: readonly string[],
  target: MountChoice,
  account: Account,
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

function placeLines(target: MountChoice, account: Account): string[] {
  const [app = "", ...team] = appLines({ ...target, account });
  return [app, ...(target.path === "/" ? [] : [vscode.l10n.t("Into {0}", target.path)]), ...team];
}

type Tree = Parameters<typeof planUpload>[0];

/** One progress from start to end: VS Code would hide the last notice after several in a row. */
async function uploadTree(
  readTree: (progress: Progress) => Promise<Tree>,
  target: MountChoice,
  { existing, mayAsk }: Decisions,
  services: TransferServices,
): Promise<UploadOutcome> {
  const { accountId, appId, appName } = target;
  const label = labelOf(target);
  const { outcome, ends } = await withProgress(vscode.l10n.t("Uploading to {0}", label), async (progress) => {
    const tree = await readTree(progress);
    progress.report(vscode.l10n.t("checking the app's files"));
    const plan = await listing(target, () =>
      planUpload(tree, target.path, services.files.get(target), progress.signal),
    );
    const wanted = new Set(await askAboutExisting(questionOf(plan.rows, label), existing));
    if (mayAsk) await agreeToRisks([...wanted]);
    const header = { kind: "upload", accountId, appId, appName, title: { to: target.path } } as const;
    const rows = [...wanted].filter(({ isChosen }) => mayAsk || isChosen);
    const hasFailed = (row: TransferRow): boolean => wanted.has(row) || !isPossible(row);
    const folders = plan.folders.map((path) => ({ path, make: () => makeFolder({ ...target, path }) }));
    return await doTransfer({ header, plan, rows, hasFailed, folders }, services, progress);
  });
  const files = failedRows(ends).flatMap(({ local }) => local ?? []);
  const again = async (): Promise<Tree> => ({ files, emptyFolders: [], failed: [] });
  const run = () => uploadTree(again, target, asking, services);
  void notifyOutcome(outcome, endWords(outcome, label), {
    retry: files.length > 0 ? { run, command: "files.upload" } : undefined,
  });
  const { put: uploaded, left, ...others } = outcome;
  return { ...others, left, uploaded, skipped: left.map(({ path }) => path) };
}

/** An existing folder is fine. */
async function makeFolder(place: AppLocation): Promise<void> {
  await vscode.workspace.fs.createDirectory(appUri(place)).then(undefined, undefinedIf("FileExists"));
}

interface GivenSources extends Decisions {
  readonly sources: readonly vscode.Uri[];
}

async function askToSend(
  files: readonly string[],
  existing: ExistingChoice,
  target: MountChoice,
  account: Account,
): Promise<void> {
  await confirm(
    files.length === 1
      ? vscode.l10n.t("Upload to {0}?", labelOf(target))
      : vscode.l10n.t("Upload {0} files to {1}?", formatCount(files.length), labelOf(target)),
    [filesOfQuestion(files), ...placeLines(target, account), existingLine(existing)],
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
    mayAsk: !isPreapproved(argument),
  };
}

/** For a file, the folder that holds it. */
async function folderAt(choice: MountChoice, services: TransferServices): Promise<MountChoice> {
  if (choice.path === "/") return choice;
  const { entries } = await listing(choice, async () => {
    try {
      return await services.files.get(choice).list(parentOf(choice.path));
    } catch (error) {
      // The first upload creates the folder.
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
  const chosen = await chooseOnDisk({
    ...kinds,
    canSelectMany: true,
    title: vscode.l10n.t("Upload to {0}", labelOf(target)),
    openLabel: vscode.l10n.t("Upload"),
    ...dialogStart(),
  });
  rememberFolder(vscode.Uri.joinPath(chosen[0], ".."));
  return chosen;
}

/** Dialogs of Windows and Linux show either files or folders. */
async function askForKinds(): Promise<Pick<vscode.OpenDialogOptions, "canSelectFiles" | "canSelectFolders">> {
  const isNative = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  if (!isNative || globalThis.process?.platform === "darwin")
    return { canSelectFiles: true, canSelectFolders: true };
  const { areFiles } = await choose(
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
  return { canSelectFiles: areFiles, canSelectFolders: !areFiles };
}

function questionOf(rows: readonly TransferRow[], place: string) {
  const files = rows.filter(isPossible).length;
  const estimatedMs = Math.max(0, files - 1) * serviceLimits.uploadEveryMs;
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

function endWords(outcome: TransferOutcome, place: string): EndWords {
  const [first = "", ...more] = outcome.put;
  return copiedWords(outcome, {
    one: vscode.l10n.t("Uploaded {0} to {1}.", nameOf(first), place),
    many: vscode.l10n.t("Uploaded {0} files to {1}.", more.length + 1, place),
    none: vscode.l10n.t("No files were uploaded to {0}.", place),
    nothing: vscode.l10n.t("The selection contains no files. Nothing was uploaded to {0}.", place),
    cancelled: (count) => vscode.l10n.t("Canceled: {0} not uploaded.", count),
  });
}
