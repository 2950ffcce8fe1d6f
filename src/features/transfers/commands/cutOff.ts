// Operations that a closed window interrupted: reports each, and offers to finish or undo it.
import * as vscode from "vscode";
import type { Operation } from "../../../appFiles/backups/operation";
import type { CannotBackUp } from "../../../appFiles/change/change";
import { canBeFinished, copiesMade, finishCopy, finishRemoval } from "../../../appFiles/finishCutOff";
import type { CopyDialog } from "../../../appFiles/moves";
import { type FileProblem, isFileProblem } from "../../../core/errors/fileProblem";
import { nameOf } from "../../../core/paths/appPath";
import { parseAppUri } from "../../../editor/appUris";
import { requireTrust } from "../../../editor/commands/consent";
import { withProgress } from "../../../editor/progress";
import { failureTitles } from "../../../editor/safeUi/failureTitles";
import { notify, showWarningMessage } from "../../../editor/safeUi/messages";
import { someNames } from "../../../editor/safeUi/someNames";
import { orShowError } from "../../../editor/showError";
import { operationTitleWithSize } from "../ask/operationText";
import { errorSentence } from "../ask/problemText";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { wordsFor } from "../run/doTransfer";
import { offering, restarting } from "../run/notifyEnd";
import { pull } from "./pull";
import { push } from "./push";
import { rollBack } from "./rollBack";
import { undo } from "./undoOrRestore";

/** The user agreed before the window closed. */
const dialog: CopyDialog = {
  confirm: async () => true,
  withProgress: async ({ from, isMove }, work) =>
    await withProgress(
      isMove ? vscode.l10n.t("Renaming {0}", nameOf(from)) : vscode.l10n.t("Copying {0}", nameOf(from)),
      ({ signal, report }) =>
        work({
          signal,
          report: ({ files, of, path }) => report(`${files + 1}/${of} ${nameOf(path)}`, files / of),
        }),
    ),
};

/** Reports each once, in one window of the machine. */
export async function notifyCutOff(
  cutOff: readonly Operation[],
  { onlyOfThisWindow }: { readonly onlyOfThisWindow: boolean },
  services: TransferServices,
): Promise<void> {
  for (const operation of cutOff) {
    if (onlyOfThisWindow && !isOfThisWindow(operation)) continue;
    if (await services.backups.claim(operation.id)) void orShowError(() => askHowToEnd(operation, services));
  }
}

function isOfThisWindow({ header: { accountId, appId, title } }: Operation): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.some(({ uri }) => {
    const inside = parseAppUri(uri);
    return inside
      ? inside.accountId === accountId && inside.appId === appId
      : uri.toString() === title?.folder;
  });
}

async function askHowToEnd(operation: Operation, services: TransferServices): Promise<void> {
  const { id, changes } = operation;
  const { accountId, appId, kind, title } = operation.header;
  const goOn = vscode.l10n.t("Compare and Continue");
  const undoButton = vscode.l10n.t("Undo");
  const finish = vscode.l10n.t("Finish");
  const canGoOn = /^(push|pull|rollback)$/.test(kind);
  const buttons = [
    ...(canGoOn ? [goOn] : []),
    ...(canBeFinished(operation) ? [finish] : []),
    ...(changes.length > 0 ? [undoButton] : []),
  ];
  // Without a button nothing was begun, so there is nothing to say.
  const answer = buttons.length > 0 ? await showWarningMessage(sentence(operation), ...buttons) : undefined;
  if (answer === finish) return await orShowError(() => finishOperation(operation, services), couldNotFinish);
  await (await services.backups.reopen(id))?.end("cancelled");
  if (answer === undoButton)
    return await orShowError(() => undo({ operationId: id }, services), failureTitles["files.undo"]);
  if (answer !== goOn) return;
  const folder = title?.folder;
  const argument = { accountId, appId, confirm: false, ...(folder !== undefined && { folder }) };
  if (kind === "pull") return await orShowError(() => pull(argument, services), failureTitles["deploy.pull"]);
  let sent = 0;
  const rest = async (): Promise<void> => {
    if (kind === "push")
      for (const each of [await push(argument, services)].flat())
        sent += "error" in each ? 0 : each.uploaded.length + each.deleted.length;
    else {
      const { restored, removed } = await rollBack({ accountId, appId, release: title?.release }, services);
      sent = restored.length + removed.length;
    }
  };
  await orShowError(rest, failureTitles[kind === "push" ? "deploy.push" : "release.rollBack"]);
  // The window may have closed between the last file and the restart.
  if (sent > 0 || changes.every(({ end }) => end !== "done")) return;
  const { appName = appId } = operation.header;
  const text = vscode.l10n.t("{0} may still run its earlier files.", appName);
  // No release was recorded, so that none is watched to land.
  void notify("information", text, offering([restarting(operation.header, appName)]));
}

const couldNotFinish = (app: string): string => vscode.l10n.t("Couldn't finish this operation in {0}.", app);

function changesText(count: number): string {
  return count === 1 ? vscode.l10n.t("1 change") : vscode.l10n.t("{0} changes", count);
}

function sentence(operation: Operation): string {
  const { l10n } = vscode;
  const { kind, appId, appName: app = appId, title } = operation.header;
  const { folder: address = "", from = "", to = "", count = 0 } = title ?? {};
  const folder = nameOf(vscode.Uri.parse(address).path);
  if (kind === "push")
    return l10n.t(
      "The window was closed while {0} was being pushed to {1} ({2}). Some of them may not have been pushed. Compare to see which.",
      ...[folder, app, changesText(count)],
    );
  if (kind === "pull")
    return l10n.t(
      "The window was closed while {0} was being pulled into {1} ({2}). Some of them may be missing. Compare to see which.",
      ...[app, folder, changesText(count)],
    );
  if (kind === "rollback")
    return l10n.t(
      "The window was closed while {0} was being rolled back to release {1} ({2}). Some files may not have been rolled back. Compare to see which.",
      ...[app, title?.release ?? 0, changesText(count)],
    );
  const name = operationTitleWithSize(operation);
  if (!canBeFinished(operation))
    return l10n.t(
      'The window was closed during "{0}". Completed changes were kept. Nothing else was changed.',
      name,
    );
  if (kind === "delete")
    return l10n.t(
      'The window was closed during "{0}". Finish deletes the remaining files. Undo restores the deleted ones.',
      name,
    );
  const begun = operation.changes.filter(({ what }) => what === "put").length;
  const copied = [from.slice(1), to.slice(1), app, begun, count];
  return kind === "move"
    ? l10n.t(
        "The window was closed while {0} was being moved to {1} in {2} (started: {3} of {4} files). Finish copies the remaining files and removes the original. Undo removes the copies.",
        ...copied,
      )
    : l10n.t(
        "The window was closed while {0} was being copied to {1} in {2} (started: {3} of {4} files). Finish copies the remaining files. Undo removes the copies.",
        ...copied,
      );
}

/** Continues the operation's journal, so that it is undone as one. Rejects when something is in the way. */
export async function finishOperation(operation: Operation, services: TransferServices): Promise<void> {
  requireTrust();
  const { accountId, appId, kind } = operation.header;
  await services.accounts.load();
  const changes = { puts: kind !== "delete", removes: kind !== "copy" };
  await requireAccess({ accountId, appId }, changes, services);
  const app = services.files.get({ accountId, appId });
  // A service that cannot be reached must not end the journal: Try Again needs it.
  await app.list("/", { maxAgeMs: 0 });
  const log = await services.backups.reopen(operation.id);
  if (!log)
    throw new Error(
      vscode.l10n.t("This operation can no longer be finished. Its files are kept for one day."),
    );
  try {
    if (kind === "delete") await finishRemoval(app, operation, log);
    else await finishCopy(app, operation, { log, dialog });
  } catch (error) {
    throw isFileProblem(error) ? new Error(problemSentence(error, operation), { cause: error }) : error;
  }
}

function problemSentence(problem: FileProblem, operation: Operation): string {
  const { kind, path } = problem;
  const { appId, appName = appId, title } = operation.header;
  if (kind === "notFound")
    return vscode.l10n.t(
      "Couldn't finish: {0} is no longer in {1}. Copied to {2}: {3} of {4} files. If it was renamed, copy the rest from there.",
      ...[path.slice(1), appName, title?.to?.slice(1) ?? "", copiesMade(operation), title?.count ?? 0],
    );
  if (kind === "cannotBackUp")
    return vscode.l10n.t(
      "Couldn't finish: {0}. These files weren't deleted, because they couldn't be restored afterward. Delete them yourself if you don't need them.",
      someNames((problem as CannotBackUp).files.map((file) => file.path.slice(1))),
    );
  const sentence = errorSentence(wordsFor(operation.header)(problem, path));
  return vscode.l10n.t("Couldn't finish with {0}. {1}", path.slice(1), sentence);
}
