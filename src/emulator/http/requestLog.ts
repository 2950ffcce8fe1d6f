// Requests for the assertions of tests. Bounded in number and length: callers without a token could otherwise
// fill the memory.

export interface LoggedRequest {
  /** Arrival, by the service's clock. */
  readonly time: number;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** 0 until the response, and for a cut connection. */
  readonly status: number;
}

const kept = 10_000;
const longestPath = 1_000;

/** Call the returned function with the response. */
export function logRequest(
  log: LoggedRequest[],
  request: Omit<LoggedRequest, "status">,
): (status: number) => void {
  // A slice would keep the whole string in memory; a copy does not.
  const path = Buffer.from(request.path.slice(0, longestPath)).toString();
  const entry = { ...request, path, status: 0 };
  log.push(entry);
  if (log.length > kept) log.splice(0, log.length - kept);
  return (status) => {
    entry.status = status;
  };
}
