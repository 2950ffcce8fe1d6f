// Segments as features see them: files to restore, and operations.

import type { MachineEntry } from "../../core/disk/machineFiles";
import type { AppKey } from "../../core/model/appKey";
import { omitUndefined } from "../../core/omitUndefined";
import { isOutdated, type Stamp } from "./age";
import type { BeginLine, Journal, JournalChange, WillLine } from "./journalLines";
import type { BackupFile, LoggedChange, Operation, PreviousContent } from "./operation";
import { changeId } from "./segment";

export interface FoundSegment extends Journal {
  readonly id: string;
  readonly folder: string;
  /** By name; a content's name is its hash. */
  readonly files: ReadonlyMap<string, MachineEntry>;
}

/** Shortened folder names of two apps may collide. */
export function isOfApp({ begin, single }: FoundSegment, { accountId, appId }: AppKey): boolean {
  const head = begin ?? single;
  return !head || (head.accountId === accountId && head.appId === appId);
}

export function isVisible({ last }: FoundSegment, state: Operation["state"], now: Stamp): boolean {
  return state === "running" || !last || !isOutdated(last, now);
}

/** The window that runs the operation, or ran it last. */
export function holderOf({ begin, owners }: Journal): string | undefined {
  return owners.at(-1) ?? begin?.window;
}

/** Oldest first. `key`: the app, for a segment whose first line is torn. */
export function backupFilesOf(segment: FoundSegment, now: Stamp, key?: AppKey): BackupFile[] {
  const head = segment.begin ?? segment.single ?? key;
  if (!head) return [];
  const { accountId, appId } = head;
  const kept: BackupFile[] = [];
  for (const { will, did } of segment.changes) {
    const before = beforeOf(segment, will, isOutdated(did ?? will, now));
    if (before.kind !== "content" || did?.end === "notDone") continue;
    // The same content was put again: nothing was lost.
    if (did?.end === "done" && will.what === "put" && (did.hash ?? will.afterHash) === before.hash) continue;
    const { kind, ...content } = before;
    const { side, path, what } = will;
    kept.push({
      ...{ id: changeId(segment.id, will.change), accountId, appId, side, path },
      why: what === "remove" ? "deleted" : "overwritten",
      ...content,
      lostAt: will.at,
      ...(segment.begin && { operationId: segment.id }),
    });
  }
  return kept;
}

export function operationOf(
  segment: FoundSegment,
  begin: BeginLine,
  state: Operation["state"],
  now: Stamp,
): Operation {
  const { kind, accountId, appId, appName, title } = begin;
  return omitUndefined({
    id: segment.id,
    header: omitUndefined({ kind, accountId, appId, appName, title }),
    state,
    outcome: segment.end?.outcome,
    startedAt: begin.at,
    lastAt: (segment.last ?? begin).at,
    changes: segment.changes.map((change) => changeOf(segment, change, now)),
  });
}

function changeOf(segment: FoundSegment, { will, did }: JournalChange, now: Stamp): LoggedChange {
  const { side, path, what, at } = will;
  const version = { sizeBytes: did?.sizeBytes, modifiedAt: did?.modifiedAt };
  const after = what === "remove" ? {} : { hash: did?.hash ?? will.afterHash, ...version };
  const before = beforeOf(segment, will, isOutdated(did ?? will, now));
  const id = changeId(segment.id, will.change);
  return { id, side, path, what, before, after: omitUndefined(after), end: did?.end ?? "unknown", at };
}

/** `isOld`: the change ended a day ago; its request may have waited long before, while the machine slept. */
function beforeOf({ folder, files }: FoundSegment, { before }: WillLine, isOld: boolean): PreviousContent {
  if (before === "absent") return { kind: "absent" };
  if ("notBackedUp" in before)
    return { kind: "notBackedUp", why: before.notBackedUp, sizeBytes: before.sizeBytes };
  if (isOld || !files.has(before.hash))
    return { kind: "notBackedUp", why: "gone", sizeBytes: before.sizeBytes };
  return { kind: "content", ...before, file: `${folder}/${before.hash}` };
}
