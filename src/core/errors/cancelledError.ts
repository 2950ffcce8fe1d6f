/** Thrown when the user cancels; never shown. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
}

/** True for our own, VS Code's, and the platform's for an aborted request: the last two are known by their names. */
export function isCancellation(error: unknown): boolean {
  return error instanceof Error && ["CancelledError", "AbortError", "Canceled"].includes(error.name);
}
