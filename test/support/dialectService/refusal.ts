// An error response.
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Maps errors of the disk; others are thrown. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return new Refusal(404, "Not found");
  if (code === "EISDIR" || code === "EEXIST") return new Refusal(400, "Something else is in the way");
  throw error;
}
