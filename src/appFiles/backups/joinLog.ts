// The lines of one log as changes with what became of them.
import { isOutdated, type Stamp } from "./age";
import type { BeginLine, DidLine, EndLine, LogLine, SingleLine, WillLine } from "./journalLines";

export interface JoinedChange {
  readonly will: WillLine;
  /** The last that was said; absent when nobody came to say it. */
  readonly did?: DidLine;
}

export interface JoinedLog {
  readonly begin?: BeginLine;
  readonly single?: SingleLine;
  readonly end?: EndLine;
  /** In the order in which they were written down. */
  readonly changes: readonly JoinedChange[];
  /** Of the line that was written last. */
  readonly last?: Stamp;
}

/** A line may be there twice. */
export function joinLog(lines: readonly LogLine[]): JoinedLog {
  const heads: { begin?: BeginLine; single?: SingleLine; end?: EndLine } = {};
  const changes = new Map<number, JoinedChange>();
  for (const line of lines) {
    if (line.type === "begin") heads.begin ??= line;
    else if (line.type === "single") heads.single ??= line;
    else if (line.type === "end") heads.end = line;
    else if (line.type === "will" && !changes.has(line.change)) changes.set(line.change, { will: line });
    else if (line.type === "did") {
      const change = changes.get(line.change);
      if (change) changes.set(line.change, { ...change, did: line });
    }
  }
  const last = lines.at(-1);
  return { ...heads, changes: [...changes.values()], ...(last && { last }) };
}

/** The contents that a log still needs: of changes that were made, or may have been, within the last day. */
export function neededHashes({ changes }: JoinedLog, now: Stamp): string[] {
  return changes.flatMap((change) =>
    change.did?.end === "notDone" || isOutdated(change.will, now) ? [] : hashOf(change),
  );
}

/** All contents that a log names. */
export function allHashes({ changes }: JoinedLog): string[] {
  return changes.flatMap(hashOf);
}

function hashOf({ will: { before } }: JoinedChange): string[] {
  return before !== "absent" && "hash" in before ? [before.hash] : [];
}
