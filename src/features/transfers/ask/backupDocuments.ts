// Overwritten and deleted files, and files of releases, as read-only documents.
import * as vscode from "vscode";
import type { BackupFile } from "../../../appFiles/backups/operation";
import { nameOf } from "../../../core/paths/appPath";
import { ageText } from "../../../editor/ageText";
import { showDiff } from "../../../editor/safeUi/dialogs";
import type { TransferServices } from "../place/transferServices";
import { backupScheme } from "./backupScheme";
import { comparableUri } from "./showDifference";

const shown = new Map<string, BackupFile>();
const texts = new Map<string, string>();

const ofRelease = "release";

/** The address of a document that shows a text of ours. */
export function textDocument(path: string, text: string): vscode.Uri {
  texts.set(path, text);
  return vscode.Uri.from({ scheme: backupScheme, path });
}

export async function backupText(
  { path, query }: vscode.Uri,
  { backups, releases }: TransferServices,
): Promise<string> {
  const text = query === "" ? texts.get(path) : undefined;
  if (text !== undefined) return text;
  const [kind, accountId = "", hash = ""] = query.split(" ");
  const file = shown.get(query);
  const bytes =
    kind === ofRelease
      ? await releases.content({ accountId }, hash)
      : file && (await backups.readContent(file));
  return bytes
    ? new TextDecoder().decode(bytes)
    : kind === ofRelease
      ? vscode.l10n.t(
          "This content isn't kept on this machine. Files that may contain secrets and old releases aren't.",
        )
      : vscode.l10n.t("This content is no longer available. It may still be in the Undo or Restore list.");
}

/** The address of a content of a release. */
export function releaseUri(accountId: string, path: string, hash: string): vscode.Uri {
  return vscode.Uri.from({ scheme: backupScheme, path, query: `${ofRelease} ${accountId} ${hash}` });
}

/** The lost content on the left and the app's file on the right, or alone where the app has no such file. */
export async function showBackup(
  file: BackupFile,
  { accounts, files, clock }: TransferServices,
): Promise<void> {
  const { id, path, accountId, appId, lostAt } = file;
  shown.set(id, file);
  const uri = vscode.Uri.from({ scheme: backupScheme, path, query: id });
  const account = accounts.get(accountId);
  const entry = account && (await files.get({ accountId, appId }).find(path, { maxAgeMs: 0 }));
  const appName = account?.apps.find(appId)?.name ?? appId;
  const title = vscode.l10n.t("{0} ({1} ↔ {2})", ...[nameOf(path), ageText(clock.now() - lostAt), appName]);
  const inApp = entry?.type === "file" ? comparableUri({ accountId, appId, path }) : undefined;
  await showDiff([uri, inApp], title);
}
