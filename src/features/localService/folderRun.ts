// One folder that runs on this machine: its terminal, its copy, its notices, and what it has of its linked app.

import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { ArchiveFile } from "../../core/archive/archive";
import type { Clock } from "../../core/async/clock";
import type { App } from "../../core/model/model";
import { valuesInEnv } from "../../core/project/envText";
import type { FolderRules } from "../../core/project/folderRules";
import { type FolderReading, folderApp } from "../../editor/project/folderApp";
import { notify } from "../../editor/safeUi/messages";
import { TextTerminal } from "../../editor/safeUi/textTerminal";
import { showError } from "../../editor/showError";
import type { FolderCopy } from "./folderCopy";
import type { FolderRunListener, FolderRunProcess, FolderRunRequest } from "./folderRunProcess";

interface FolderRunOptions {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly clock: Clock;
  readonly rules: FolderRules;
  /** Called once, when the run ends or the user closes its terminal. */
  readonly onClose: () => void;
}

export class FolderRun implements vscode.Disposable {
  readonly uri: vscode.Uri;
  private readonly terminal: TextTerminal;
  private process: FolderRunProcess | undefined;
  private copy: FolderCopy | undefined;
  private stopTimer = (): void => undefined;
  private shownPort: number | undefined;
  private isOver = false;
  private sending: Promise<void> = Promise.resolve();

  readonly listener: FolderRunListener = {
    onOutput: (text) => this.terminal.write(text),
    onStatus: (status, port) => {
      if (status === "active" && port !== undefined && port !== this.shownPort) this.noteAddress(port);
    },
    onEnd: (problem) => {
      this.note([vscode.l10n.t("The run has ended."), problem].filter(Boolean).join(" "));
      this.close();
    },
  };

  constructor(private readonly options: FolderRunOptions) {
    this.uri = options.uri;
    this.terminal = new TextTerminal(vscode.l10n.t("{0} (local)", options.name), () => this.dispose());
    this.terminal.show();
    this.note(vscode.l10n.t("Close this terminal to stop {0}.", options.name));
  }

  attach(process: FolderRunProcess, copy: FolderCopy): void {
    this.process = process;
    this.copy = copy;
    // The user closed the terminal during the start.
    if (this.isOver) void process.end();
  }

  /** Whether a change of this file changes the run. */
  holds(file: vscode.Uri): boolean {
    const root = `${this.uri.path.replace(/\/$/, "")}/`;
    if (file.scheme !== this.uri.scheme || !file.path.startsWith(root)) return false;
    const inside = file.path.slice(root.length);
    return inside === ".env" || this.options.rules.ruleAgainst(inside, false) === undefined;
  }

  /** Runs the latest `work` after `afterMs` without another call. */
  later(afterMs: number, work: () => void): void {
    this.stopTimer();
    this.stopTimer = this.options.clock.after(afterMs, work);
  }

  /** Makes the copy hold these files, and restarts the app. */
  async send(files: readonly ArchiveFile[], request: FolderRunRequest, signal: AbortSignal): Promise<void> {
    const sent = this.sending.then(async () => {
      if (this.isOver) return;
      await this.copy?.update(files, signal);
      this.process?.run(request);
    });
    this.sending = sent.catch(() => undefined);
    await sent;
  }

  show(): void {
    this.terminal.show();
  }

  note(sentence: string): void {
    this.terminal.note(sentence);
  }

  /** Stops the app and removes its copy. */
  dispose(): void {
    if (this.isOver) return;
    this.close();
    this.terminal.dispose();
    this.process?.end().catch((error: unknown) => void showError(error));
  }

  private close(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.stopTimer();
    this.options.onClose();
  }

  private noteAddress(port: number): void {
    const isFirst = this.shownPort === undefined;
    this.shownPort = port;
    const address = `http://127.0.0.1:${port}`;
    this.note(vscode.l10n.t("{0} is available at {1}", this.options.name, address));
    if (isFirst) void this.offerToOpen(address);
  }

  private async offerToOpen(address: string): Promise<void> {
    const sentence = vscode.l10n.t(
      "{0} is running on this machine. Close its terminal to stop it.",
      this.options.name,
    );
    await notify("information", sentence, {
      [vscode.l10n.t("Open in Browser")]: () => vscode.env.openExternal(vscode.Uri.parse(address)),
    });
  }
}

export interface LinkedApp {
  readonly name: string;
  /** Absent when the app cannot be read. */
  readonly variables?: readonly string[] | undefined;
  /** The app's settings that a run uses. */
  readonly settings: Pick<App, "startupCommand" | "memoryMB" | "installCommand">;
}

/** The linked app, to which a push would go; undefined for a folder without one. */
export async function linkedAppOf(
  reading: FolderReading,
  accounts: Accounts,
): Promise<LinkedApp | undefined> {
  const found = folderApp(reading, accounts);
  const account = found.kind === "linked" && !found.isGone && accounts.get(found.app.accountId);
  if (!account) return undefined;
  const { appId } = found.app;
  // A listing has no variables (docs/interface.md#application). A folder also runs without the service, and soon.
  const limits = { timeoutMs: 3_000, deadlineMs: 3_000 };
  const app = await account.client.getApp(appId, limits).catch(() => undefined);
  const known = app ?? account.apps.find(appId);
  return {
    name: known?.name ?? appId,
    variables: app?.environment?.map(({ key }) => key),
    settings: {
      // Empty when the service chooses how to start the main file; then the run does, too.
      ...(known?.startupCommand !== undefined && { startupCommand: known.startupCommand }),
      ...(known?.memoryMB && { memoryMB: known.memoryMB }),
      ...(known?.installCommand && { installCommand: known.installCommand }),
    },
  };
}

interface FolderVariables {
  readonly environment: readonly { readonly key: string; readonly value: string }[];
  readonly missing: readonly string[];
}

const longestFile = 256 * 1024;

/** All of .env when `names` is absent. Values are passed to the app only. */
export async function variablesFor(
  folder: vscode.Uri,
  names: LinkedApp["variables"],
): Promise<FolderVariables> {
  const values = await valuesIn(vscode.Uri.joinPath(folder, ".env"));
  const environment = [...values]
    .filter(([key]) => !names || names.includes(key))
    .map(([key, value]) => ({ key, value }));
  return { environment, missing: (names ?? []).filter((name) => !values.has(name)) };
}

async function valuesIn(file: vscode.Uri): Promise<ReadonlyMap<string, string>> {
  const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
  return valuesInEnv(bytes && bytes.length <= longestFile ? new TextDecoder().decode(bytes) : "");
}
