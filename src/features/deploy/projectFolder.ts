// The files of a folder that a deploy would send, found through VS Code's own file access so that any folder that
// is open can be deployed.
import * as vscode from "vscode";
import type { ArchiveFile } from "../../core/archive";
import { IgnoreRules, ignoreFileNames } from "../../core/ignoreRules";
import {
  detectProject,
  mainFilesToRead,
  type ProjectDefaults,
  projectFilesToRead,
} from "../../core/projectDefaults";

export interface ProjectFolder {
  readonly uri: vscode.Uri;
  readonly files: readonly ArchiveFile[];
  readonly totalBytes: number;
  readonly defaults: ProjectDefaults;
  readonly leftOut: readonly LeftOut[];
  readonly secrets: readonly PossibleSecret[];
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

/** What the user decided on single paths, against the rules. */
export interface FolderChoices {
  readonly excluded: ReadonlySet<string>;
  readonly included: ReadonlySet<string>;
}

/** A file or folder that is not sent, and why. */
export interface LeftOut {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly sizeBytes?: number;
  readonly rule: { readonly source: string; readonly pattern: string };
}

/** A file that looks as if it held a secret. */
export interface PossibleSecret {
  readonly path: string;
  readonly reason: string;
}

/** More files than this are surely not one app's source. */
const maxFiles = 100_000;

/** Walks the folder. Links are not followed: they could lead out of it. */
export async function readProjectFolder(
  uri: vscode.Uri,
  signal: AbortSignal,
  choices: FolderChoices = { excluded: new Set(), included: new Set() },
): Promise<ProjectFolder> {
  const files: ArchiveFile[] = [];
  const leftOut: LeftOut[] = [];
  const problems: { path: string; reason: string }[] = [];
  await walk({
    root: uri,
    folder: "",
    rules: IgnoreRules.defaults(),
    files,
    leftOut,
    problems,
    signal,
    choices,
  });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const paths = files.map(({ path }) => path);
  const texts = new Map<string, string>();
  for (const name of [...projectFilesToRead, ...mainFilesToRead(paths)]) {
    const file = files.find(({ path }) => path === name);
    if (file) texts.set(name, new TextDecoder().decode(await file.read()));
  }
  const folderName = uri.path.split("/").filter(Boolean).at(-1) ?? "app";
  return {
    uri,
    files,
    totalBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    defaults: detectProject(folderName, paths, texts),
    leftOut,
    problems,
    secrets: [...files, ...leftOut]
      .filter(({ path }) => /(^|\/)(\.env(\..*)?|.*\.pem|.*secret.*)$/.test(path))
      .map(({ path }) => ({ path, reason: "its name" })),
  };
}

interface Walk {
  readonly root: vscode.Uri;
  readonly folder: string;
  readonly rules: IgnoreRules;
  readonly files: ArchiveFile[];
  readonly leftOut: LeftOut[];
  readonly problems: { path: string; reason: string }[];
  readonly choices: FolderChoices;
  readonly signal: AbortSignal;
}

async function walk({ root, folder, rules, files, leftOut, problems, choices, signal }: Walk): Promise<void> {
  signal.throwIfAborted();
  const here = folder === "" ? root : vscode.Uri.joinPath(root, folder);
  const entries = await vscode.workspace.fs.readDirectory(here);
  const ownRules = await rulesOf(here, folder, rules, new Set(entries.map(([name]) => name)));
  for (const [name, type] of entries) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const uri = vscode.Uri.joinPath(here, name);
    const isDirectory = type === vscode.FileType.Directory;
    const parents = path.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));
    if (choices.excluded.has(path)) {
      leftOut.push({ path, isDirectory, rule: { source: "preview", pattern: path } });
      continue;
    }
    if (ownRules.leavesOut(path, isDirectory) && !parents.some((each) => choices.included.has(each))) {
      leftOut.push({ path, isDirectory, rule: { source: ".gitignore", pattern: path } });
      continue;
    }
    if (type === vscode.FileType.Directory) {
      await walk({ root, folder: path, rules: ownRules, files, leftOut, problems, choices, signal });
    } else if (type === vscode.FileType.File) {
      const { size } = await vscode.workspace.fs.stat(uri);
      files.push({ path, sizeBytes: size, read: async () => await vscode.workspace.fs.readFile(uri) });
      if (files.length > maxFiles) {
        throw new Error(
          vscode.l10n.t(
            "The folder holds more than {0} files, so nothing was sent. Leave folders out with a .deployignore file.",
            maxFiles.toLocaleString(),
          ),
        );
      }
    }
  }
}

async function rulesOf(
  uri: vscode.Uri,
  folder: string,
  above: IgnoreRules,
  names: ReadonlySet<string>,
): Promise<IgnoreRules> {
  let rules = above;
  for (const name of ignoreFileNames) {
    if (!names.has(name)) continue;
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, name));
    rules = rules.with(folder, new TextDecoder().decode(bytes));
  }
  return rules;
}
