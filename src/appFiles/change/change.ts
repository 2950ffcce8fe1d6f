// What removals are made of: their targets, what was found of them, and how they end.
import type { Priority } from "../../api/callOptions";
import { FileProblem } from "../../core/errors/fileProblem";
import type { FileEntry } from "../../core/model/model";
import type { TreeEntry } from "../../core/paths/walkTree";
import type { ChangeId, ChangeLog } from "../backups/changeLog";
import type { Base } from "../base";
import type { Content } from "../read/contents";
import type { Listing } from "../read/observations";

/** What is to be removed, and what its author had seen of it. A folder's base is the tree as it is found. */
export interface RemoveTarget {
  readonly path: string;
  readonly base: Base | (() => Base);
  /** Files that a folder must hold and no others, by path, with the hash of each: it goes only when it is just these. */
  readonly tree?: ReadonlyMap<string, string> | undefined;
}

export interface RemoveOptions {
  /** Its place among all changes that were asked for; `AppFiles.nextOrder` when absent. */
  readonly order?: number | undefined;
  readonly priority?: Priority | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly log?: ChangeLog | undefined;
  /**
   * A person has agreed that entries go that are not shown, and files that are not kept: those that were named, of what
   * was found then, or (true) whatever the bases allow.
   */
  readonly lossAgreed?: Pick<CannotKeep, "files" | "found"> | true | undefined;
  /** All content is proved to be in another place as well: files that are too large to be kept can go. */
  readonly isElsewhere?: boolean | undefined;
  /** What the paths held when the removal was asked for, when it had to wait for other changes of these paths. */
  readonly asked?: FoundTargets | undefined;
  /** Asked right before the request: true lets nothing be sent. */
  readonly isOutdated?: (() => boolean) | undefined;
  /** False for a file that is not kept, because a tool makes it again; such files are named before they go. */
  readonly isKept?: ((path: string) => boolean) | undefined;
  /** Told how many of the files were kept so far. */
  readonly onKept?: ((kept: number, of: number) => void) | undefined;
}

/** A path that is still there, or of which that is not known, and why. */
export interface LeftPath {
  readonly path: string;
  readonly error: unknown;
}

export interface RemoveResult {
  readonly gone: readonly string[];
  readonly left: readonly LeftPath[];
}

/** Why a file cannot be kept. */
export type NotKept = "tooLarge" | "unreadable" | "generated";

/** What would go for good: it cannot be kept. Nothing was removed. */
export class CannotKeep extends FileProblem {
  constructor(
    readonly files: readonly { readonly path: string; readonly why: NotKept | "hidden" }[],
    /** What was found: an agreement to lose it is about this and nothing that comes later. */
    readonly found: FoundTargets,
  ) {
    super("cannotKeep", files[0]?.path ?? "/", String(files.length));
  }

  /** With what was agreed to before: the first question says what was found. */
  alsoAgreed(before: CannotKeep | undefined): CannotKeep {
    return before ? new CannotKeep([...before.files, ...this.files], before.found) : this;
  }
}

/** One file or folder as it was found, with all that it holds. */
export interface Snapshot {
  readonly target: RemoveTarget;
  readonly entry: FileEntry;
  readonly askedAt: number;
  /** Below a folder: every file and other entry. */
  readonly files: readonly TreeEntry[];
  /** The folder and those below it, as they were listed. */
  readonly folders: ReadonlyMap<string, Listing>;
  /** Entries below it that are not shown. */
  readonly hidden: number;
}

/** What is no folder, as a removal finds it. */
export function snapshotOfFile(target: RemoveTarget, entry: FileEntry, askedAt: number): Snapshot {
  return { target, entry, askedAt, files: [{ path: target.path, entry }], folders: new Map(), hidden: 0 };
}

/** What was found of targets, by path: undefined where nothing was. Those that could not be looked at are not in it. */
export type FoundTargets = ReadonlyMap<string, Snapshot | undefined>;

/** A file that is kept, as it was found. */
export interface KeptFile {
  readonly path: string;
  readonly current: Content | undefined;
  readonly change: ChangeId;
}

/** A target that is looked at, kept and written down. */
export interface PreparedRemoval {
  readonly snapshot: Snapshot;
  readonly kept: readonly KeptFile[];
}

/** Something changed between the first look and the request: nothing was sent. */
export class Overtaken extends Error {}
