// What a change is refused with when what it would overwrite or delete cannot be kept.

/** The change must not be made: the disk is full, backups take too much already, or another window has the operation now. */
export class KeepingFailed extends Error {
  override readonly name = "KeepingFailed";

  constructor(
    /** The path of the change; empty for the operation itself. */
    readonly path: string,
    readonly why: "disk" | "full" | "takenOver",
    options?: ErrorOptions,
  ) {
    super(`not kept (${why}): ${path}`, options);
  }
}
