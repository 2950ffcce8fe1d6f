// The files of an app after a transfer, as far as this machine knows them: for a release.
import { isUnlisted } from "../read/pathLookup";
import { isAsSynced, type PushManifest, type SyncedFile, syncedAs } from "./plan/pushManifest";
import { putBytesOf, type TransferRow } from "./plan/transferPlan";
import type { RowEnd } from "./runTransfer";

interface EndedTransfer {
  /** What the folder and the app have in common after the transfer. */
  readonly memory: PushManifest;
  /** The files after the release before, for what the transfer did not look at. */
  readonly before: PushManifest;
  readonly planned: readonly TransferRow[];
  readonly ends: readonly RowEnd[];
  /** The plan looked at all files of the app. */
  readonly isWhole: boolean;
}

/** An empty hash: a content that only the app has. */
export function filesAfter({ memory, before, planned, ends, isWhole }: EndedTransfer): PushManifest {
  // An undo or a restore may have changed a file of the folder since it was pushed.
  const earlier = isWhole ? new Map([...before].filter(([path]) => memory.has(path))) : before;
  const files = newestOf(earlier, memory);
  const ended = new Map(ends.map(({ row, end }) => [row, end]));
  for (const row of planned) {
    const { path, direction, kind, remote } = row;
    if (direction !== "toApp" || kind === "blocked") continue;
    const end = ended.get(row);
    const sent = memory.get(path);
    if (end === "done" && putBytesOf(row) === undefined) files.delete(path);
    else if (end === "done" && sent) files.set(path, sent);
    if (end === "done") continue;
    if (end === "notKnown") files.set(path, { hash: "", sizeBytes: 0, modifiedAt: 0, isCertain: false });
    else if (remote?.type === "file") files.set(path, asLeft(row, remote, before.get(path)));
    else files.delete(path);
  }
  return files;
}

/** Paths that the app did not have. */
export function createdBy(ends: readonly RowEnd[]): string[] {
  const isNew = ({ row, end }: RowEnd): boolean => row.direction === "toApp" && end === "done" && !row.remote;
  return ends.filter(isNew).map(({ row }) => row.path);
}

/** Of each path what was in the app last. What a pull has restored locally counts for nothing. */
export function newestOf(...known: readonly PushManifest[]): Map<string, SyncedFile> {
  const newest = new Map<string, SyncedFile>();
  const timeOf = (file: SyncedFile | undefined): number => (!file || isUnlisted(file) ? 0 : file.modifiedAt);
  for (const files of known)
    for (const [path, file] of files) if (timeOf(file) >= timeOf(newest.get(path))) newest.set(path, file);
  return newest;
}

/** A teammate's content is not known, even when the plan has read it: a rollback must not take it for ours. */
function asLeft(
  { synced }: TransferRow,
  remote: NonNullable<TransferRow["remote"]>,
  before: SyncedFile | undefined,
): SyncedFile {
  const known = [synced, before].find((each) => each && isAsSynced(remote, each));
  return syncedAs(remote, known?.hash ?? "", false);
}
