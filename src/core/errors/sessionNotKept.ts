// What signing in or out fails with when the secret storage does not do its part.

/** The sign-in was not kept, or not removed: nothing may be shown as done. */
export class SessionNotKept extends Error {
  override readonly name = "SessionNotKept";

  constructor(
    /** What failed: to store a token, to delete it, or another window signed the account out meanwhile. */
    readonly why: "store" | "delete" | "signedOut",
    options?: ErrorOptions,
  ) {
    super(`the session was not kept (${why})`, options);
  }
}
