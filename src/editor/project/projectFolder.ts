// What a deploy of a folder would send, what it leaves out, and what a person should know before it is sent.
import type * as vscode from "vscode";
import type { ArchiveFile } from "../../core/archive/archive";
import { mostArchiveBytes } from "../../core/archive/packedEstimate";
import type { ProjectDefaults } from "../../core/project/detect/projectDefaults";
import { readProject } from "../../core/project/detect/readProject";
import { findSecrets } from "../../core/project/findSecrets";
import type { FolderChoices, FolderRules } from "../../core/project/folderRules";
import {
  type FolderContents,
  type FolderProblemKind,
  type LeftOut,
  readFolder,
} from "../../core/project/readFolder";
import { TooManyFilesError } from "../../core/project/tooManyFiles";
import { localDisk } from "../localDisk";
import { problemWords, secretWords, tooManyFilesSentence } from "./folderWords";

export type { FolderChoices, LeftOut };

/** A file that would be sent although it looks like a secret. */
interface SecretFinding {
  readonly path: string;
  /** What it is, in words; the secret itself is in no finding. */
  readonly reason: string;
}

/** Something that should be sent and cannot be. */
interface FolderFinding {
  readonly path: string;
  readonly kind: FolderProblemKind;
  /** The kind in words. */
  readonly reason: string;
}

export interface ProjectFolder {
  readonly uri: vscode.Uri;
  /** In the order of their paths. */
  readonly files: readonly ArchiveFile[];
  readonly totalBytes: number;
  readonly defaults: ProjectDefaults;
  readonly leftOut: readonly LeftOut[];
  readonly secrets: readonly SecretFinding[];
  /** What should be sent and cannot be: not among `files`. */
  readonly problems: readonly FolderFinding[];
  /** What is left out, for any path. */
  readonly rules: FolderRules;
}

const megabyte = 1024 * 1024;
/** What is read to find secrets: quick on a disk, a round trip for each file elsewhere. */
const localSecretBytes = 16 * megabyte;
const remoteSecretBytes = megabyte / 4;

export interface ReadFolderOptions {
  readonly signal: AbortSignal;
  /** Told of each folder that is gone into, "" for the folder itself, before it is read. */
  readonly onFolder?: ((path: string) => void) | undefined;
}

/** Reads the folder through; `choices` are what a person chose in the preview and beat the rules. */
export async function readProjectFolder(
  uri: vscode.Uri,
  reading: ReadFolderOptions,
  choices?: FolderChoices,
): Promise<ProjectFolder> {
  const { signal } = reading;
  const contents = await readContents(uri, reading, choices);
  const { secrets, unreadable } = await findSecrets(contents.files, {
    signal,
    maxTextBytes: uri.scheme === "file" ? localSecretBytes : remoteSecretBytes,
  });
  const files = contents.files.filter(({ path }) => !unreadable.has(path));
  const problems = [
    ...contents.problems,
    ...[...unreadable.keys()].map((path) => ({ path, kind: "unreadable" as const })),
  ].map(({ path, kind }) => ({ path, kind, reason: problemWords(kind) }));
  return {
    uri,
    files,
    totalBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    defaults: await readProject(nameOfFolder(uri), { ...contents, files }, existsIn(uri)),
    leftOut: contents.leftOut,
    rules: contents.rules,
    secrets: secrets.map(({ path, kind, line }) => ({ path, reason: secretWords(kind, line) })),
    problems: problems.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

async function readContents(
  uri: vscode.Uri,
  reading: ReadFolderOptions,
  choices: FolderChoices | undefined,
): Promise<FolderContents> {
  try {
    const disk = localDisk(uri);
    return await readFolder(disk, {
      ...reading,
      choices,
      ignoresCase: disk.ignoresCase,
      maxFileBytes: mostArchiveBytes,
    });
  } catch (error) {
    if (error instanceof TooManyFilesError) error.message = tooManyFilesSentence(error.what);
    throw error;
  }
}

/** Resolves with whether something is there; what cannot be seen is as good as none. */
export function existsIn(uri: vscode.Uri): (path: string) => Promise<boolean> {
  const disk = localDisk(uri);
  return async (path) =>
    await disk.stat(path).then(
      () => true,
      () => false,
    );
}

function nameOfFolder(uri: vscode.Uri): string {
  return uri.path.split("/").filter(Boolean).at(-1) ?? "app";
}
