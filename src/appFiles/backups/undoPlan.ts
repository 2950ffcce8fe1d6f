// What undoes an operation: for each file that it changed, what to put back or remove, and what must still be there.
import type { ContentFile, LoggedChange, Operation, WhyNotKept } from "./operation";

/** What the operation may have left in a place. Anything else came later, and is a conflict. */
export interface ExpectedThere {
  /** Nothing. */
  readonly absent: boolean;
  /** One of these contents, by SHA-256. */
  readonly hashes: readonly string[];
  /** One of these versions, where the content cannot be read to compare it. */
  readonly versions: readonly { readonly sizeBytes: number; readonly modifiedAt: number }[];
}

export interface UndoStep {
  readonly side: "app" | "local";
  readonly path: string;
  /** The content afterwards. Where it is there already, nothing need be done. */
  readonly wanted:
    | (ContentFile & {
        readonly kind: "content";
        readonly sizeBytes: number;
        readonly modifiedAt?: number | undefined;
      })
    | { readonly kind: "absent" };
  readonly expects: ExpectedThere;
}

/** The content before the operation is not kept. */
export interface CannotUndo {
  readonly side: "app" | "local";
  readonly path: string;
  readonly why: WhyNotKept;
  /** Of the content before the operation. */
  readonly sizeBytes: number;
}

export interface UndoPlan {
  /** To be made in this order: what the operation did last comes first. */
  readonly steps: readonly UndoStep[];
  readonly cannot: readonly CannotUndo[];
}

interface Fold {
  readonly first: LoggedChange;
  readonly last: LoggedChange;
}

/** Several changes of one path are one: from the content before the first to the content after the last. */
export function undoPlan({ changes }: Pick<Operation, "changes">): UndoPlan {
  const steps: UndoStep[] = [];
  const cannot: CannotUndo[] = [];
  for (const { first, last } of foldedByPath(changes).reverse()) {
    const { side, path, before } = first;
    if (before.kind === "notKept") {
      cannot.push({ side, path, why: before.why, sizeBytes: before.sizeBytes });
      continue;
    }
    const wanted: UndoStep["wanted"] = before.kind === "kept" ? { ...before, kind: "content" } : before;
    const expects = expectedAfter(last);
    if (!isAlreadySo(wanted, expects)) steps.push({ side, path, wanted, expects });
  }
  return { steps, cannot };
}

/** In the order of each path's last change. */
function foldedByPath(changes: readonly LoggedChange[]): Fold[] {
  const folds = new Map<string, Fold>();
  for (const change of changes) {
    if (change.end === "notDone") continue;
    const key = `${change.side} ${change.path}`;
    const first = folds.get(key)?.first ?? change;
    folds.delete(key);
    folds.set(key, { first, last: change });
  }
  return [...folds.values()];
}

function expectedAfter({ what, after, before, end }: LoggedChange): ExpectedThere {
  const { hash, sizeBytes, modifiedAt } = after;
  const isVersion = sizeBytes !== undefined && modifiedAt !== undefined;
  // Of a change whose end is not known, the content before it may be there still.
  const old = end === "unknown" ? before : undefined;
  return {
    absent: what === "remove" || old?.kind === "absent",
    hashes: [hash, old?.kind === "kept" ? old.hash : undefined].filter((each) => each !== undefined),
    versions: isVersion ? [{ sizeBytes, modifiedAt }] : [],
  };
}

function isAlreadySo(wanted: UndoStep["wanted"], { absent, hashes, versions }: ExpectedThere): boolean {
  if (wanted.kind === "absent") return absent && hashes.length === 0 && versions.length === 0;
  return !absent && hashes.length > 0 && hashes.every((hash) => hash === wanted.hash);
}
