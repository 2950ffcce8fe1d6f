// Contents of a deploy: the files it would send and leave out, and the warnings before it.
import type * as vscode from "vscode";
import type { ArchiveFile } from "../../core/archive/archive";
import { mostArchiveBytes } from "../../core/archive/packedEstimate";
import type { FolderSource } from "../../core/disk/folderSource";
import type { OuterEntry } from "../../core/project/detect/hostFileFormats";
import type { ProjectDefaults } from "../../core/project/detect/projectDefaults";
import { readProject } from "../../core/project/detect/readProject";
import { findSecrets, secretsByName } from "../../core/project/findSecrets";
import type { FolderChoices, FolderRules } from "../../core/project/folderRules";
import { KeptFolder } from "../../core/project/keptFolder";
import { type FolderProblemKind, type LeftOut, readFolder } from "../../core/project/readFolder";
import { TooManyFilesError } from "../../core/project/tooManyFiles";
import { localDisk } from "../localDisk";
import { problemWords, secretWords, tooManyFilesSentence } from "./folderWords";

interface SecretFinding {
  readonly path: string;
  /** The kind of secret, in words; the secret itself is in no finding. */
  readonly reason: string;
}

export interface ProjectFolder {
  readonly uri: vscode.Uri;
  /** Sorted by path. */
  readonly files: readonly ArchiveFile[];
  readonly totalBytes: number;
  readonly defaults: ProjectDefaults;
  readonly leftOut: readonly LeftOut[];
  readonly secrets: readonly SecretFinding[];
  /** Files that should be sent and cannot be, with the kind in words: not among `files`. */
  readonly problems: readonly {
    readonly path: string;
    readonly kind: FolderProblemKind;
    readonly reason: string;
  }[];
  readonly rules: FolderRules;
  /** Any file of the folder, also one that is left out. */
  readonly read: FolderSource["read"];
  readonly list: FolderSource["list"];
}

const megabyte = 1024 * 1024;
/** Limit of bytes read to find secrets: quick on a disk, a round trip for each file elsewhere. */
const localSecretBytes = 16 * megabyte;
const remoteSecretBytes = megabyte / 4;

export type ReadFolderOptions = Pick<Parameters<typeof readFolder>[1], "signal" | "onFolder">;

/** Reads the folder through, with the secrets that names give away; `choices` are the user's and beat the rules. */
export async function readProjectFolder(
  uri: vscode.Uri,
  reading: ReadFolderOptions,
  choices?: FolderChoices,
  source: FolderSource = localDisk(uri),
): Promise<ProjectFolder> {
  const { ignoresCase } = localDisk(uri);
  const options = { ...reading, choices, ignoresCase, maxFileBytes: mostArchiveBytes };
  const { files, leftOut, problems, rules } = await readFolder(source, options).catch((error: unknown) => {
    if (error instanceof TooManyFilesError) error.message = tooManyFilesSentence(error.what);
    throw error;
  });
  return {
    ...{ uri, files, leftOut, rules },
    totalBytes: totalOf(files),
    defaults: await defaultsIn({ uri, files, leftOut, rules }, source),
    secrets: (await secretsByName([...files, ...leftOut])).map(inWords),
    problems: problems.map(({ path, kind }) => ({ path, kind, reason: problemWords(kind) })),
    read: (path) => source.read(path),
    list: (path) => source.list(path),
  };
}

/** `said` is what files outside of the folder say of the app. */
export async function defaultsIn(
  { uri, ...contents }: Pick<ProjectFolder, "uri" | "files" | "leftOut" | "rules">,
  source: FolderSource,
  said?: readonly OuterEntry[],
): Promise<ProjectDefaults> {
  return await readProject(nameOfFolder(uri), contents, existsIn(source), said);
}

/** A folder that questions are asked about; `known` is another one of the same questions. */
export function keptFolder(uri: vscode.Uri, known?: KeptFolder): KeptFolder {
  const { scheme, authority, path } = uri;
  const place = `${scheme}://${authority}${path.replace(/\/$/, "")}`;
  return known ? known.another(localDisk(uri), place) : new KeptFolder(localDisk(uri), place);
}

/** With the secrets that stand in its files, less the files that cannot be read. */
export async function withSecrets(project: ProjectFolder, signal: AbortSignal): Promise<ProjectFolder> {
  const maxTextBytes = project.uri.scheme === "file" ? localSecretBytes : remoteSecretBytes;
  const { secrets, unreadable } = await findSecrets(project.files, { signal, maxTextBytes });
  const files = project.files.filter(({ path }) => !unreadable.has(path));
  const problem = { kind: "unreadable", reason: problemWords("unreadable") } as const;
  const problems = [...unreadable.keys()].map((path) => ({ path, ...problem }));
  return {
    ...{ ...project, files, totalBytes: totalOf(files) },
    secrets: [...project.secrets, ...secrets.map(inWords)],
    problems: [...project.problems, ...problems].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

function inWords({ path, kind, line }: Awaited<ReturnType<typeof secretsByName>>[number]): SecretFinding {
  return { path, reason: secretWords(kind, line) };
}

/** An entry that cannot be read counts as missing. */
export function existsIn(source: Pick<FolderSource, "stat">): (path: string) => Promise<boolean> {
  return async (path) =>
    await source.stat(path).then(
      () => true,
      () => false,
    );
}

export function totalOf(files: readonly { readonly sizeBytes: number }[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function nameOfFolder(uri: vscode.Uri): string {
  return uri.path.split("/").filter(Boolean).at(-1) ?? "app";
}
