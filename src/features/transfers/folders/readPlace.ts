// Reads a folder as a push or a pull compares it with its app.

import type * as vscode from "vscode";
import type { BothSidesLook } from "../../../appFiles/transfer/plan/readPlans";
import type { AppKey } from "../../../core/model/appKey";
import { localDisk } from "../../../editor/localDisk";
import { DeployFolder, rememberedChoices } from "../../../editor/project/deployFolder";
import {
  type FolderReading,
  type ProjectFolder,
  readProjectFolder,
} from "../../../editor/project/projectFolder";
import type { TransferServices } from "../transferServices";

/** What is compared, but for the memory of it and who is told. */
export type FolderLook = Omit<BothSidesLook, "memory" | "onProgress">;

interface Place extends AppKey {
  readonly folder: vscode.Uri;
}

type Services = Pick<TransferServices, "files" | "state">;

/** Without the files that may hold secrets, until somebody has decided on them. */
export async function readToSend(
  place: Place,
  services: Services,
  reading: FolderReading,
): Promise<FolderLook> {
  const { project } = await DeployFolder.read(place.folder, services.state, reading);
  return lookOf(project, place, services, reading.signal);
}

/** With all files that the rules do not leave out. */
export async function readToFill(
  place: Place,
  services: Services,
  reading: FolderReading,
): Promise<FolderLook> {
  const choices = rememberedChoices(place.folder, services.state);
  return lookOf(await readProjectFolder(place.folder, reading, choices), place, services, reading.signal);
}

function lookOf(
  { files: local, problems, rules }: ProjectFolder,
  { folder, accountId, appId }: Place,
  { files }: Services,
  signal: AbortSignal,
): FolderLook {
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
