// Reads single files for a push: files to send, files that rules or a possible secret exclude, and unreadable files.
// Reads only these files, and the rules of the folders above them.
import type * as vscode from "vscode";
import { obstacleAbove } from "../../../appFiles/transfer/localChanges";
import type { FilesInput } from "../../../appFiles/transfer/plan/readFilesPlan";
import type { TransferProblem } from "../../../appFiles/transfer/plan/transferProblem";
import type { ArchiveFile } from "../../../core/archive/archive";
import { mostArchiveBytes } from "../../../core/archive/packedEstimate";
import type { LocalFolder } from "../../../core/disk/localFolder";
import { findSecrets, secretsByName } from "../../../core/project/findSecrets";
import { readFileRules } from "../../../core/project/readFileRules";
import { localDisk } from "../../../editor/localDisk";
import { rememberedChoices } from "../../../editor/project/deployFolder";
import { ruleWords, secretWords } from "../../../editor/project/folderWords";
import type { StateMemory } from "../../../editor/state/stateMemory";

export interface LeftOutFile {
  readonly file: ArchiveFile;
  readonly reason: string;
  readonly mayHoldSecret: boolean;
  readonly isRuledOut: boolean;
}

interface ReadFiles extends Pick<FilesInput, "problems"> {
  readonly folder: LocalFolder;
  readonly local: readonly ArchiveFile[];
  readonly leftOut: readonly LeftOutFile[];
}

const mostSecretBytes = 4 * 1024 * 1024;

/** `paths` are relative to the folder. Rejects with the signal's reason. */
export async function readFiles(
  uri: vscode.Uri,
  paths: readonly string[],
  state: StateMemory,
  signal: AbortSignal,
): Promise<ReadFiles> {
  const folder = localDisk(uri);
  const choices = rememberedChoices(uri, state);
  const problems: { path: string; problem: TransferProblem }[] = [];
  const found: ArchiveFile[] = [];
  for (const path of paths) {
    const file = await look(folder, path);
    if ("problem" in file) problems.push(file);
    else found.push(file);
  }
  const foundPaths = found.map(({ path }) => path);
  const { rules, unread } = await readFileRules(folder, foundPaths, choices);
  for (const path of unread.keys()) problems.push({ path, problem: { kind: "rulesUnreadable" } });
  const { secrets, unreadable } = await findSecrets(found, { signal, maxTextBytes: mostSecretBytes });
  const all = [...(await secretsByName(found)), ...secrets];
  const reasons = new Map(all.map(({ path, kind, line }) => [path, secretWords(kind, line)]));
  for (const [path, error] of unreadable) problems.push({ path, problem: { kind: "unreadable", error } });
  const readable = found.filter(({ path }) => !unreadable.has(path));
  const leftOut = readable.flatMap((file): LeftOutFile[] => {
    if (choices.included.has(file.path)) return [];
    const rule = rules.ruleAgainst(file.path, false);
    const secret = reasons.get(file.path);
    const why = [secret, rule && ruleWords(rule)].filter((each) => each !== undefined);
    const is = { mayHoldSecret: secret !== undefined, isRuledOut: rule !== undefined };
    return why.length === 0 ? [] : [{ file, reason: why.join(", "), ...is }];
  });
  const out = new Set(leftOut.map(({ file }) => file));
  return { folder, local: readable.filter((file) => !out.has(file)), leftOut, problems };
}

async function look(
  folder: LocalFolder,
  path: string,
): Promise<ArchiveFile | { readonly path: string; readonly problem: TransferProblem }> {
  try {
    const stat = await folder.tryStat(path);
    if (!stat) return { path, problem: { kind: "vanished" } };
    if (stat.isLink || (await obstacleAbove(path, folder))?.isLink)
      return { path, problem: { kind: "link" } };
    if (stat.type === "directory") {
      // Rejects for a folder that cannot be read.
      await folder.list(path);
      return { path, problem: { kind: "isFolderHere" } };
    }
    if (stat.type !== "file") return { path, problem: { kind: "special" } };
    if (stat.sizeBytes > mostArchiveBytes) return { path, problem: { kind: "tooLarge" } };
    const { sizeBytes, modifiedAt } = stat;
    return { path, sizeBytes, modifiedAt, read: () => folder.read(path) };
  } catch (error) {
    return { path, problem: { kind: "unreadable", error } };
  }
}
