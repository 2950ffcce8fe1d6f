// What the author of a removal agrees to: the targets as they had seen them, and the loss of what a question has named.

import type { TreeEntry } from "../../core/paths/walkTree";
import { Conflict, isBaseMet } from "../base";
import type { ChangeParts } from "../changeParts";
import type { Content } from "../read/contents";
import { isSameEntry } from "../serviceTime";
import { CannotKeep, type FoundTargets, type NotKept, type RemoveOptions, type Snapshot } from "./change";

/** The content of each file that goes, or why that cannot be kept. */
export type ReadContents = ReadonlyMap<TreeEntry, Content | NotKept>;

export class RemovalAgreement {
  constructor(private readonly parts: Pick<ChangeParts, "own" | "serviceTime">) {}

  /** Throws CannotKeep when entries below the targets are not shown and nobody has agreed to lose them. */
  requireShown(found: FoundTargets, options: RemoveOptions): void {
    const hidden = [...found].flatMap(([path, snapshot]) =>
      snapshot && snapshot.hidden > 0 ? [{ path, why: "hidden" as const }] : [],
    );
    requireAgreed(hidden, found, options);
  }

  /** Why the author does not agree that what was found goes; undefined when they do. */
  conflict(snapshot: Snapshot, read: ReadContents, options: RemoveOptions): Conflict | undefined {
    return this.conflictWithAsked(snapshot, read, options) ?? this.conflictWithBase(snapshot, read);
  }

  private conflictWithBase({ target, entry, files }: Snapshot, read: ReadContents): Conflict | undefined {
    const { path, tree } = target;
    if (entry.type === "directory") {
      const isJustThese =
        !tree ||
        (files.length === tree.size && files.every((file) => tree.get(file.path) === hashIn(read, file)));
      return isJustThese ? undefined : new Conflict(path, { entry, hash: undefined });
    }
    const base = typeof target.base === "function" ? target.base() : target.base;
    const found = { entry, hash: hashIn(read, files[0]) };
    return isBaseMet(base, found, this.parts.serviceTime) ? undefined : new Conflict(path, found);
  }

  /** What came after the removal was asked for, or after the question about it, is not agreed to; our own work is. */
  private conflictWithAsked(
    { target, entry, files }: Snapshot,
    read: ReadContents,
    { lossAgreed, asked, order = Number.POSITIVE_INFINITY }: RemoveOptions,
  ): Conflict | undefined {
    const conflict = new Conflict(target.path, { entry, hash: undefined });
    const putOf = (file: TreeEntry) => this.parts.own.putOf(file.path, file.entry, hashIn(read, file));
    if (files.some((file) => (putOf(file)?.order ?? 0) > order)) return conflict;
    const agreed = lossAgreed === undefined || lossAgreed === true ? asked : lossAgreed.found;
    // What could not be looked at before a question was not in it.
    if (agreed && agreed !== asked && !agreed.has(target.path)) return conflict;
    if (!agreed?.has(target.path)) return undefined;
    const then = agreed.get(target.path);
    const before = new Map(then?.files.map((file) => [file.path, file.entry]));
    const isAgreed = files.every(
      (file) => isSameEntry(before.get(file.path), file.entry) || putOf(file) !== undefined,
    );
    return isAgreed ? undefined : conflict;
  }
}

/** Throws CannotKeep when nobody has agreed to lose these of the files that were found. */
export function requireAgreed(lost: CannotKeep["files"], found: FoundTargets, options: RemoveOptions): void {
  if (notAgreed(lost, options).length > 0) throw new CannotKeep(lost, meantOf(found, options));
}

/** Of a file's content, when that was read. */
function hashIn(read: ReadContents, file: TreeEntry | undefined): string | undefined {
  const found = file && read.get(file);
  return typeof found === "object" ? found.hash : undefined;
}

/** What was not named when a person agreed to lose files that cannot be kept. */
function notAgreed(lost: CannotKeep["files"], { lossAgreed }: RemoveOptions): CannotKeep["files"] {
  if (lossAgreed === true) return [];
  return lost.filter(
    ({ path, why }) => !lossAgreed?.files.some((agreed) => agreed.path === path && agreed.why === why),
  );
}

/** What the author of a removal means: what the path held when it was asked for, where that was looked at. */
function meantOf(found: FoundTargets, { asked }: RemoveOptions): FoundTargets {
  return new Map([...found].map(([path, now]) => [path, asked?.has(path) ? asked.get(path) : now]));
}
