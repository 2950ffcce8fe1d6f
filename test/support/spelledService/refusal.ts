// An answer that is no success.
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** What an error of the disk means to a caller; what is neither is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return new Refusal(404, "Not found");
  if (code === "EISDIR" || code === "EEXIST") return new Refusal(400, "Something else is in the way");
  throw error;
}
