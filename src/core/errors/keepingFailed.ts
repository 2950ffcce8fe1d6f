// What a change is refused with when what it would overwrite or delete cannot be kept.

/** The disk would not take it, or another window has taken the operation over: the change must not be made. */
export class KeepingFailed extends Error {
  override readonly name = "KeepingFailed";

  constructor(
    /** The path of the change; empty for the operation itself. */
    readonly path: string,
    readonly why: "disk" | "takenOver",
    options?: ErrorOptions,
  ) {
    super(`not kept (${why}): ${path}`, options);
  }
}
