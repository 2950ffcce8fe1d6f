// Restore App from Backup: puts the files of a zip into an app, after a plan.

import * as vscode from "vscode";
import type { ContentFile } from "../../../appFiles/backups/operation";
import type { UndoStep } from "../../../appFiles/backups/undoPlan";
import { planUndo, type UndoContext } from "../../../appFiles/transfer/plan/planUndo";
import {
  blockedRow,
  type TransferPlan,
  type TransferRow,
  unlessLost,
} from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import { isSafeEntryName, nameOf, normalizeAppPath, segmentsOf } from "../../../core/paths/appPath";
import { formatBytes, formatCount } from "../../../core/text/format";
import { requireTrust } from "../../../editor/commands/consent";
import { localDisk } from "../../../editor/localDisk";
import type { AppChoice } from "../../../editor/pickApp";
import { withProgress } from "../../../editor/progress";
import { endedBy } from "../../../editor/safeUi/messages";
import { agreeToRisks } from "../ask/confirmLoss";
import { pickPlan } from "../ask/planPicker";
import { backupFolder, chooseOnDisk, rememberBackupFolder } from "../place/localDialogs";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer, type OutcomeOf } from "../run/doTransfer";
import { notifyOutcome, restarting } from "../run/notifyEnd";
import { mostZipBytes } from "./backUpApp";

/** Always asks for the zip and the plan. */
export async function restoreBackup(
  argument: unknown,
  services: TransferServices,
): Promise<OutcomeOf<"restored">> {
  requireTrust();
  await services.accounts.load();
  const app = await services.chooseApp(argument, vscode.l10n.t("Select an app to restore from a backup"));
  await requireAccess(app, { puts: true }, services);
  const zip = await chooseZip(app);
  const zipName = nameOf(zip.path);
  const title = vscode.l10n.t("Comparing {0} with {1}", zipName, app.name);
  const plan = await withProgress(title, async ({ signal, report }) => {
    report(vscode.l10n.t("reading the backup"));
    const contents = await readBackup(zip, zipName);
    signal.throwIfAborted();
    report(vscode.l10n.t("checking the app's files"));
    return await planBackup(contents, { app: services.files.get(app), signal });
  });
  const rows = await choose(app, zipName, plan);
  const { accountId, appId, name: appName } = app;
  const kind = "restore";
  const header = { kind, accountId, appId, appName } as const;
  const { outcome } = await withProgress(vscode.l10n.t("Restoring {0}", appName), (progress) =>
    doTransfer({ header, plan, rows, release: { kind } }, services, progress),
  );
  const { put: restored, ...others } = outcome;
  const count = restored.length;
  const done =
    count === 1
      ? vscode.l10n.t("Restored 1 file in {0} from {1}.", appName, zipName)
      : vscode.l10n.t("Restored {0} files in {1} from {2}.", formatCount(count), appName, zipName);
  const cancelled = (count: string) => vscode.l10n.t("Canceled: {0} not restored.", count);
  const next = count > 0 ? restarting(app, appName) : undefined;
  void notifyOutcome({ ...outcome, left: [] }, { done, cancelled }, { app, next });
  return { ...others, restored };
}

async function chooseZip(app: AppChoice): Promise<vscode.Uri> {
  const defaultUri = await backupFolder();
  const [zip] = await chooseOnDisk({
    title: vscode.l10n.t("Restore {0} from Backup", app.name),
    openLabel: vscode.l10n.t("Show Plan"),
    filters: { Zip: ["zip"] },
    ...(defaultUri && { defaultUri }),
  });
  rememberBackupFolder(vscode.Uri.joinPath(zip, ".."));
  return zip;
}

async function readBackup(zip: vscode.Uri, name: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = localDisk(vscode.Uri.joinPath(zip, ".."));
  const stat = await folder.tryStat(name);
  const isSmall = stat !== undefined && stat.sizeBytes <= mostZipBytes;
  const { contentsOfArchive } = await import("../../../core/archive/readArchive");
  const contents = isSmall ? await contentsOfArchive(await folder.read(name), mostZipBytes) : undefined;
  if (contents && contents.size > 0) return contents;
  throw new Error(
    contents
      ? vscode.l10n.t("{0} contains no files. Nothing was changed.", name)
      : vscode.l10n.t(
          "{0} is damaged, isn't a zip file, or contains more than {1}. Nothing was changed.",
          name,
          formatBytes(mostZipBytes),
        ),
  );
}

async function choose(app: AppChoice, zipName: string, plan: TransferPlan): Promise<readonly TransferRow[]> {
  if (plan.rows.length === 0) {
    throw endedBy(vscode.l10n.t("Every file in {1} is already the same in {0}.", app.name, zipName));
  }
  const rows = await pickPlan(app, plan, {
    voice: "push",
    title: vscode.l10n.t("Restore {0} → {1}", zipName, app.name),
    notes: [vscode.l10n.t("Selected files replace the app's. Files that aren't in the backup stay.")],
    agree: agreeToRisks,
  });
  if (rows.length === 0) throw new CancelledError();
  return rows;
}

/** Keeps files that only the app has. Names that lead out of the app are blocked rows. */
export async function planBackup(
  contents: ReadonlyMap<string, Uint8Array>,
  { app, signal }: Pick<UndoContext, "app" | "signal">,
): Promise<TransferPlan> {
  const steps: UndoStep[] = [];
  const unsafe: TransferRow[] = [];
  for (const [name, bytes] of contents) {
    const path = normalizeAppPath(name);
    if (!segmentsOf(name).every(isSafeEntryName)) {
      const reason = { kind: "localName", name, problem: "unsafe" } as const;
      unsafe.push(blockedRow("toApp", { path, localPath: "" }, reason));
      continue;
    }
    const hash = await app.hash(bytes);
    const wanted = { kind: "content", hash, file: name, sizeBytes: bytes.byteLength } as const;
    steps.push({ side: "app", path, wanted, expects: { absent: true, hashes: [], versions: [] } });
  }
  const byName = new Map(contents);
  const readContent = async ({ file }: ContentFile) => byName.get(file);
  const plan = await planUndo({ steps, cannot: [] }, { app, folder: undefined, readContent, signal });
  return {
    ...plan,
    rows: [...plan.rows.map(replacing), ...unsafe].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** A restore replaces newer files, as long as they are the plan's. */
function replacing(row: TransferRow): TransferRow {
  const { kind, base, reason, ...others } = row;
  if (kind === "changedOnBoth") return unlessLost({ ...others, kind: "changed", isChosen: true });
  return kind === "added" ? { ...others, kind, isChosen: true } : row;
}
