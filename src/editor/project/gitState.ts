// Reads the state of a folder from VS Code's own git. It may be off, missing or slow, and is another extension's: none
// of its answers is trusted, and nothing waits for it for long.
import * as vscode from "vscode";
import { type Clock, within } from "../../core/async/clock";
import { field, readAs, readFields } from "../../core/parse";
import { isObject } from "../../core/text/isObject";
import { extensionOf } from "../host/optionalApis";
import type { ComparedFile } from "../safeUi/dialogs";

/** State of the commit that is checked out. */
export interface GitState {
  readonly commit: string;
  /** Undefined where no branch is checked out. */
  readonly branch: string | undefined;
  readonly subject: string | undefined;
  /** Number of files in the folder that differ from the commit. */
  readonly uncommitted: number;
}

const longestMs = 5_000;
const longestSubject = 60;

const fileUri = field.readBy((value) => (value instanceof vscode.Uri ? value : undefined));

const changes = field.readable(field.object({ uri: fileUri }));

/** Undefined where the folder is in no repository that is open. Never rejects. */
export async function gitStateOf(
  folder: vscode.Uri,
  clock: Pick<Clock, "after">,
): Promise<GitState | undefined> {
  return await within(clock, longestMs, readState(folder)).catch(() => undefined);
}

/** What git says of a file, which need not exist; undefined for what it does not say. */
interface FileInGit {
  readonly isTracked?: boolean | undefined;
  readonly isIgnored?: boolean | undefined;
}

/** Never rejects. */
export async function fileInGit(file: vscode.Uri, clock: Pick<Clock, "after">): Promise<FileInGit> {
  return (await within(clock, longestMs, readFile(file)).catch(() => undefined)) ?? {};
}

async function readFile(file: vscode.Uri): Promise<FileInGit> {
  const repository = await call(await gitApi(), "getRepository", file);
  const code = field.object({ gitErrorCode: field.text });
  const isTracked = await call(repository, "getObjectDetails", "", file.fsPath).then(
    (found) => (found === undefined ? undefined : true),
    (error) => (readAs(code, error)?.gitErrorCode === "UnknownPath" ? false : undefined),
  );
  const ignored = await call(repository, "checkIgnore", [file.fsPath]);
  return { isTracked, isIgnored: ignored instanceof Set ? ignored.size > 0 : undefined };
}

const isHash = /^[0-9a-f]{7,64}$/i;
/** Of the git extension's `Status`. */
const [added, deleted] = [[1], [2, 6]];
const changesBetween = field.readable(
  field.object({ uri: fileUri, originalUri: fileUri, status: field.number }),
);

/**
 * The files that a commit changed, or that now differ from it, as `showChanges` takes them.
 * Undefined where no open repository has the commit.
 */
export async function changesOfCommit(
  commit: string,
  against: "parent" | "folder",
): Promise<readonly ComparedFile[] | undefined> {
  const api = await gitApi().catch(() => undefined);
  const { repositories = [] } = readFields({ repositories: field.list(field.anything) }, api);
  for (const repository of isHash.test(commit) ? repositories : []) {
    const found = await call(repository, "getCommit", commit).catch(() => undefined);
    if (!isObject(found)) continue;
    const isOwn = against === "parent";
    const from = isOwn ? readFields({ parents: field.texts }, found).parents?.[0] : commit;
    if (from === undefined)
      throw new Error(vscode.l10n.t("{0} is the repository's first commit.", commit.slice(0, 7)));
    const changed = isOwn
      ? await call(repository, "diffBetween", from, commit)
      : await call(repository, "diffWith", commit);
    const at = async (uri: vscode.Uri, ref: string) => readAs(fileUri, await call(api, "toGitUri", uri, ref));
    return await Promise.all(
      (readAs(changesBetween, changed) ?? []).map(
        async ({ uri, originalUri, status }): Promise<ComparedFile> => [
          added.includes(status) ? undefined : await at(originalUri, from),
          deleted.includes(status) ? undefined : isOwn ? await at(uri, commit) : uri,
          uri,
        ],
      ),
    );
  }
  return undefined;
}

async function gitApi(): Promise<unknown> {
  const extension = extensionOf("vscode.git");
  if (!extension) return undefined;
  return await call(extension.isActive ? extension.exports : await extension.activate(), "getAPI", 1);
}

async function readState(folder: vscode.Uri): Promise<GitState | undefined> {
  const repository = await call(await gitApi(), "getRepository", folder);
  if (!isObject(repository)) return undefined;
  await call(repository, "status");
  const { HEAD: head, ...lists } = readFields(
    {
      HEAD: field.object({ commit: field.text, name: field.optional(field.text) }),
      workingTreeChanges: changes,
      indexChanges: changes,
      mergeChanges: changes,
      untrackedChanges: changes,
    },
    repository["state"],
  );
  if (!head || !isHash.test(head.commit)) return undefined;
  const inFolder = `${folder.toString().replace(/\/$/, "")}/`;
  const changed = Object.values(lists)
    .flatMap((list) => list ?? [])
    .map(({ uri }) => String(uri))
    .filter((uri) => uri.startsWith(inFolder));
  const { message } = readFields({ message: field.text }, await call(repository, "getCommit", head.commit));
  return {
    commit: head.commit,
    branch: head.name,
    subject: message?.split("\n")[0]?.trim().slice(0, longestSubject) || undefined,
    uncommitted: new Set(changed).size,
  };
}

async function call(object: unknown, method: string, ...given: readonly unknown[]): Promise<unknown> {
  const found: unknown = isObject(object) ? object[method] : undefined;
  return typeof found === "function" ? await Reflect.apply(found, object, given) : undefined;
}

/** "main a1b2c3d". */
export function commitText({
  branch,
  commit,
}: {
  readonly commit: string;
  readonly branch?: string | undefined;
}): string {
  return [branch, commit.slice(0, 7)].filter(Boolean).join(" ");
}

/** "3 uncommitted files"; empty without any. */
export function uncommittedText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? vscode.l10n.t("1 uncommitted file") : vscode.l10n.t("{0} uncommitted files", count);
}
