/** What this machine remembers of an account's releases exists, and cannot be read or understood. */
export class ReleasesUnreadable extends Error {
  override readonly name = "ReleasesUnreadable";

  constructor(options?: ErrorOptions) {
    super("the releases cannot be read", options);
  }
}
