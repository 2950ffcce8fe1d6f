// A large file is read only for an editor tab, after one question per file and window.
import * as vscode from "vscode";
import type { Clock } from "../../../core/async/clock";
import { formatBytes } from "../../../core/text/format";
import { appUri, parseAppUri } from "../../../editor/appUris";
import { agrees } from "../../../editor/safeUi/questions";

/** VS Code reads the file of a tab shortly before or after it announces the tab. */
const tabWaitMs = 1_000;

export class LargeFiles {
  private readonly answers = new Map<string, Promise<boolean>>();
  private readonly listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    // A file that the user declined and opens again is asked about again.
    for (const uri of closed.flatMap(filesIn))
      void this.answers.get(uri)?.then((mayOpen) => mayOpen || this.answers.delete(uri));
  });

  constructor(private readonly clock: Pick<Clock, "sleep">) {}

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
    const isOver = this.clock.sleep(tabWaitMs).then(isThere);
    return await Promise.race([comes, isOver]).finally(() => vscode.Disposable.from(...listeners).dispose());
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
