// Logs of changes as others want to see them: files that can be brought back, and operations.

import { present } from "../../api/present";
import type { AppKey } from "../../core/model/appKey";
import { isOutdated, type Stamp } from "./age";
import type { JoinedChange } from "./joinLog";
import type { BeginLine, WillLine } from "./journalLines";
import type { FoundLog } from "./keptLogs";
import type { KeptBefore, KeptFile, LoggedChange, Operation, OperationHeader } from "./operation";
import { changeId } from "./segment";

/** What is known at the moment of looking. */
export interface ViewContext {
  readonly now: Stamp;
  /** Whether a content is there. */
  readonly has: (hash: string) => Promise<boolean>;
}

/** Whether the log is one of this app: the names of folders may fall together. */
export function isOfApp({ begin, single }: FoundLog, { accountId, appId }: AppKey): boolean {
  const head = begin ?? single;
  return !head || (head.accountId === accountId && head.appId === appId);
}

/** Whether an operation is one of the last day, or goes on. */
export function isVisible({ last }: FoundLog, state: Operation["state"], now: Stamp): boolean {
  return state === "running" || !last || !isOutdated(last, now);
}

/** What can be brought back of one log's changes, newest last. */
export async function keptFilesOf(log: FoundLog, context: ViewContext): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const { will, did } of log.changes) {
    const { before } = will;
    if (before === "absent" || !("hash" in before) || did?.end === "notDone") continue;
    // The same content was put again: nothing was lost.
    if (did?.end === "done" && will.what === "put" && (did.hash ?? will.afterHash) === before.hash) continue;
    if (isOutdated(will, context.now) || !(await context.has(before.hash))) continue;
    const { side, path, what } = will;
    kept.push({
      id: changeId(log.id, will.change),
      side,
      path,
      why: what === "remove" ? "deleted" : "overwritten",
      ...before,
      lostAt: will.at,
      ...(log.begin && { operationId: log.id }),
    });
  }
  return kept;
}

/** `begin` is the log's own. */
export async function operationOf(
  log: FoundLog,
  begin: BeginLine,
  state: Operation["state"],
  context: ViewContext,
): Promise<Operation> {
  const changes: LoggedChange[] = [];
  for (const change of log.changes) changes.push(await changeOf(log.id, change, context));
  const lastAt = (log.last ?? begin).at;
  const outcome = log.end?.outcome;
  return present({
    id: log.id,
    header: headerOf(begin),
    state,
    outcome,
    startedAt: begin.at,
    lastAt,
    changes,
  });
}

function headerOf({ kind, accountId, appId, appName, title }: BeginLine): OperationHeader {
  return present({ kind, accountId, appId, appName, title });
}

async function changeOf(
  logId: string,
  { will, did }: JoinedChange,
  context: ViewContext,
): Promise<LoggedChange> {
  const { side, path, what, at } = will;
  const after = what === "remove" ? {} : { hash: did?.hash ?? will.afterHash, ...versionOf(did) };
  return {
    id: changeId(logId, will.change),
    side,
    path,
    what,
    before: await beforeOf(will, context),
    after: present(after),
    end: did?.end ?? "unknown",
    at,
  };
}

function versionOf(did: JoinedChange["did"]): LoggedChange["after"] {
  return present({ sizeBytes: did?.sizeBytes, modifiedAt: did?.modifiedAt });
}

async function beforeOf(will: WillLine, { now, has }: ViewContext): Promise<KeptBefore> {
  const { before } = will;
  if (before === "absent") return { kind: "absent" };
  if ("notKept" in before) return { kind: "notKept", why: before.notKept, sizeBytes: before.sizeBytes };
  const isThere = !isOutdated(will, now) && (await has(before.hash));
  return isThere
    ? { kind: "kept", ...before }
    : { kind: "notKept", why: "gone", sizeBytes: before.sizeBytes };
}
