// What ends something that the user let go of.

/** The user let go: nothing is said. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
}
