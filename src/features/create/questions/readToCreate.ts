// Reads the folder that an app is created from, after what its hosted-app.json has run before each deploy.
import type * as vscode from "vscode";
import type { NewAppSettings } from "../../../core/model/model";
import { KeptFolder } from "../../../core/project/keptFolder";
import { appScheme } from "../../../editor/appUris";
import { localDisk } from "../../../editor/localDisk";
import { agreeToTask } from "../../../editor/project/agreements";
import { DeployFolder } from "../../../editor/project/deployFolder";
import { runPreDeployTask } from "../../../editor/project/preDeployTask";
import type { NamedApps } from "../../../editor/project/projectFileIn";
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
  /** Whether the user is asked. */
  readonly isAsking: boolean;
  /** Whether what the argument says was agreed to before. */
  readonly isAgreed: boolean;
}

interface FolderToCreate {
  readonly folder: DeployFolder;
  readonly named: NamedApps;
  /** What was chosen while reading, of the settings. */
  readonly settings: Partial<NewAppSettings>;
  /** What cannot be read, where the user goes on without it. */
  readonly skipped: readonly string[];
}

/** Rejects with CancelledError when the user leaves, or with a sentence that says why nothing can be sent. */
export async function readToCreate(named: vscode.Uri, reading: CreateReading): Promise<FolderToCreate> {
  let next: NonNullable<ProjectAnswers["other"]> = { uri: named };
  for (;;) {
    const read = await readOne(next.uri, reading);
    const { problems } = read.folder.project;
    await askAboutUnreadable(problems, reading.isAsking);
    const skipped = problems.map(({ path }) => path);
    if (!reading.isAsking) return { ...read, skipped, settings: {} };
    await read.folder.detectPackage(next.packagePath);
    const { other, settings } = await askAboutProject(read);
    if (!other) return { ...read, skipped, settings };
    next = other;
  }
}

async function readOne(
  uri: vscode.Uri,
  { state, extensionUri, diagnostics, isAsking, isAgreed }: CreateReading,
): Promise<AskedProject & { readonly named: NamedApps }> {
  const kept = new KeptFolder(localDisk(uri));
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
