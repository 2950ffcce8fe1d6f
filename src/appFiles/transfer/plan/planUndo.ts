// Plans the undo of an operation, and the restore of single backups. Files that changed since stay by
// default.
import { forEachParallel } from "../../../core/async/parallel";
import type { SourceStat } from "../../../core/disk/folderSource";
import type { LocalFolder } from "../../../core/disk/localFolder";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import type { ContentFile } from "../../backups/operation";
import type { CannotUndo, ExpectedThere, UndoPlan, UndoStep } from "../../backups/undoPlan";
import type { BaseVersion } from "../../change/base";
import { mayBeText } from "../../read/fileReads";
import { isSameVersion } from "../../read/serviceTime";
import { PathsLook } from "./pathsLook";
import { maybeThere, type TransferApp } from "./transferApp";
import {
  type BackupContent,
  blockedRow,
  type TransferPlan,
  type TransferRow,
  unlessAlike,
  unlessLost,
} from "./transferPlan";
import { RowProblem } from "./transferProblem";

export interface UndoContext {
  readonly app: TransferApp;
  readonly folder: LocalFolder | undefined;
  readonly readContent: (content: ContentFile) => Promise<Uint8Array | undefined>;
  readonly signal: AbortSignal;
}

interface RestoredFile extends ContentFile {
  readonly path: string;
  readonly sizeBytes: number;
}

const readsAtOnce = 16;
const nowhere = {
  direction: "toApp",
  localPath: "",
  local: undefined,
  remote: undefined,
  askedAt: 0,
} as const;

/** Rejects when a folder of the app cannot be listed: a partial look is no plan. */
export async function planUndo({ steps, cannot }: UndoPlan, context: UndoContext): Promise<TransferPlan> {
  const found: (TransferRow | undefined)[] = steps.map(() => undefined);
  const { app, signal } = context;
  const look = await PathsLook.of(
    steps.flatMap(({ side, path }) => (side === "app" ? [path] : [])),
    app,
    signal,
  );
  await forEachParallel(
    steps,
    readsAtOnce,
    async (step, index) => {
      found[index] = step.side === "app" ? await rowInApp(step, context, look) : await rowHere(step, context);
    },
    signal,
  );
  const isLeft = (_: UndoStep, index: number): boolean => found[index]?.isChosen === false;
  const left = new Set(steps.filter(isLeft).map(({ wanted }) => wanted.kind === "content" && wanted.hash));
  // After a rename, its new name is the only copy of what is not restored.
  const isOnlyCopy = ({ wanted, expects }: UndoStep): boolean =>
    wanted.kind === "absent" && expects.hashes.some((hash) => left.has(hash));
  const rows = steps.flatMap((step, index) => {
    const row = found[index];
    return row ? [isOnlyCopy(step) ? { ...row, isChosen: false } : row] : [];
  });
  return { rows: [...rows, ...cannot.map(notBackedUp)], unchanged: steps.length - rows.length };
}

/** An existing file is replaced and backed up in turn; not selected when it is too large for that. */
export async function planRestore(
  files: readonly RestoredFile[],
  context: UndoContext,
): Promise<TransferPlan> {
  const look = await PathsLook.of(
    files.map(({ path }) => path),
    context.app,
    context.signal,
  );
  const rows = files.map(({ path, ...content }): TransferRow => {
    const { entry, askedAt = look.askedAt } = look.entries.get(path) ?? {};
    if (entry && entry.type !== "file")
      return blockedRow("toApp", { path, localPath: "" }, { kind: "isFolderInApp" });
    const row = { ...nowhere, path, remote: entry, askedAt, backup: backupContent(content, context) };
    const planned = { ...row, kind: entry ? "changed" : "added", isChosen: true } as const;
    return unlessLost(unlessAlike(planned, look.alikeOf(path)));
  });
  return { rows: rows.sort((a, b) => (a.path < b.path ? -1 : 1)), unchanged: 0 };
}

async function rowInApp(
  step: UndoStep,
  context: UndoContext,
  look: PathsLook,
): Promise<TransferRow | undefined> {
  const { path, wanted, expects } = step;
  const { entry, askedAt = look.askedAt } = look.entries.get(path) ?? {};
  // `remove` deletes only listed files.
  if (!entry && wanted.kind === "absent" && (await maybeThere(context.app, path, context.signal)))
    return blockedRow("toApp", { path, localPath: "" }, { kind: "maybeInApp" });
  // An unchanged version is compared by content right before its replacement.
  const isAsLeft = entry !== undefined && expects.versions.some((version) => isSameVersion(version, entry));
  const remoteHash = entry && !isAsLeft ? await hashInApp(path, entry, context) : undefined;
  if (wanted.kind === "absent" ? !entry : remoteHash === wanted.hash) return undefined;
  if (entry && entry.type !== "file")
    return blockedRow("toApp", { path, localPath: "" }, { kind: "isFolderInApp" });
  const backup = wanted.kind === "content" ? backupContent(wanted, context) : undefined;
  const row = { ...nowhere, path, remote: entry, askedAt, backup };
  if (!isExpected(expects, entry, remoteHash))
    return { ...row, remoteHash, kind: "changedOnBoth", reason: { kind: "changedSince" }, isChosen: false };
  const planned = { ...row, ...kindOf(wanted, entry), base: judging(expects) };
  return unlessLost(unlessAlike(planned, look.alikeOf(path)));
}

async function rowHere(step: UndoStep, context: UndoContext): Promise<TransferRow | undefined> {
  const { path, wanted, expects } = step;
  const { folder } = context;
  const found = await folder?.tryStat(path);
  const place = { path: `/${path}`, localPath: path };
  let localHash: string | undefined;
  try {
    localHash = folder && found && (await hashHere(path, found, context));
  } catch (error) {
    return blockedRow("toLocal", place, { kind: "unreadable", error });
  }
  if (wanted.kind === "absent" ? !found : localHash === wanted.hash) return undefined;
  if (found?.isLink) return blockedRow("toLocal", place, { kind: "linkInPlace" });
  if (found && found.type !== "file") return blockedRow("toLocal", place, { kind: "isFolderHere" });
  if (folder?.isUnsaved(path)) return blockedRow("toLocal", place, { kind: "unsaved" });
  const local = folder && found ? { path, ...found, read: () => folder.read(path) } : undefined;
  const backup = wanted.kind === "content" ? backupContent(wanted, context) : undefined;
  const row = { ...nowhere, ...place, direction: "toLocal", local, localHash, backup } as const;
  if (!isExpected(expects, undefined, localHash) || (found && localHash === undefined))
    return { ...row, kind: "changedOnBoth", reason: { kind: "changedSince" }, isChosen: false };
  return unlessLost({ ...row, ...kindOf(wanted, found) });
}

function kindOf(
  wanted: UndoStep["wanted"],
  found: object | undefined,
): Pick<TransferRow, "kind" | "isChosen"> {
  if (wanted.kind === "absent") return { kind: "deleted", isChosen: true };
  return { kind: found ? "changed" : "added", isChosen: true };
}

function isExpected(expects: ExpectedThere, entry: FileEntry | undefined, hash: string | undefined): boolean {
  if (hash !== undefined) return expects.hashes.includes(hash);
  if (entry) return expects.versions.some((version) => isSameVersion(version, entry));
  return expects.absent;
}

/** Evaluated at the change, when the content of a large file may be known. */
function judging(expects: ExpectedThere): BaseVersion {
  return { kind: "judged", accepts: (found, hash) => isExpected(expects, found, hash) };
}

function backupContent(
  content: ContentFile & { readonly sizeBytes: number },
  { readContent }: UndoContext,
): BackupContent {
  const { hash, sizeBytes } = content;
  return {
    hash,
    sizeBytes,
    read: async () => {
      const bytes = await readContent(content);
      if (!bytes) throw new RowProblem({ kind: "notBackedUp" });
      return bytes;
    },
  };
}

function notBackedUp({ side, path }: CannotUndo): TransferRow {
  return side === "app"
    ? blockedRow("toApp", { path, localPath: "" }, { kind: "notBackedUp" })
    : blockedRow("toLocal", { path: `/${path}`, localPath: path }, { kind: "notBackedUp" });
}

/** Undefined when it would cost a download, or fails. */
async function hashInApp(
  path: string,
  entry: FileEntry,
  { app, signal }: UndoContext,
): Promise<string | undefined> {
  if (entry.type !== "file" || !mayBeText(entry.name, entry.sizeBytes)) return undefined;
  try {
    return (await app.readContent(path, entry, { signal, priority: "normal" })).hash;
  } catch (error) {
    if (!isServiceError(error, "notFound", "badResponse", "badInput")) throw error;
    return undefined;
  }
}

async function hashHere(
  path: string,
  { type, isLink }: SourceStat,
  { app, folder }: UndoContext,
): Promise<string | undefined> {
  return type === "file" && !isLink && folder ? await app.hash(await folder.read(path)) : undefined;
}
