// Reads the folder that an app is created from, after what its hosted-app.json has run before each deploy.
import type * as vscode from "vscode";
import type { NewAppSettings } from "../../../core/model/model";
import { isWithin } from "../../../core/paths/appPath";
import type { OuterEntry } from "../../../core/project/detect/hostFileFormats";
import type { KeptFolder } from "../../../core/project/keptFolder";
import { projectFileName } from "../../../core/project/projectFileName";
import { settingsOfKeyed } from "../../../core/settings/settingsTable";
import { appScheme } from "../../../editor/appUris";
import { agreeToTask } from "../../../editor/project/agreements";
import { DeployFolder } from "../../../editor/project/deployFolder";
import { runPreDeployTask } from "../../../editor/project/preDeployTask";
import type { NamedApps } from "../../../editor/project/projectFileIn";
import { keptFolder } from "../../../editor/project/projectFolder";
import { startingSettings } from "../../../editor/project/startingSettings";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { askAboutUnreadable } from "../preview/filesNotAsShown";
import { type ProjectFileDiagnostics, readProjectFile } from "../projectFile/readProjectFile";
import { askAboutProject, type ProjectAnswers } from "./askAboutProject";
import { readOrExclude } from "./askTooMany";
import type { AskedProject } from "./question";

interface CreateReading {
  readonly state: StateMemory;
  readonly extensionUri: vscode.Uri;
  readonly diagnostics: ProjectFileDiagnostics;
  /** The user can be asked. */
  readonly isAsking: boolean;
  /** The user agreed to the argument before. */
  readonly isAgreed: boolean;
}

interface FolderToCreate {
  readonly folder: DeployFolder;
  readonly named: NamedApps;
  /** Settings that the user chose while the folder was read. */
  readonly settings: Partial<NewAppSettings>;
  /** Unreadable paths that the user goes on without. */
  readonly skipped: readonly string[];
}

/** Rejects with CancelledError when the user leaves, or with a sentence that says why nothing can be sent. */
export async function readToCreate(named: vscode.Uri, reading: CreateReading): Promise<FolderToCreate> {
  let next: NonNullable<ProjectAnswers["other"]> = { uri: named };
  let excluded: readonly string[] = [];
  const known = keptFolder(named);
  for (;;) {
    const read = await readOne(next.uri, reading, known);
    const { problems } = read.folder.project;
    await askAboutUnreadable(problems, reading.isAsking);
    const skipped = problems.map(({ path }) => path);
    if (!reading.isAsking) return { ...read, skipped, settings: {} };
    const { choices } = read.folder;
    const undecided = excluded.filter((path) => !choices.excluded.has(path) && !choices.included.has(path));
    if (undecided.length > 0) await read.folder.decide(undecided, false);
    await read.folder.detectPackage(next.packagePath, next.said, ownEntry(read));
    const isOfAnother = saysAnotherPackage(read, next.packagePath);
    // The whole folder's task runs before each deploy of it.
    const { preDeployTask } = read.projectFile ?? {};
    const rest = preDeployTask === undefined ? undefined : { preDeployTask };
    const asked = isOfAnother ? { ...read, projectFile: rest } : read;
    const { other, settings } = await askAboutProject(asked).catch((error: unknown) => {
      read.folder.leave();
      throw error;
    });
    const own = isOfAnother ? startingSettings(read.folder, undefined) : {};
    if (!other) return { ...read, skipped, settings: { ...own, ...settings } };
    read.folder.leave();
    excluded = excludedIn(other.uri, read.folder);
    const said = [...ownEntry(read), ...read.folder.said];
    next = other.packagePath === undefined ? other : { ...other, said };
  }
}

/** The hosted-app.json of a package is a suggestion where its whole workspace is sent. */
function ownEntry({ projectFile }: AskedProject): OuterEntry[] {
  return projectFile ? [{ file: projectFileName, read: () => settingsOfKeyed(projectFile) }] : [];
}

/** A workspace has one hosted-app.json for all of its packages. */
function saysAnotherPackage({ projectFile, folder }: AskedProject, packagePath: string | undefined): boolean {
  const said = projectFile?.mainFile;
  const isOwn = said === folder.project.defaults.mainFile || isWithin(packagePath ?? "", said ?? "");
  return packagePath !== undefined && said !== undefined && !isOwn;
}

/** Paths that the user excluded from a folder and that another one holds, too. */
function excludedIn(other: vscode.Uri, { uri, choices }: DeployFolder): string[] {
  if (other.scheme !== uri.scheme || other.authority !== uri.authority) return [];
  const prefix = ({ path }: vscode.Uri): string => `${path.replace(/\/$/, "")}/`;
  return [...choices.excluded]
    .map((path) => prefix(uri) + path)
    .filter((path) => path.startsWith(prefix(other)))
    .map((path) => path.slice(prefix(other).length));
}

async function readOne(
  uri: vscode.Uri,
  { state, extensionUri, diagnostics, isAsking, isAgreed }: CreateReading,
  known: KeptFolder,
): Promise<AskedProject & { readonly named: NamedApps }> {
  const kept = keptFolder(uri, known);
  const named = await readProjectFile(uri, diagnostics, kept);
  const task = named.file?.preDeployTask;
  if (task !== undefined && uri.scheme !== appScheme) {
    if (!isAgreed) await agreeToTask(uri, task, state);
    await runPreDeployTask(uri, task, isAsking);
    kept.refresh();
  }
  const folder = await (isAsking ? readOrExclude(uri, state, kept) : DeployFolder.open(uri, state, kept));
  if (!isAsking) await folder.secretsFound();
  return { folder, named, projectFile: named.file, extensionUri };
}
