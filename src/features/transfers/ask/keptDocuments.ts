// Overwritten and deleted files as read-only documents.
import * as vscode from "vscode";
import type { KeptFile } from "../../../appFiles/backups/operation";
import { nameOf } from "../../../core/paths/appPath";
import { ageText } from "../../../editor/ageText";
import { appUri } from "../../../editor/appUris";
import { showDiff } from "../../../editor/safeUi/dialogs";
import type { TransferServices } from "../place/transferServices";
import { keptScheme } from "./keptScheme";
import { comparable } from "./showDifference";

const shown = new Map<string, KeptFile>();

export async function keptText({ query }: vscode.Uri, { kept }: TransferServices): Promise<string> {
  const file = shown.get(query);
  const bytes = file && (await kept.readContent(file));
  return bytes
    ? new TextDecoder().decode(bytes)
    : vscode.l10n.t("This content is no longer available. It may still be in the Undo or Restore list.");
}

/** The lost content on the left and the app's file on the right, or alone where the app has no such file. */
export async function showKept(file: KeptFile, { accounts, files, clock }: TransferServices): Promise<void> {
  const { id, path, accountId, appId, lostAt } = file;
  shown.set(id, file);
  const uri = vscode.Uri.from({ scheme: keptScheme, path, query: id });
  const options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true };
  const account = accounts.get(accountId);
  const entry = account && (await files.get({ accountId, appId }).find(path, { maxAgeMs: 0 }));
  if (entry?.type !== "file") return void (await vscode.commands.executeCommand("vscode.open", uri, options));
  const appName = account?.apps.find(appId)?.name ?? appId;
  const title = vscode.l10n.t("{0} ({1} ↔ {2})", ...[nameOf(path), ageText(clock.now() - lostAt), appName]);
  await showDiff([uri, comparable(appUri({ accountId, appId, path }), path)], title, options);
}
