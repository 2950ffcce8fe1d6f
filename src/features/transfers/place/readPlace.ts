import type { SyncInput } from "../../../appFiles/transfer/plan/readPlans";
import { undecidedRule } from "../../../core/project/deployPreview";
import type { ProjectDefaults } from "../../../core/project/detect/projectDefaults";
import { linkRule } from "../../../core/project/readFolder";
import { localDisk } from "../../../editor/localDisk";
import { DeployFolder, rememberedChoices } from "../../../editor/project/deployFolder";
import {
  type ProjectFolder,
  type ReadFolderOptions,
  readProjectFolder,
  withSecrets,
} from "../../../editor/project/projectFolder";
import type { FolderKey } from "./transferPlace";
import type { TransferServices } from "./transferServices";

export interface FolderInput extends Omit<SyncInput, "memory" | "onProgress"> {
  readonly defaults?: ProjectDefaults;
}
type Services = Pick<TransferServices, "files" | "state">;

/** Without files that may hold secrets, until the user has decided on them. */
export async function readToSend(
  place: FolderKey,
  services: Services,
  reading: ReadFolderOptions,
): Promise<FolderInput> {
  const { project } = await DeployFolder.read(place.folder, services.state, reading);
  const heldBack = project.leftOut.flatMap(({ path, sizeBytes = 0, rule }) => {
    if (rule === linkRule) return { path, problem: { kind: "link" } as const };
    if (rule !== undecidedRule) return [];
    const file = { path, sizeBytes, read: () => project.read(path) };
    return { path, file, problem: { kind: "mayHoldSecret" } as const };
  });
  return { ...inputOf(project, place, services, reading.signal), heldBack };
}

/** With all files that no rule excludes. */
export async function readToFill(
  place: FolderKey,
  services: Services,
  reading: ReadFolderOptions,
): Promise<FolderInput> {
  const choices = rememberedChoices(place.folder, services.state);
  const found = await readProjectFolder(place.folder, reading, choices);
  return inputOf(await withSecrets(found, reading.signal), place, services, reading.signal);
}

function inputOf(
  { files: local, problems, rules, defaults }: ProjectFolder,
  { folder, accountId, appId }: FolderKey,
  { files }: Services,
  signal: AbortSignal,
): FolderInput {
  return {
    app: files.get({ accountId, appId }),
    folder: localDisk(folder),
    ...{ local, defaults },
    problems: problems.map(({ path, kind }) => ({
      path,
      problem: kind === "unreadable" ? { kind, error: undefined } : { kind },
    })),
    rules,
    signal,
  };
}
