// Base versions: what a change's author had last seen, compared with the remote file.
import { FileProblem } from "../../core/errors/fileProblem";
import type { FileEntry } from "../../core/model/model";
import { isSameEntry, isSameVersion, type ServiceTime } from "../read/serviceTime";

export type BaseVersion =
  | { readonly kind: "absent" }
  /** By SHA-256; also met by no file, unless `mustExist`. */
  | { readonly kind: "contents"; readonly hashes: readonly string[]; readonly mustExist?: boolean }
  /**
   * A version, listed at `askedAt` and `provenAt` (monotonic), or read (`hash`). Not met by one that proves
   * nothing, nor by one from before an own put, which a lagging listing may show.
   */
  | {
      readonly kind: "version";
      readonly entry: FileEntry;
      readonly askedAt: number;
      readonly provenAt?: number;
      readonly hash?: string;
    }
  | { readonly kind: "any" }
  /** `hash` is undefined for no file, and for one that is too large to read. */
  | { readonly kind: "judged"; accepts(found: FileEntry | undefined, hash: string | undefined): boolean };

export interface Found {
  readonly entry: FileEntry | undefined;
  readonly hash: string | undefined;
  /** Proof of this window's last put to the path; monotonic. */
  readonly ownPutAt?: number | undefined;
}

/** The remote file is not the base version: nothing was changed. */
export class Conflict extends FileProblem {
  constructor(
    path: string,
    readonly found: Found,
  ) {
    super("changedOnService", path);
  }
}

export function isBaseMet(
  base: BaseVersion,
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

/** Also met by what was found earlier, unchanged. An exact version stays exact. */
export function baseOrJust(base: BaseVersion, found: Found, serviceTime: ServiceTime): BaseVersion {
  if (base.kind === "any" || base.kind === "version") return base;
  return {
    kind: "judged",
    accepts: (entry, hash) =>
      (hash === found.hash && isSameEntry(entry, found.entry)) ||
      isBaseMet(base, { entry, hash }, serviceTime),
  };
}
