// Reads a folder as a push or a pull compares it with its app.

import * as vscode from "vscode";
import type { SyncInput } from "../../../appFiles/transfer/plan/readPlans";
import type { AppKey } from "../../../core/model/appKey";
import { isRepositoryName } from "../../../core/paths/localNames";
import { localDisk } from "../../../editor/localDisk";
import { DeployFolder, rememberedChoices } from "../../../editor/project/deployFolder";
import {
  type ProjectFolder,
  type ReadFolderOptions,
  readProjectFolder,
} from "../../../editor/project/projectFolder";
import type { TransferServices } from "./transferServices";

/** What is compared, but for the memory of it and who is told. */
export type FolderInput = Omit<SyncInput, "memory" | "onProgress">;

interface Place extends AppKey {
  readonly folder: vscode.Uri;
}

type Services = Pick<TransferServices, "files" | "state">;

/** Without the files that may hold secrets, until somebody has decided on them. */
export async function readToSend(
  place: Place,
  services: Services,
  reading: ReadFolderOptions,
): Promise<FolderInput> {
  const { project } = await DeployFolder.read(place.folder, services.state, reading);
  return inputOf(project, place, services, reading.signal);
}

/** With all files that the rules do not leave out. */
export async function readToFill(
  place: Place,
  services: Services,
  reading: ReadFolderOptions,
): Promise<FolderInput> {
  const choices = rememberedChoices(place.folder, services.state);
  return inputOf(await readProjectFolder(place.folder, reading, choices), place, services, reading.signal);
}

function inputOf(
  { files: local, problems, rules }: ProjectFolder,
  { folder, accountId, appId }: Place,
  { files }: Services,
  signal: AbortSignal,
): FolderInput {
  return {
    app: files.get({ accountId, appId }),
    folder: localDisk(folder),
    local,
    problems: problems.map(({ path, kind }) => ({
      path,
      problem: kind === "unreadable" ? { kind, error: undefined } : { kind },
    })),
    rules,
    signal,
  };
}

/** Git would run what an app's files say there. */
export function requireNoRepository({ path, fsPath }: vscode.Uri): void {
  if (path.split("/").some(isRepositoryName))
    throw new Error(vscode.l10n.t("{0} is inside a .git folder. Nothing was written.", fsPath));
}
