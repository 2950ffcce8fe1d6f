// What the author of a change had seen of its target, and whether the remote file now is that.
import { FileProblem } from "../../core/errors/fileProblem";
import type { FileEntry } from "../../core/model/model";
import { isSameEntry, isSameVersion, type ServiceTime } from "../read/serviceTime";

/** What the author of a change had seen of its target. */
export type Base =
  /** Nothing was there. */
  | { readonly kind: "absent" }
  /** One of these contents, by hash; nothing either, unless `mustExist`. */
  | { readonly kind: "contents"; readonly hashes: readonly string[]; readonly mustExist?: boolean }
  /**
   * Exactly this version, as it was listed at `askedAt`, and last at `provenAt` (monotonic), or as it was read (`hash`).
   * One that proves nothing is refused, and so is one of before an own put, which a late listing may still show.
   */
  | {
      readonly kind: "version";
      readonly entry: FileEntry;
      readonly askedAt: number;
      readonly provenAt?: number;
      readonly hash?: string;
    }
  /** Whatever is there: a person has agreed to replace it. */
  | { readonly kind: "any" }
  /** The caller decides. `hash` is undefined when nothing is there, or when it is too large to be read. */
  | { readonly kind: "judged"; accepts(found: FileEntry | undefined, hash: string | undefined): boolean };

/** What was found in the place of a change. */
export interface Found {
  readonly entry: FileEntry | undefined;
  /** Of its content, when that was read. */
  readonly hash: string | undefined;
  /** When the last put from here to this path was proved; monotonic. */
  readonly ownPutAt?: number | undefined;
}

/** What is in the app is not what the author of a change had seen: nothing was changed. */
export class Conflict extends FileProblem {
  constructor(
    path: string,
    readonly found: Found,
  ) {
    super("changedOnService", path);
  }
}

/** Whether a change made on this base may replace or delete what was found. */
export function isBaseMet(
  base: Base,
  { entry, hash, ownPutAt = -Infinity }: Found,
  serviceTime: ServiceTime,
): boolean {
  switch (base.kind) {
    case "any":
      return true;
    case "absent":
      return entry === undefined;
    case "contents":
      if (!entry) return !base.mustExist;
      return hash !== undefined && base.hashes.includes(hash);
    case "version":
      return (
        entry?.type === base.entry.type &&
        isSameVersion(entry, base.entry) &&
        ownPutAt <= base.askedAt &&
        (base.hash === undefined
          ? serviceTime.isCertain(base.entry, base.provenAt ?? base.askedAt)
          : base.hash === hash)
      );
    case "judged":
      return base.accepts(entry, hash);
  }
}

/** Met as the base is, and also by what was found before, just as it was then. One version stays the only one. */
export function baseOrJust(base: Base, found: Found, serviceTime: ServiceTime): Base {
  if (base.kind === "any" || base.kind === "version") return base;
  return {
    kind: "judged",
    accepts: (entry, hash) =>
      (hash === found.hash && isSameEntry(entry, found.entry)) ||
      isBaseMet(base, { entry, hash }, serviceTime),
  };
}
