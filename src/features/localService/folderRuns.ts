// Run This Folder Here: a copy of what a deploy would send runs in a terminal, and ends with that or the window.
import { rm } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { abortable } from "../../core/async/onAbort";
import { textHash } from "../../core/disk/contentHash";
import { CancelledError } from "../../core/errors/cancelledError";
import type { NewAppSettings } from "../../core/model/model";
import { folderOfArgument } from "../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../editor/commands/consent";
import { localDisk } from "../../editor/localDisk";
import { withProgress } from "../../editor/progress";
import { chooseLocalFolder, openLocalFolders } from "../../editor/project/chooseLocalFolder";
import { DeployFolder } from "../../editor/project/deployFolder";
import { readFolderApp } from "../../editor/project/folderApp";
import { startingSettings } from "../../editor/project/startingSettings";
import { confirm } from "../../editor/safeUi/questions";
import { settings } from "../../editor/settings";
import { orShowError } from "../../editor/showError";
import type { StateMemory } from "../../editor/state/stateMemory";
import { FolderCopy } from "./folderCopy";
import { FolderRun, type LinkedApp, linkedAppOf, variablesFor } from "./folderRun";
import { FolderRunProcess } from "./folderRunProcess";

export interface FolderRunsOptions {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly state: StateMemory;
  /** dist/emulator.js. */
  readonly program: string;
  readonly dataDirectory: string;
}

/** Saves come in groups: of several files, or by a formatter after the user's. */
const afterSaveMs = 400;

export class FolderRuns implements vscode.Disposable {
  private readonly runs = new Map<string, FolderRun>();
  private readonly starting = new Set<string>();
  private readonly listeners: readonly vscode.Disposable[];

  constructor(private readonly options: FolderRunsOptions) {
    this.listeners = [
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.saved(uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => this.closed(removed)),
    ];
  }

  /** Runs the folder; a running one is restarted with its files of now. */
  async run(argument: unknown): Promise<void> {
    requireTrust();
    const uri = await this.chooseFolder(argument);
    const key = uri.toString();
    if (this.starting.has(key)) return;
    const running = this.runs.get(key);
    if (running) {
      running.show();
      await this.update(running);
      return;
    }
    this.starting.add(key);
    try {
      await this.start(uri, isPreapproved(argument));
    } finally {
      this.starting.delete(key);
    }
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
    for (const run of [...this.runs.values()]) run.dispose();
  }

  /** Open folders only: the user trusts those. */
  private async chooseFolder(argument: unknown): Promise<vscode.Uri> {
    const named = folderOfArgument(argument);
    const isOpen = openLocalFolders().some(({ uri }) => uri.toString() === named?.toString());
    if (named && !isOpen)
      throw new Error(vscode.l10n.t("You can only run a folder that's open in this window."));
    const uri = named ?? (await chooseLocalFolder(vscode.l10n.t("Select a folder to run on this machine")));
    if (!uri) throw new CancelledError();
    if (uri.scheme !== "file")
      throw new Error(vscode.l10n.t("You can only run a folder on this machine's own disk."));
    return uri;
  }

  protected async start(uri: vscode.Uri, isAgreed: boolean): Promise<void> {
    const { program, dataDirectory, clock, state } = this.options;
    const folder = await DeployFolder.read(uri, state);
    const { chosen, linked } = await this.startOf(folder, uri);
    if (chosen.mainFile === "" && chosen.startupCommand === "")
      throw new Error(
        vscode.l10n.t(
          'Couldn\'t find a main file in {0}. Nothing was run. Set "mainFile" in hosted-app.json.',
          chosen.name,
        ),
      );
    // The caller's question did not show the settings of the linked app.
    await this.agree(uri, chosen, isAgreed && !linked);
    const run = new FolderRun({
      ...{ uri, name: chosen.name, clock, rules: folder.project.rules },
      onClose: () => void this.runs.delete(uri.toString()),
    });
    // Its terminal or its folder may be closed while it starts.
    this.runs.set(uri.toString(), run);
    try {
      await withProgress(vscode.l10n.t("Starting {0} on this machine", chosen.name), async ({ signal }) => {
        const start = async (): Promise<void> => {
          const data = path.join(dataDirectory, textHash(uri.toString()).slice(0, 16));
          const process = await FolderRunProcess.start(program, data, run.listener, signal);
          run.attach(process, copyInto(process.folder));
          signal.throwIfAborted();
          await this.send(run, folder, signal);
        };
        await abortable(start(), signal);
      });
    } catch (error) {
      run.dispose();
      throw error;
    }
  }

  private saved(uri: vscode.Uri): void {
    for (const [key, run] of this.runs) {
      if (!run.holds(uri) || this.starting.has(key) || !settings.restartsRunOnSave(run.uri)) continue;
      run.later(afterSaveMs, () => {
        const title = () => vscode.l10n.t("Couldn't run the saved files on this machine.");
        void orShowError(() => this.update(run), title);
      });
    }
  }

  private closed(removed: readonly vscode.WorkspaceFolder[]): void {
    for (const { uri } of removed) this.runs.get(uri.toString())?.dispose();
  }

  private async update(run: FolderRun): Promise<void> {
    const signal = new AbortController().signal;
    const folder = await DeployFolder.read(run.uri, this.options.state, { signal });
    if (this.runs.get(run.uri.toString()) === run) await this.send(run, folder, signal);
  }

  /** Rejects with CancelledError unless the user agrees, now or before, to exactly this start. */
  private async agree(uri: vscode.Uri, chosen: RunSettings, isAgreed = false): Promise<void> {
    const { state } = this.options;
    const start = textHash(startText(chosen));
    if (state.get(`run.start:${uri.toString()}`) === start) return;
    if (!isAgreed) await askToRun(uri, chosen);
    await state.update(`run.start:${uri.toString()}`, start);
  }

  private async send(run: FolderRun, folder: DeployFolder, signal: AbortSignal): Promise<void> {
    const { chosen, linked } = await this.startOf(folder, run.uri);
    signal.throwIfAborted();
    await this.agree(run.uri, chosen);
    const { environment, missing } = await variablesFor(run.uri, linked?.variables);
    if (linked && missing.length > 0)
      run.note(vscode.l10n.t("Set in {0} but missing from .env: {1}", linked.name, missing.join(", ")));
    const { autoRestart: _unused, ...settings } = chosen;
    await run.send(folder.project.files, { ...settings, environment }, signal);
  }

  /** The folder's settings, overridden by those of its linked app. */
  private async startOf(
    folder: DeployFolder,
    uri: vscode.Uri,
  ): Promise<{ readonly chosen: RunSettings; readonly linked: LinkedApp | undefined }> {
    await this.options.accounts.load();
    const reading = await readFolderApp(uri, this.options);
    const linked = await linkedAppOf(reading, this.options.accounts);
    const own = startingSettings(folder, reading.file);
    return { chosen: { ...own, installCommand: "", ...linked?.settings }, linked };
  }
}

type RunSettings = NewAppSettings & { readonly installCommand: string };

function startText({ mainFile, startupCommand, installCommand }: RunSettings): string {
  return JSON.stringify([mainFile, startupCommand, installCommand]);
}

async function askToRun(
  uri: vscode.Uri,
  { name, mainFile, startupCommand, installCommand }: RunSettings,
): Promise<void> {
  await confirm(
    vscode.l10n.t("Run {0} on this machine?", name),
    [
      uri.fsPath,
      startupCommand === ""
        ? vscode.l10n.t("It starts with the file {0}.", mainFile)
        : vscode.l10n.t("It starts with the command: {0}", startupCommand),
      installCommand === ""
        ? vscode.l10n.t("Its packages are installed first. This can run scripts.")
        : vscode.l10n.t("Its packages are installed first with the command: {0}", installCommand),
    ],
    vscode.l10n.t("Run"),
  );
}

function copyInto(folder: string): FolderCopy {
  return new FolderCopy(
    localDisk(vscode.Uri.file(folder)),
    async (file) => await rm(path.join(folder, ...file.split("/")), { force: true }),
  );
}
