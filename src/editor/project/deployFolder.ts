// A folder to be deployed, with the user's remembered choices about its files.
import * as vscode from "vscode";
import { abortable } from "../../core/async/onAbort";
import { field, readAs } from "../../core/parse";
import {
  choicesAfter,
  type PossibleSecret,
  undecidedRule,
  undecidedSecrets,
} from "../../core/project/deployPreview";
import type { OuterEntry } from "../../core/project/detect/hostFileFormats";
import { type FolderChoices, noChoices } from "../../core/project/folderRules";
import type { KeptFolder } from "../../core/project/keptFolder";
import { runtimeOfFile } from "../../core/project/projectPaths";
import { readPackage } from "../../core/project/workspaces/readWorkspace";
import { appScheme } from "../appUris";
import { type Progress, withProgress } from "../progress";
import type { StateMemory } from "../state/stateMemory";
import { rememberTask } from "./agreements";
import { type NeededVariables, neededVariables } from "./neededVariables";
import { saidAround, withWorkspace } from "./packageFolder";
import {
  existsIn,
  keptFolder,
  type ProjectFolder,
  type ReadFolderOptions,
  readProjectFolder,
  totalOf,
  withSecrets,
} from "./projectFolder";

const storedChoices = field.object({ excluded: field.list(field.text), included: field.list(field.text) });

export class DeployFolder {
  readonly uri: vscode.Uri;
  /** The folder as it was read with the choices of that moment, less the secrets that the user has not decided on. */
  project: ProjectFolder;
  /** Files that are left out because they may hold a secret, until the user decides. */
  undecidedSecrets: readonly PossibleSecret[] = [];
  /** Resolves when `project` and `undecidedSecrets` include the secrets in files; never rejects. */
  scan: Promise<void>;
  private defaultsOf = async ({ defaults }: ProjectFolder): Promise<ProjectFolder["defaults"]> => defaults;
  private readonly leaving = new AbortController();
  private needed: Promise<NeededVariables> | undefined;
  /** The app's package, where its whole workspace is sent. */
  packagePath: string | undefined;
  /** What files outside of the folder say of the app. */
  said: readonly OuterEntry[] = [];

  private constructor(
    private readonly state: StateMemory,
    private readonly kept: KeptFolder,
    private found: ProjectFolder,
    public choices: FolderChoices,
  ) {
    this.uri = found.uri;
    this.project = this.withoutUndecided();
    this.scan = this.findSecrets();
  }

  /** Reads the folder to be sent, with the choices that were remembered for it; with `reading`, under the caller's progress. */
  static async read(uri: vscode.Uri, state: StateMemory, reading?: ReadFolderOptions): Promise<DeployFolder> {
    const folder = await DeployFolder.open(uri, state, undefined, reading);
    await folder.end(reading?.signal);
    return folder;
  }

  /** `read` with questions: until `end`, each file is read once, while secrets are searched. */
  static async open(
    uri: vscode.Uri,
    state: StateMemory,
    kept = keptFolder(uri),
    reading?: ReadFolderOptions,
  ): Promise<DeployFolder> {
    await requireFolder(uri);
    const choices = rememberedChoices(uri, state);
    const read = ({ signal }: { readonly signal: AbortSignal }): Promise<ProjectFolder> =>
      readProjectFolder(uri, { ...reading, signal }, choices, kept);
    return new DeployFolder(state, kept, await (reading ? read(reading) : underProgress(uri, read)), choices);
  }

  get isMount(): boolean {
    return this.uri.scheme === appScheme;
  }

  get variables(): Promise<NeededVariables> {
    const { variables: said } = this.found.defaults;
    this.needed ??= neededVariables({ ...this.found, packagePath: this.packagePath, said });
    return this.needed;
  }

  /** Waits for `scan`, under progress of its own without a signal. */
  async secretsFound(signal?: AbortSignal): Promise<void> {
    const { scan } = this;
    await (signal ? abortable(scan, signal) : underProgress(this.uri, (own) => abortable(scan, own.signal)));
  }

  async rememberTask(task: string): Promise<void> {
    await rememberTask(this.uri, task, this.state);
  }

  /** Call `reread` afterwards to apply them. */
  async choose(choices: FolderChoices): Promise<void> {
    this.choices = choices;
    const { excluded, included } = choices;
    await this.state.update(stateKey(this.uri), { excluded: [...excluded], included: [...included] });
  }

  /**
   * Detects again: for `packagePath`, or for the folder with its workspace; `given` as in `said`. `own` is what the
   * folder's hosted-app.json says.
   */
  async detectPackage(
    packagePath: string | undefined,
    given?: readonly OuterEntry[],
    own: readonly OuterEntry[] = [],
  ): Promise<void> {
    const { kept } = this;
    // What the folder's own files say comes first.
    const sources = Object.values(this.found.defaults.sources);
    const isSaid = packagePath !== undefined || sources.some((file) => file !== "Dockerfile");
    const said = given ?? (isSaid ? [] : await saidAround(this.found, kept));
    this.said = said;
    this.packagePath = packagePath;
    this.needed = undefined;
    this.defaultsOf = async (project) =>
      await (packagePath === undefined
        ? withWorkspace(project, kept, said, own)
        : readPackage(packagePath, project, existsIn(kept), said));
    const defaults = await this.defaultsOf(this.found);
    this.found = { ...this.found, defaults };
    this.project = this.withoutUndecided();
  }

  /** Detects again what starts with this file, which the user chose. */
  async startWith(mainFile: string): Promise<void> {
    if (this.packagePath !== undefined || !runtimeOfFile(mainFile)) return;
    await this.detectPackage(undefined, [{ file: "", read: () => ({ mainFile }) }, ...this.said]);
  }

  /** Something in the folder was written, or may have been. */
  async refresh(): Promise<void> {
    this.kept.refresh();
    await this.reread();
  }

  /** Applies the choices; nothing is read for that. */
  async reread(): Promise<void> {
    const found = await underProgress(this.uri, ({ signal }) =>
      readProjectFolder(this.uri, { signal }, this.choices, this.kept),
    );
    this.found = { ...found, defaults: await this.defaultsOf(found) };
    this.needed = undefined;
    this.project = this.withoutUndecided();
    this.scan = this.findSecrets();
  }

  async decide(paths: readonly string[], willBeSent: boolean, isDirectory = false): Promise<void> {
    const changed = paths.map((path) => ({ path, isDirectory, willBeSent }));
    await this.choose(choicesAfter(this.choices, changed));
    await this.reread();
  }

  async decideOnSecrets(areSent: boolean): Promise<void> {
    await this.secretsFound();
    const paths = this.undecidedSecrets.map(({ path }) => path);
    if (paths.length > 0) await this.decide(paths, areSent);
  }

  /** Call it before sending: files are then read from the disk again. */
  async end(signal?: AbortSignal): Promise<void> {
    await this.secretsFound(signal);
    this.kept.end();
  }

  /** Another folder is asked about, or none any more. */
  leave(): void {
    this.leaving.abort();
  }

  private async findSecrets(): Promise<void> {
    const { found, leaving } = this;
    const looked = await withSecrets(found, leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error;
    });
    if (!looked) return;
    // The folder was read again: wait for that scan.
    if (this.found.files !== found.files) return await this.scan;
    this.found = { ...looked, defaults: this.found.defaults };
    this.project = this.withoutUndecided();
  }

  private withoutUndecided(): ProjectFolder {
    const { found } = this;
    this.undecidedSecrets = undecidedSecrets(found, this.choices);
    const out = new Set(this.undecidedSecrets.map(({ path }) => path));
    if (out.size === 0) return found;
    const files = found.files.filter(({ path }) => !out.has(path));
    const leftOut = this.undecidedSecrets.map(({ path, sizeBytes }) => ({
      ...{ path, sizeBytes, isDirectory: false, rule: undecidedRule },
    }));
    return { ...found, files, totalBytes: totalOf(files), leftOut: [...found.leftOut, ...leftOut] };
  }
}

async function requireFolder(uri: vscode.Uri): Promise<void> {
  const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
  if (stat && (stat.type & vscode.FileType.Directory) !== 0) return;
  throw new Error(
    vscode.l10n.t("Couldn't read the folder {0}. Nothing was sent.", uri.path.split("/").at(-1) || "/"),
  );
}

async function underProgress<T>(uri: vscode.Uri, work: (progress: Progress) => Promise<T>): Promise<T> {
  const title =
    uri.scheme === appScheme ? vscode.l10n.t("Reading the app's files") : vscode.l10n.t("Reading the folder");
  return await withProgress(title, work);
}

export function rememberedChoices(uri: vscode.Uri, state: StateMemory): FolderChoices {
  const stored = readAs(storedChoices, state.get(stateKey(uri)));
  return stored ? { excluded: new Set(stored.excluded), included: new Set(stored.included) } : noChoices;
}

/** Forgets which excluded files the user chose to send; false when there were none. */
export async function forgetIncluded(uri: vscode.Uri, state: StateMemory): Promise<boolean> {
  const { excluded, included } = rememberedChoices(uri, state);
  if (included.size > 0) await state.update(stateKey(uri), { excluded: [...excluded], included: [] });
  return included.size > 0;
}

function stateKey(uri: vscode.Uri): `deploy.choices:${string}` {
  return `deploy.choices:${uri.toString()}`;
}
