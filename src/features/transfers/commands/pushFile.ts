// Push File: the editor's file or the selected ones, without a plan where nothing can be lost.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { field } from "../../../core/parse";
import { nameOf } from "../../../core/paths/appPath";
import { uri as address, readArgument, selectedUris } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { requirePermission } from "../../../editor/commands/requirePermission";
import { withProgress } from "../../../editor/progress";
import { filesOfQuestion } from "../../../editor/project/agreements";
import { endedBy, showStatusMessage } from "../../../editor/safeUi/messages";
import { ask, confirm, type NameList } from "../../../editor/safeUi/questions";
import { askPlan } from "../ask/askPlan";
import type { LeftFile } from "../ask/problemText";
import { appLines, confirmTarget } from "../place/chooseTarget";
import { byFolder, type FolderFiles, openFolderOf } from "../place/fileFolders";
import { filesTurn } from "../place/placeTurns";
import type { LeftOutFile } from "../place/readFiles";
import { readToSend } from "../place/readPlace";
import { choosePlace, isChosenBefore, rememberPicked, type TransferPlace } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { quietProgress } from "../run/doTransfer";
import { endSentences, notifyOutcome, type Offer } from "../run/notifyEnd";
import { type FileQuestions, type FilesPushed, pushFiles } from "../run/pushFiles";
import type { RunWithProgress } from "../run/syncFolder";
import { endWords, type PushOutcome, pushOutcome, pushWords, restartAfter } from "./push";

/** Takes Uris, { files: URIs, target? } or the active editor. With `confirm: true`, asks at most for consent. */
export async function pushFile(
  argument: unknown,
  more: unknown,
  services: TransferServices,
): Promise<readonly PushOutcome[]> {
  requireTrust();
  const given = readArgument({ files: field.texts, target: field.text, confirm: field.consent }, argument);
  const selected = given.files?.map((text) => vscode.Uri.parse(text, true)) ?? filesOf(argument, more);
  await services.accounts.load();
  const files = await withoutFolders(selected, services);
  const outside = files.find((file) => !openFolderOf(file));
  if (outside)
    throw new Error(
      vscode.l10n.t("{0} isn't in an open folder, so its app is unknown.", nameOf(outside.path)),
    );
  const [first] = selected;
  if (files.length === 0 && first)
    throw new Error(vscode.l10n.t("{0} contains no files to push. Nothing was changed.", nameOf(first.path)));
  await save(files);
  const outcomes: PushOutcome[] = [];
  for (const each of await byFolder(files, services))
    outcomes.push(
      await pushFilesOf(each, { argument, target: given.target, isQuiet: given.confirm ?? false }, services),
    );
  return outcomes;
}

interface Call {
  readonly argument: unknown;
  readonly target: string | undefined;
  readonly isQuiet: boolean;
}

async function pushFilesOf(
  { reading, paths }: FolderFiles,
  { argument, target, isQuiet }: Call,
  services: TransferServices,
): Promise<PushOutcome> {
  const chosen = await choosePlace({ reading, target, isQuiet }, services, {
    whichFolder: "",
    whichApp: (name) => vscode.l10n.t("Select an app to push {0} to", name),
    mayCreate: true,
    goOn: vscode.l10n.t("Push"),
  });
  await requirePermission(chosen.account.permissions, chosen.appId, "canEditApplicationFiles", isQuiet);
  // A target with `asksFirst` asks with the same lines at each push.
  const asks = !isPreapproved(argument) && !chosen.target?.asksFirst && !isChosenBefore(chosen);
  if (asks) await askToPush(chosen, paths);
  const place = { ...chosen, isPicked: asks || chosen.isPicked };
  const confirm: FileQuestions["confirm"] = (rows) => confirmTarget(place, rows);
  const questions: FileQuestions = {
    confirm,
    ...(isQuiet
      ? {}
      : {
          leftOut: (files) => askAboutLeftOut(place, files, paths.length),
          rows: (rows) => askPlan(place, { rows, unchanged: 0 }, { ...pushWords(place), agree: confirm }),
        }),
  };
  // For one file the status bar is enough.
  const run: RunWithProgress = (title, task) =>
    paths.length > 1 ? withProgress(title, task) : task(quietProgress);
  const pushed = await filesTurn(place, () =>
    pushFiles({ place, paths, kind: "pushFile" }, questions, services, run),
  );
  const linked = pushed.outcome.put.length > 0 ? await rememberPicked(place, services) : [];
  const { restart, next } = await restartAfter(place, pushed.outcome, isQuiet);
  const leftOut = pushed.leftOut.map(({ file, reason }) => ({ path: `/${file.path}`, reason }));
  const outcome = { ...pushed.outcome, left: [...pushed.outcome.left, ...leftOut] };
  // The user has seen the files that a question named.
  const said = isQuiet ? { ...pushed, outcome, left: outcome.left } : { ...pushed, left: [] };
  void notifyPushed(place, { ...said, linked }, next);
  return pushOutcome(place, outcome, restart);
}

function filesOf(argument: unknown, more: unknown): readonly vscode.Uri[] {
  const selected = selectedUris(argument, more);
  if (selected.length > 0) return selected;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const { uri } = readArgument({ uri: address }, input);
  const active = vscode.window.activeTextEditor?.document.uri ?? uri;
  if (active) return [active];
  throw endedBy(vscode.l10n.t("First open the file that you want to push."));
}

/** The user expects to push the content on the screen. */
async function save(files: readonly vscode.Uri[]): Promise<void> {
  const meant = new Set(files.map(String));
  for (const document of [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments]) {
    if (!document.isDirty || !meant.has(document.uri.toString())) continue;
    if (await document.save()) continue;
    throw new Error(vscode.l10n.t("Couldn't save {0}. Nothing was pushed.", nameOf(document.uri.path)));
  }
}

/** Replaces folders by their files that a whole push would send or name as unreadable. */
async function withoutFolders(
  files: readonly vscode.Uri[],
  services: TransferServices,
): Promise<readonly vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  for (const file of files) {
    const stat = await vscode.workspace.fs.stat(file).then(undefined, () => undefined);
    const [inside] =
      stat && (stat.type & vscode.FileType.Directory) !== 0
        ? await byFolder([vscode.Uri.joinPath(file, "any")], services)
        : [];
    if (!inside) {
      found.push(file);
      continue;
    }
    const { reading, paths } = inside;
    const { folder } = reading;
    const above = (paths[0] ?? "").replace(/any$/, "");
    const place = { folder, accountId: "", appId: "" };
    const read = await readToSend(place, services, { signal: new AbortController().signal });
    for (const { path } of [...read.local, ...read.problems])
      if (`${path}/`.startsWith(above)) found.push(vscode.Uri.joinPath(folder, path));
  }
  return found;
}

/** A hosted-app.json is no consent to push; an answer of the user is. */
async function askToPush(place: TransferPlace, paths: readonly string[]): Promise<void> {
  await confirm(
    vscode.l10n.t("Push files from {0} to {1}?", place.folderName, place.appName),
    [
      filesOfQuestion(paths),
      ...appLines(place),
      vscode.l10n.t("Each file replaces the app's file of the same name."),
    ],
    vscode.l10n.t("Push"),
  );
}

async function askAboutLeftOut(
  place: TransferPlace,
  files: readonly LeftOutFile[],
  asked: number,
): Promise<readonly LeftOutFile[]> {
  const push = vscode.l10n.t("Push Anyway");
  const skip = vscode.l10n.t("Skip");
  const [first] = files;
  const answer = await ask(
    files.length === 1 && first
      ? vscode.l10n.t("{0} normally isn't pushed. Push it anyway?", nameOf(first.file.path))
      : vscode.l10n.t("{0} of these files normally aren't pushed. Push them anyway?", files.length),
    [namesOfLeftOut(files), ...appLines(place)],
    [push, ...(asked > files.length ? [skip] : [])],
  );
  if (answer === undefined) throw new CancelledError();
  return answer === push ? files : [];
}

/** Files that may hold secrets come first and are never only counted. */
function namesOfLeftOut(files: readonly LeftOutFile[]): NameList {
  const secrets = files.filter(({ mayHoldSecret }) => mayHoldSecret);
  const others = files.filter(({ mayHoldSecret }) => !mayHoldSecret);
  const names = [...secrets, ...others].map(({ file, reason }) => `${file.path}: ${reason}`);
  return { names, mustShow: secrets.length };
}

async function notifyPushed(
  place: TransferPlace,
  {
    outcome,
    hasReplaced,
    left: undecided,
    linked,
  }: FilesPushed & { readonly left: readonly LeftFile[]; readonly linked: readonly string[] },
  next: Offer | undefined,
): Promise<void> {
  const { put, failed, cancelled, left, unchanged } = outcome;
  const [first = ""] = put;
  const words = {
    ...{ ...endWords(place, put.length), linked },
    ...(put.length === 1 && { done: vscode.l10n.t("Pushed {0} to {1}.", nameOf(first), place.appName) }),
  };
  const notPut = failed.length + cancelled.length + left.length;
  if (put.length + notPut === 0) {
    if (unchanged > 0) showStatusMessage(vscode.l10n.t("{0} already has this version", place.appName), 5_000);
  } else if (notPut === 0 && !next && !hasReplaced)
    showStatusMessage(endSentences(outcome, words).join(" "), 5_000);
  else
    await notifyOutcome(outcome, words, {
      ...{ left: undecided, next, app: place },
      ...(hasReplaced ? {} : { operationId: undefined }),
    });
}
