// Reads the folder that an app is created from, after what its hosted-app.json has run before each deploy.
import type * as vscode from "vscode";
import type { NewAppSettings } from "../../../core/model/model";
import { appScheme } from "../../../editor/appUris";
import { agreeToTask } from "../../../editor/project/agreements";
import { DeployFolder } from "../../../editor/project/deployFolder";
import { runPreDeployTask } from "../../../editor/project/preDeployTask";
import type { NamedApps } from "../../../editor/project/projectFileIn";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { askAboutUnreadable } from "../preview/filesNotAsShown";
import { type ProjectFileDiagnostics, readProjectFile } from "../projectFile/readProjectFile";
import { askAboutProject, type ProjectAnswers } from "./askAboutProject";
import type { AskedProject } from "./askProject";
import { readOrExclude } from "./askTooMany";

/** What is read, and how much may be asked on the way. */
interface CreateReading {
  readonly state: StateMemory;
  readonly extensionUri: vscode.Uri;
  readonly diagnostics: ProjectFileDiagnostics;
  /** Whether somebody is there to answer. */
  readonly isAsking: boolean;
  /** Whether what the argument says was agreed to before. */
  readonly isAgreed: boolean;
}

/** A folder with what its hosted-app.json says. */
interface FolderToCreate {
  readonly folder: DeployFolder;
  readonly named: NamedApps;
  /** What was chosen while reading, of the settings. */
  readonly settings: Partial<NewAppSettings>;
}

/** Rejects with CancelledError when the user lets go, or with a sentence that says why nothing can be sent. */
export async function readToCreate(named: vscode.Uri, reading: CreateReading): Promise<FolderToCreate> {
  let next: NonNullable<ProjectAnswers["other"]> = { uri: named };
  for (;;) {
    const read = await readOne(next.uri, reading);
    if (!reading.isAsking) return { ...read, settings: {} };
    await askAboutUnreadable(read.folder.project.problems, true);
    await read.folder.detectPackage(next.packagePath);
    const { other, settings } = await askAboutProject(read);
    if (!other) return { ...read, settings };
    next = other;
  }
}

async function readOne(
  uri: vscode.Uri,
  reading: CreateReading,
): Promise<AskedProject & { readonly named: NamedApps }> {
  const named = await readProjectFile(uri, reading.diagnostics);
  const task = named.file?.preDeployTask;
  if (task !== undefined && uri.scheme !== appScheme) {
    if (!reading.isAgreed) await agreeToTask(uri, task, reading.state);
    await runPreDeployTask(uri, task, reading.isAsking);
  }
  const { state, extensionUri } = reading;
  const folder = await (reading.isAsking ? readOrExclude(uri, state) : DeployFolder.read(uri, state));
  return { folder, named, projectFile: named.file, extensionUri };
}
