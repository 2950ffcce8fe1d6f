/**
 * The backup could not be made, so neither may the change: the disk is full, backups take too much space already, or
 * another window runs the operation now.
 */
export class BackupFailed extends Error {
  override readonly name = "BackupFailed";

  constructor(
    /** The path of the change; empty for the operation itself. */
    readonly path: string,
    readonly why: "disk" | "full" | "takenOver",
    options?: ErrorOptions,
  ) {
    super(`not kept (${why}): ${path}`, options);
  }
}
