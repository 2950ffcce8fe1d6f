// Back Up App: downloads all files of an app into one dated zip, which is read again at the end.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { AppFiles } from "../../../appFiles/appFiles";
import type { OperationLog } from "../../../appFiles/backups/operation";
import { planIntoZip } from "../../../appFiles/transfer/plan/planDownload";
import { isPossible, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { mostFiles } from "../../../core/archive/zipWriter";
import { CancelledError } from "../../../core/errors/cancelledError";
import { field } from "../../../core/parse";
import { nameOf } from "../../../core/paths/appPath";
import { isRepositoryHead, isRepositoryName } from "../../../core/paths/localNames";
import { formatBytes, formatCount } from "../../../core/text/format";
import { datedName } from "../../../core/text/inertText";
import { appOfArgument, appsOfSelection, readArgument } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { localDisk } from "../../../editor/localDisk";
import type { AppChoice } from "../../../editor/pickApp";
import { type Progress, withProgress } from "../../../editor/progress";
import { showSaveDialog } from "../../../editor/safeUi/dialogs";
import { confirm } from "../../../editor/safeUi/questions";
import { filesText } from "../ask/confirmLoss";
import type { LeftFile } from "../ask/problemText";
import { backupFolder, chooseOnDisk, parseAddress, rememberBackupFolder } from "../place/localDialogs";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { zipFolder } from "../place/zipFolder";
import { doTransfer } from "../run/doTransfer";
import { notifyEnd, revealing } from "../run/notifyEnd";
import { listChosen } from "./download";

interface BackupOutcome {
  readonly zip: string;
  readonly files: number;
  readonly failed: readonly LeftFile[];
  /** Path of a Git repository in the zip: git runs what it configures once it is extracted. */
  readonly repository?: string;
}

/** Reading the zip again holds it in memory. */
export const mostZipBytes = 500 * 1024 * 1024;
const nothing = async (): Promise<void> => undefined;
/** A new zip, and no change of the app. */
const nothingToUndo: OperationLog = { id: "backup", will: async () => "", did: nothing, end: nothing };

/** For { accountId, appId, target: URI of the zip }, asks only for consent. */
export async function backUpApp(
  argument: unknown,
  more: unknown,
  services: TransferServices,
): Promise<readonly BackupOutcome[]> {
  requireTrust();
  const { chooseApp } = services;
  const title = vscode.l10n.t("Select an app to back up");
  const selected = appsOfSelection(more);
  const keys: readonly unknown[] = selected.length > 0 ? selected : [argument];
  const apps: AppChoice[] = [];
  for (const key of keys) {
    const app = await chooseApp(key, title);
    await requireAccess(app, { reads: true }, services);
    apps.push(app);
  }
  const places = await placesFor(apps, argument, services);
  const done: BackupOutcome[] = [];
  try {
    for (const place of places) done.push(await backUp(place, services));
  } finally {
    // Reports complete backups even when a later one failed or was canceled.
    if (done.length > 0) void notifyBackedUp(apps.slice(0, done.length), done, places[0]?.zip);
  }
  return done;
}

interface BackupPlace {
  readonly app: AppChoice;
  readonly zip: vscode.Uri;
  /** The user knows of an existing file. */
  readonly mayReplace: boolean;
}

async function agreeToZip(app: AppChoice, zip: vscode.Uri, accounts: Accounts): Promise<boolean> {
  const replaces = (await statOf(zip)) !== undefined;
  await confirm(
    vscode.l10n.t("Back up {0}?", app.name),
    [
      vscode.l10n.t(
        "All files of {0} in the account {1}",
        app.name,
        accounts.get(app.accountId)?.label ?? app.accountId,
      ),
      vscode.l10n.t("Into {0}", zip.fsPath),
      ...(replaces ? [vscode.l10n.t("This replaces the existing file.")] : []),
    ],
    replaces ? vscode.l10n.t("Replace") : vscode.l10n.t("Back Up"),
  );
  return replaces;
}

async function statOf(zip: vscode.Uri) {
  return await localDisk(vscode.Uri.joinPath(zip, "..")).tryStat(nameOf(zip.path));
}

async function placesFor(
  apps: readonly AppChoice[],
  argument: unknown,
  { clock, accounts }: TransferServices,
): Promise<BackupPlace[]> {
  const [first] = apps;
  if (!first) throw new CancelledError();
  const { target } = readArgument({ target: field.text }, argument);
  if (target !== undefined && appOfArgument(argument)) {
    const zip = parseAddress(target, vscode.l10n.t("{0} isn't a file URI. Nothing was written.", target));
    return [
      { app: first, zip, mayReplace: isPreapproved(argument) || (await agreeToZip(first, zip, accounts)) },
    ];
  }
  const defaultUri = await backupFolder();
  if (apps.length === 1) {
    const zip = await showSaveDialog({
      title: vscode.l10n.t("Back Up {0}", first.name),
      saveLabel: vscode.l10n.t("Back Up"),
      filters: { Zip: ["zip"] },
      ...(defaultUri && { defaultUri: vscode.Uri.joinPath(defaultUri, zipName(first.name, clock.now())) }),
    });
    if (!zip) throw new CancelledError();
    rememberBackupFolder(vscode.Uri.joinPath(zip, ".."));
    // The dialog asks before it replaces a file.
    return [{ app: first, zip, mayReplace: true }];
  }
  const [folder] = await chooseOnDisk({
    ...{ canSelectFiles: false, canSelectFolders: true },
    title: vscode.l10n.t("Select a folder for the backups of {0} apps", apps.length),
    openLabel: vscode.l10n.t("Back Up Here"),
    ...(defaultUri && { defaultUri }),
  });
  rememberBackupFolder(folder);
  return await freePlaces(apps, folder, clock.now());
}

/** Apps may share a name, and a backup of the same day may exist: nothing is overwritten. */
async function freePlaces(
  apps: readonly AppChoice[],
  folder: vscode.Uri,
  now: number,
): Promise<BackupPlace[]> {
  const disk = localDisk(folder);
  const taken = new Set<string>();
  const places: BackupPlace[] = [];
  for (const app of apps) {
    let name = zipName(app.name, now);
    for (let number = 2; taken.has(name.toLowerCase()) || (await disk.tryStat(name)); number++)
      name = zipName(`${app.name} (${number})`, now);
    taken.add(name.toLowerCase());
    places.push({ app, zip: vscode.Uri.joinPath(folder, name), mayReplace: false });
  }
  return places;
}

function zipName(appName: string, now: number): string {
  return `${datedName(appName, new Date(now))}.zip`;
}

async function backUp(
  { app: { accountId, appId, name: appName }, zip, mayReplace }: BackupPlace,
  services: TransferServices,
): Promise<BackupOutcome> {
  return await withProgress(vscode.l10n.t("Backing up {0}", appName), async (progress) => {
    const { signal, report } = progress;
    const rows = await rowsOf(services.files.get({ accountId, appId }), progress);
    const folder = localDisk(vscode.Uri.joinPath(zip, ".."));
    const name = nameOf(zip.path);
    const file = await folder.open(name, { isPrivate: true });
    const full = new AbortController();
    const append = (part: Uint8Array): Promise<void> =>
      file.append(part).catch((error: unknown) => {
        full.abort(error);
        throw error;
      });
    const into = zipFolder(append, services.clock.now(), signal);
    try {
      const { outcome } = await doTransfer(
        {
          header: { kind: "download", accountId, appId, appName },
          ...{ plan: { rows }, rows: rows.filter(isPossible), folder: into, log: nothingToUndo },
        },
        services,
        // A full disk stops the downloads.
        { ...progress, signal: AbortSignal.any([signal, full.signal]) },
      );
      signal.throwIfAborted();
      await into.end();
      if (outcome.cancelled.length > 0) throw new CancelledError();
      // Files may have grown since they were listed.
      requireRoom([...into.sizes.values()]);
      const failed = [...outcome.failed].sort((a, b) => (a.path < b.path ? -1 : 1));
      const [first] = failed;
      if (first && into.sizes.size === 0)
        throw new Error(
          vscode.l10n.t("Couldn't read any of the app's files. Nothing was written. {0}", first.reason),
        );
      if (!mayReplace && (await statOf(zip)))
        throw new Error(vscode.l10n.t("{0} was created in the meantime. Nothing was written.", zip.fsPath));
      signal.throwIfAborted();
      await file.commit();
      report(vscode.l10n.t("checking"));
      await requireWhole(await folder.read(name), into.sizes);
      const repository = [...into.sizes.keys()].map(repositoryOf).find(Boolean);
      return { zip: zip.toString(), files: into.sizes.size, failed, ...(repository ? { repository } : {}) };
    } finally {
      into.dispose();
      await file.abort();
    }
  });
}

async function rowsOf(app: AppFiles, progress: Progress): Promise<readonly TransferRow[]> {
  const everything = [{ path: "/", localName: "" }];
  const selection = await listChosen(app, everything, progress, { withRepositories: true });
  requireRoom(selection.files.map(({ entry }) => entry.sizeBytes ?? 0));
  return planIntoZip(selection);
}

/** Throws when files of these sizes, in bytes, are too many or too large for a backup. */
function requireRoom(sizes: readonly number[]): void {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > mostZipBytes)
    throw new Error(
      vscode.l10n.t(
        "The app's files ({0}) exceed the backup limit of {1}. Nothing was written. Use Download from App instead.",
        formatBytes(total),
        formatBytes(mostZipBytes),
      ),
    );
  if (sizes.length > mostFiles)
    throw new Error(
      vscode.l10n.t(
        "The app has {0} files, and a zip can hold {1}. Nothing was written. Use Download from App instead.",
        formatCount(sizes.length),
        formatCount(mostFiles),
      ),
    );
}

function repositoryOf(path: string): string | undefined {
  const names = path.split("/");
  const index = names.findIndex(isRepositoryName);
  if (index >= 0) return names.slice(0, index + 1).join("/");
  return isRepositoryHead(names.at(-1) ?? "") ? path : undefined;
}

/** Throws unless the stored zip holds every file with its size. */
async function requireWhole(zip: Uint8Array, sizes: ReadonlyMap<string, number>): Promise<void> {
  const { filesInArchive } = await import("../../../core/archive/readArchive");
  const found = await filesInArchive(zip);
  if (found?.size === sizes.size && [...sizes].every(([path, size]) => found.get(path) === size)) return;
  throw new Error(
    vscode.l10n.t("Couldn't read the backup again after it was written. Try another location."),
  );
}

async function notifyBackedUp(
  apps: readonly AppChoice[],
  done: readonly BackupOutcome[],
  zip: vscode.Uri | undefined,
): Promise<void> {
  const [first] = apps;
  const files = done.reduce((sum, each) => sum + each.files, 0);
  const name = nameOf(zip?.path ?? "");
  const hasRepository = done.some(({ repository }) => repository !== undefined);
  await notifyEnd({
    said: [
      apps.length === 1
        ? files === 1
          ? vscode.l10n.t("Backed up 1 file from {0} to {1}.", first?.name ?? "", name)
          : vscode.l10n.t("Backed up {0} files from {1} to {2}.", files, first?.name ?? "", name)
        : vscode.l10n.t("Backed up {0} apps with {1}.", apps.length, filesText(files)),
      ...done.flatMap(({ repository }) =>
        repository === undefined
          ? []
          : vscode.l10n.t(
              "The zip contains the app's Git repository ({0}), whose settings can run programs. Extract it only if you trust everyone who can write to the app.",
              repository,
            ),
      ),
    ],
    failed: done.flatMap(({ failed }) => failed),
    next:
      revealing(zip, vscode.l10n.t("Show in Folder")) ??
      // VS Code cuts notices without a button after the first line.
      (hasRepository ? { button: vscode.l10n.t("OK"), run: async () => undefined } : undefined),
  });
}
