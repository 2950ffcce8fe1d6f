// The undo of an operation: per file, the content to restore or the deletion, and the expected remote file.
import type { ContentFile, LoggedChange, Operation, WhyNoBackup } from "./operation";

/** The file as the operation may have left it; anything else is a later change and a conflict. */
export interface ExpectedThere {
  readonly absent: boolean;
  /** SHA-256, of any of these contents. */
  readonly hashes: readonly string[];
  /** For contents that cannot be read. */
  readonly versions: readonly { readonly sizeBytes: number; readonly modifiedAt: number }[];
}

export interface UndoStep {
  readonly side: "app" | "local";
  readonly path: string;
  readonly wanted:
    | (ContentFile & {
        readonly kind: "content";
        readonly sizeBytes: number;
        readonly modifiedAt?: number | undefined;
      })
    | { readonly kind: "absent" };
  readonly expects: ExpectedThere;
}

export interface CannotUndo {
  readonly side: "app" | "local";
  readonly path: string;
  readonly why: WhyNoBackup;
  readonly sizeBytes: number;
}

export interface UndoPlan {
  /** In this order: the operation's last change first. */
  readonly steps: readonly UndoStep[];
  readonly cannot: readonly CannotUndo[];
}

interface Fold {
  readonly first: LoggedChange;
  readonly last: LoggedChange;
}

/** Folds several changes of a path: content before the first, expectation of the last. */
export function undoPlan({ changes }: Pick<Operation, "changes">): UndoPlan {
  const steps: UndoStep[] = [];
  const cannot: CannotUndo[] = [];
  for (const { first, last } of foldedByPath(changes).reverse()) {
    const { side, path, before } = first;
    if (before.kind === "notBackedUp") {
      cannot.push({ side, path, why: before.why, sizeBytes: before.sizeBytes });
      continue;
    }
    const wanted: UndoStep["wanted"] = before.kind === "content" ? { ...before, kind: "content" } : before;
    const expects = expectedAfter(last);
    if (!isAlreadySo(wanted, expects)) steps.push({ side, path, wanted, expects });
  }
  return { steps, cannot };
}

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
  // A change without a known end may not have happened.
  const old = end === "unknown" ? before : undefined;
  return {
    absent: what === "remove" || old?.kind === "absent",
    hashes: [hash, old?.kind === "content" ? old.hash : undefined].filter((each) => each !== undefined),
    versions: isVersion ? [{ sizeBytes, modifiedAt }] : [],
  };
}

function isAlreadySo(wanted: UndoStep["wanted"], { absent, hashes, versions }: ExpectedThere): boolean {
  if (wanted.kind === "absent") return absent && hashes.length === 0 && versions.length === 0;
  return !absent && hashes.length > 0 && hashes.every((hash) => hash === wanted.hash);
}
