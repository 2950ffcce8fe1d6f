// Questions and progress of mounts: copying and moving folders, backups before a deletion, conflicts of a save, large files.
import * as vscode from "vscode";
import type { RemoveOptions } from "../../../appFiles/change/remove";
import type { CopyDialog, CopyEstimate } from "../../../appFiles/moves";
import { type Clock, within } from "../../../core/async/clock";
import { nameOf } from "../../../core/paths/appPath";
import { formatBytes, formatDuration } from "../../../core/text/format";
import { appUri, parseAppUri } from "../../../editor/appUris";
import { withProgress } from "../../../editor/progress";
import { agrees, ask } from "../../../editor/safeUi/questions";
import type { ConflictChoice } from "./conflictQuestions";

export const copyDialog: CopyDialog = {
  async confirm(estimate) {
    const go = estimate.isMove ? vscode.l10n.t("Rename") : vscode.l10n.t("Copy");
    return await agrees(
      titleOf(estimate),
      [
        vscode.l10n.t(
          "The service can't rename or copy, so {0} files ({1}) are copied one by one, which takes about {2}. You can cancel. The original is kept until every copy is verified.",
          estimate.fileCount,
          formatBytes(estimate.totalBytes),
          formatDuration(Math.ceil(estimate.durationMs / 1000)),
        ),
      ],
      go,
    );
  },

  async withProgress(estimate, work) {
    if (estimate.fileCount === 1)
      return await work({ signal: new AbortController().signal, report: () => undefined });
    return await withProgress(progressTitle(estimate), ({ signal, report }) =>
      work({
        signal,
        report: ({ files, of, path }) => {
          const leftMs = (estimate.durationMs / of) * (of - files);
          const left = formatDuration(Math.ceil(leftMs / 1000));
          report(
            vscode.l10n.t("{0} of {1}: {2} (about {3} left)", files + 1, of, nameOf(path), left),
            files / of,
          );
        },
      }),
    );
  },
};

function titleOf({ from, to, isMove }: CopyEstimate): string {
  return isMove
    ? vscode.l10n.t("Rename the folder {0} to {1}?", nameOf(from), to)
    : vscode.l10n.t("Copy the folder {0} to {1}?", nameOf(from), to);
}

function progressTitle({ from, isMove }: CopyEstimate): string {
  return isMove ? vscode.l10n.t("Renaming {0}", nameOf(from)) : vscode.l10n.t("Copying {0}", nameOf(from));
}

/** Runs the deletion with a notification that can be canceled until the request is sent. */
export async function withBackupProgress<T>(
  [first = "", ...more]: readonly string[],
  work: (options: RemoveOptions) => Promise<T>,
): Promise<T> {
  const title =
    more.length === 0
      ? vscode.l10n.t("Deleting {0}", nameOf(first))
      : vscode.l10n.t("Deleting {0} items", more.length + 1);
  return await withProgress(title, ({ signal, report }) =>
    work({
      signal,
      onBackedUp: (kept, of) => {
        if (of > 1) report(vscode.l10n.t("Saving a copy: {0} of {1}", kept, of), kept / of);
      },
    }),
  );
}

/** Compare shows the remote file beside the editor's text and keeps the remote file. */
export async function askConflict(uri: vscode.Uri): Promise<ConflictChoice> {
  const compare = vscode.l10n.t("Compare");
  const overwrite = vscode.l10n.t("Overwrite");
  const answer = await ask(
    vscode.l10n.t("{0} was changed in the app since you opened it.", nameOf(uri.path)),
    [
      vscode.l10n.t(
        "Overwrite replaces the app's file with your changes. Cancel keeps the app's file, and your changes stay in the editor.",
      ),
    ],
    [compare, overwrite],
  );
  if (answer === compare)
    await vscode.commands.executeCommand("workbench.files.action.compareWithSaved", uri);
  return answer === overwrite ? "overwrite" : "cancel";
}

/** VS Code reads the file of a tab shortly before or after it announces the tab. */
const tabWaitMs = 1_000;

/** A large file is read only for an editor tab, after one question per file and window. */
export class LargeFiles {
  private readonly answers = new Map<string, Promise<boolean>>();
  private readonly listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    // A file that the user declined and opens again is asked about again.
    for (const uri of closed.flatMap(filesIn))
      void this.answers.get(uri)?.then((mayOpen) => mayOpen || this.answers.delete(uri));
  });

  constructor(private readonly clock: Pick<Clock, "after">) {}

  /** `uri`: as `appUri` returns it. */
  async mayOpen(uri: vscode.Uri, sizeBytes: number): Promise<boolean> {
    const name = uri.toString();
    if (!(await this.isInTab(name))) return false;
    const answer = this.answers.get(name) ?? askToOpen(uri, sizeBytes);
    this.answers.set(name, answer);
    try {
      return await answer;
    } catch (error) {
      this.answers.delete(name);
      throw error;
    }
  }

  dispose(): void {
    this.listener.dispose();
  }

  private async isInTab(name: string): Promise<boolean> {
    const { tabGroups } = vscode.window;
    const isThere = (): boolean => tabGroups.all.some(({ tabs }) => tabs.flatMap(filesIn).includes(name));
    if (isThere()) return true;
    const listeners: vscode.Disposable[] = [];
    const comes = new Promise<boolean>((resolve) => {
      tabGroups.onDidChangeTabs(() => isThere() && resolve(true), undefined, listeners);
    });
    const came = await within(this.clock, tabWaitMs, comes);
    vscode.Disposable.from(...listeners).dispose();
    return came ?? isThere();
  }
}

function filesIn({ input }: vscode.Tab): string[] {
  return Object.values(input ?? {}).flatMap((value) => {
    const location = value instanceof vscode.Uri ? parseAppUri(value) : undefined;
    return location ? [appUri(location).toString()] : [];
  });
}

async function askToOpen(uri: vscode.Uri, sizeBytes: number): Promise<boolean> {
  const path = parseAppUri(uri)?.path ?? uri.path;
  return await agrees(
    vscode.l10n.t("Open {0}?", path),
    [
      vscode.l10n.t(
        'It\'s {0}, which is read as a whole and may slow down the editor. "Download from App" saves it on this machine instead.',
        formatBytes(sizeBytes),
      ),
    ],
    vscode.l10n.t("Open"),
  );
}
