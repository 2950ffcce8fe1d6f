/** The secret storage failed during sign-in or sign-out, so nothing may be shown as done. */
export class SessionNotStored extends Error {
  override readonly name = "SessionNotStored";

  constructor(
    /** Storing a token failed, deleting it failed, or another window signed the account out meanwhile. */
    readonly why: "store" | "delete" | "signedOut",
    options?: ErrorOptions,
  ) {
    super(`the session was not kept (${why})`, options);
  }
}
