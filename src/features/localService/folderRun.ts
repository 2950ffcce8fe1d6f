// One folder that runs on this machine: its terminal, its copy, and its notices.
import * as vscode from "vscode";
import type { ArchiveFile } from "../../core/archive/archive";
import type { Clock } from "../../core/async/clock";
import type { FolderRules } from "../../core/project/folderRules";
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
