// Pull: what changed in an app comes into its folder, plan first.
import * as vscode from "vscode";
import type { PullPlan, PullRow } from "../../core/pullPlan";
import { appUri } from "../../editor/appUris";
import { type Progress, withProgress } from "../../editor/progress";
import { confirmLoss } from "./confirmLoss";
import { rememberedChoices } from "./deployFolder";
import { leftOutTest } from "./leftOut";
import { memoryFileOf } from "./memoryFile";
import { pickPlan } from "./planPicker";
import { readProjectFolder } from "./projectFolder";
import { type LocalTarget, type PullResult, runPull } from "./pullRun";
import { leftHere, pullFailureText, pullGroups } from "./pullText";
import type { LeftFile } from "./pushText";
import { readPullPlan } from "./readPullPlan";
import { type ComparedFile, showAllDifferences, showDifference } from "./showDifference";
import { SyncMemory } from "./syncMemory";
import {
  chooseSyncPlace,
  readSyncArgument,
  requirePermission,
  requireTrust,
  type SyncPlace,
} from "./syncPlace";
import type { SyncServices } from "./syncServices";
import { tellSyncEnd } from "./tellSyncEnd";

/** What became of each file, by its path in the app. */
export interface PullOutcome {
  readonly accountId: string;
  readonly appId: string;
  readonly written: readonly string[];
  /** Deleted in the folder. */
  readonly deleted: readonly string[];
  readonly left: readonly LeftFile[];
  readonly failed: readonly LeftFile[];
  readonly cancelled: readonly string[];
  readonly unchanged: number;
}

/**
 * The command. With an object of `folder` and perhaps accountId and appId, or with `confirm: true`, it asks nothing:
 * local work is then left and named, and files are deleted here only with `deletions: true`.
 */
export async function pull(argument: unknown, services: SyncServices): Promise<PullOutcome> {
  requireTrust();
  const given = await readSyncArgument(argument, services, vscode.l10n.t("Pull from which app?"));
  const place = await chooseSyncPlace(given, services, {
    whichFolder: vscode.l10n.t("Pull into which folder?"),
    whichApp: (folder) => vscode.l10n.t("Pull from which app into {0}?", folder),
    goOn: vscode.l10n.t("Pull"),
  });
  requirePermission(place, "canSee");
  const deletions = (argument as { readonly deletions?: unknown } | undefined)?.deletions === true;
  const { folderName, appName, account, appId } = place;
  const memory = await SyncMemory.load(await memoryFileOf(services.storage, place), services.logger);
  const target = targetIn(place.folder);
  const plan = await withProgress(
    vscode.l10n.t("Comparing {0} with {1}", folderName, appName),
    async (progress) => await look(place, memory, target, services, progress),
  );
  const byDefault = (row: PullRow): boolean => row.isChosen || (deletions && row.kind === "deleted");
  const chosen = given.isQuiet ? plan.rows.filter(byDefault) : await choose(place, plan);
  const result = await bring(place, chosen, memory, target);
  const taken = new Set(chosen);
  const outcome: PullOutcome = {
    accountId: account.id,
    appId,
    written: result.written,
    deleted: result.deleted,
    left: plan.rows.filter((row) => !taken.has(row)).map(leftHere),
    failed: result.failed.map(pullFailureText),
    cancelled: result.cancelled,
    unchanged: plan.unchanged,
  };
  void tell(place, outcome);
  return outcome;
}

async function look(
  place: SyncPlace,
  memory: SyncMemory,
  target: LocalTarget,
  { state }: SyncServices,
  { signal, report }: Progress,
): Promise<PullPlan> {
  report(vscode.l10n.t("reading the folder"));
  const choices = rememberedChoices(place.folder, state);
  const { files: local } = await readProjectFolder(place.folder, signal, choices);
  return await readPullPlan({
    local,
    files: place.account.files(place.appId),
    memory,
    leavesOut: await leftOutTest(local, choices),
    isWindows: place.folder.scheme === "file" && place.folder.fsPath.includes("\\"),
    isUnsaved: (path) => target.isUnsaved(path),
    signal,
    onProgress: ({ folders }) => report(vscode.l10n.t("{0} folders listed", folders.toLocaleString())),
  });
}

async function choose(place: SyncPlace, plan: PullPlan): Promise<readonly PullRow[]> {
  const { appName, folderName } = place;
  if (plan.rows.length === 0) {
    const same = plan.unchanged.toLocaleString();
    void vscode.window.showInformationMessage(
      vscode.l10n.t("{0} has what {1} holds: {2} files are the same.", folderName, appName, same),
    );
    return [];
  }
  const chosen = await pickPlan<PullRow>({
    title: vscode.l10n.t("Pull {0} into {1}", appName, folderName),
    placeholder: (chosen) => {
      const deleted = chosen.filter(({ remote }) => !remote).length;
      const written = vscode.l10n.t("{0} files are written", (chosen.length - deleted).toLocaleString());
      const gone = deleted === 0 ? [] : [vscode.l10n.t("{0} deleted here", deleted.toLocaleString())];
      return [written, ...gone, vscode.l10n.t("{0} unchanged", plan.unchanged.toLocaleString())].join(" · ");
    },
    groups: pullGroups(plan.rows),
    compare: (row) => showDifference(place, comparedFile(row)),
    compareAll: (rows) => showAllDifferences(place, rows.map(comparedFile)),
  });
  await confirmLoss(
    vscode.l10n.t("{0} would lose what only it has. Pull all the same?", folderName),
    chosen.filter(({ kind }) => kind === "changedOnBoth" || kind === "changedHere").map(({ path }) => path),
    vscode.l10n.t("Pull"),
  );
  return chosen;
}

function comparedFile({ path, local, remote }: PullRow): ComparedFile {
  return { path, localPath: local?.path, isInApp: remote?.type === "file" };
}

async function bring(
  place: SyncPlace,
  chosen: readonly PullRow[],
  memory: SyncMemory,
  target: LocalTarget,
): Promise<PullResult> {
  if (chosen.length === 0) return { written: [], deleted: [], failed: [], cancelled: [] };
  const title = vscode.l10n.t("Pulling {0} into {1}", place.appName, place.folderName);
  return await withProgress(
    title,
    async ({ signal, report }) =>
      await runPull({
        rows: chosen,
        files: place.account.files(place.appId),
        target,
        memory,
        signal,
        onProgress: ({ done, total, name }) =>
          report(`${Math.min(done + 1, total)}/${total} ${name}`, done / total),
      }),
  );
}

/** The folder through VS Code's own file access. What is deleted goes to the trash where there is one. */
function targetIn(root: vscode.Uri): LocalTarget {
  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(root, path);
  return {
    look: async (path) => {
      try {
        const { type } = await vscode.workspace.fs.stat(at(path));
        const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
        if (type & vscode.FileType.Directory) return { type: "directory", isLink };
        return { type: type & vscode.FileType.File ? "file" : "other", isLink };
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
        throw error;
      }
    },
    read: async (path) => await vscode.workspace.fs.readFile(at(path)),
    write: async (path, bytes) => await vscode.workspace.fs.writeFile(at(path), bytes),
    delete: async (path) => {
      try {
        await vscode.workspace.fs.delete(at(path), { useTrash: true });
      } catch {
        // Not every machine has a trash; the file was the app's and unchanged.
        await vscode.workspace.fs.delete(at(path));
      }
    },
    isUnsaved: (path) => {
      const uri = at(path).toString();
      return vscode.workspace.textDocuments.some(
        (document) => document.isDirty && document.uri.toString() === uri,
      );
    },
  };
}

async function tell(place: SyncPlace, outcome: PullOutcome): Promise<void> {
  const { appName, folderName, account, appId } = place;
  const { written, deleted, left, failed, cancelled } = outcome;
  if (written.length + deleted.length + failed.length + cancelled.length === 0) return;
  const said = [
    written.length === 1
      ? vscode.l10n.t("1 file was pulled into {0}.", folderName)
      : vscode.l10n.t("{0} files were pulled into {1}.", written.length.toLocaleString(), folderName),
  ];
  if (deleted.length > 0) said.push(vscode.l10n.t("Deleted here: {0}.", deleted.length.toLocaleString()));
  if (cancelled.length > 0)
    said.push(vscode.l10n.t("You cancelled: {0} were not pulled from {1}.", cancelled.length, appName));
  if (left.length > 0) said.push(vscode.l10n.t("Left as they are: {0}.", left.length.toLocaleString()));
  await tellSyncEnd({ said, failed, open: (path) => appUri({ accountId: account.id, appId, path }) });
}
