// A folder to be deployed, with what the user decided on its files, remembered for the next time.
import * as vscode from "vscode";
import { field, readAs } from "../../core/parse";
import {
  type Choices,
  choicesAfter,
  noChoices,
  type PossibleSecret,
  undecidedRule,
  undecidedSecrets,
} from "../../core/project/deployPreview";
import { secretByName } from "../../core/project/secrets";
import { appScheme } from "../appUris";
import { withProgress } from "../progress";
import type { StateMemory } from "../state/stateMemory";
import { rememberTask } from "./agreements";
import { secretWords } from "./folderWords";
import { packageDefaults, withWorkspace } from "./packageFolder";
import { type ProjectFolder, type ReadFolderOptions, readProjectFolder } from "./projectFolder";

const storedChoices = field.object({ excluded: field.list(field.text), included: field.list(field.text) });

export class DeployFolder {
  private currentProject: ProjectFolder;
  private undecided: readonly PossibleSecret[] = [];
  private detectAgain: (project: ProjectFolder) => Promise<ProjectFolder> = async (project) => project;

  private constructor(
    private readonly state: StateMemory,
    found: ProjectFolder,
    private currentChoices: Choices,
  ) {
    this.currentProject = this.withoutUndecided(found);
  }

  /** Reads the folder with the choices that were remembered for it; with a signal, under the caller's progress. */
  static async read(uri: vscode.Uri, state: StateMemory, reading?: ReadFolderOptions): Promise<DeployFolder> {
    await requireFolder(uri);
    const choices = rememberedChoices(uri, state);
    const found = reading
      ? await readProjectFolder(uri, reading, choices)
      : await readWithProgress(uri, choices);
    return new DeployFolder(state, found, choices);
  }

  get uri(): vscode.Uri {
    return this.project.uri;
  }

  /** The folder as it was read with the choices of that moment, less the secrets that nobody has decided on. */
  get project(): ProjectFolder {
    return this.currentProject;
  }

  /** Files that are left out because they may hold a secret, until somebody decides. */
  get undecidedSecrets(): readonly PossibleSecret[] {
    return this.undecided;
  }

  /** That the user has chosen this task to run before each deploy. */
  async rememberTask(task: string): Promise<void> {
    await rememberTask(this.uri, task, this.state);
  }

  get choices(): Choices {
    return this.currentChoices;
  }

  /** Whether its files are those of an app. */
  get isMount(): boolean {
    return this.uri.scheme === appScheme;
  }

  /** Remembers other choices; `reread` then shows what they mean. */
  async choose(choices: Choices): Promise<void> {
    this.currentChoices = choices;
    const { excluded, included } = choices;
    await this.state.update(stateKey(this.uri), { excluded: [...excluded], included: [...included] });
  }

  async reread(): Promise<void> {
    const read = await readWithProgress(this.uri, this.currentChoices);
    this.currentProject = await this.detectAgain(this.withoutUndecided(read));
  }

  /** From now on `project` is how a package in the folder starts, or else has what the folder needs of those around it. */
  async detectPackage(packagePath: string | undefined): Promise<void> {
    this.detectAgain = async (project) => ({
      ...project,
      defaults: await (packagePath === undefined
        ? withWorkspace(project)
        : packageDefaults(project, packagePath)),
    });
    this.currentProject = await this.detectAgain(this.currentProject);
  }

  /** Decides on all secrets that are left: they are sent, or stay here. */
  async decideOnSecrets(areSent: boolean): Promise<void> {
    if (this.undecided.length === 0) return;
    const changed = this.undecided.map(({ path }) => ({ path, isDirectory: false, willBeSent: areSent }));
    await this.choose(choicesAfter(this.currentChoices, changed));
    await this.reread();
  }

  private withoutUndecided(read: ProjectFolder): ProjectFolder {
    const found = { ...read, secrets: [...read.secrets, ...secretsLeftOut(read)] };
    this.undecided = undecidedSecrets(found, this.currentChoices);
    if (this.undecided.length === 0) return found;
    const out = new Set(this.undecided.map(({ path }) => path));
    const files = found.files.filter(({ path }) => !out.has(path));
    return {
      ...found,
      files,
      totalBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      leftOut: [
        ...found.leftOut,
        ...this.undecided.map(({ path, sizeBytes }) => ({
          path,
          isDirectory: false,
          sizeBytes,
          rule: undecidedRule,
        })),
      ],
    };
  }
}

/** What is left out is not looked into: its name tells. */
function secretsLeftOut({ leftOut }: ProjectFolder): ProjectFolder["secrets"] {
  return leftOut.flatMap(({ path, isDirectory }) => {
    const kind = isDirectory ? undefined : secretByName(path);
    return kind ? [{ path, reason: secretWords(kind) }] : [];
  });
}

async function requireFolder(uri: vscode.Uri): Promise<void> {
  const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
  if (stat && (stat.type & vscode.FileType.Directory) !== 0) return;
  throw new Error(
    vscode.l10n.t("Couldn't read the folder {0}. Nothing was sent.", uri.path.split("/").at(-1) || "/"),
  );
}

async function readWithProgress(uri: vscode.Uri, choices: Choices): Promise<ProjectFolder> {
  const title =
    uri.scheme === appScheme ? vscode.l10n.t("Reading the app's files") : vscode.l10n.t("Reading the folder");
  return await withProgress(title, ({ signal }) => readProjectFolder(uri, { signal }, choices));
}

/** What the user decided on the folder's files. */
export function rememberedChoices(uri: vscode.Uri, state: StateMemory): Choices {
  const stored = readAs(storedChoices, state.get(stateKey(uri)));
  return stored ? { excluded: new Set(stored.excluded), included: new Set(stored.included) } : noChoices;
}

/** Forgets what the user chose to send against the rules; false where that was nothing. */
export async function forgetIncluded(uri: vscode.Uri, state: StateMemory): Promise<boolean> {
  const { excluded, included } = rememberedChoices(uri, state);
  if (included.size > 0) await state.update(stateKey(uri), { excluded: [...excluded], included: [] });
  return included.size > 0;
}

function stateKey(uri: vscode.Uri): `deploy.choices:${string}` {
  return `deploy.choices:${uri.toString()}`;
}
