// What was asked of the service, for the assertions of tests. Only the newest requests are kept, with paths cut: callers
// without a token are noted too, and could otherwise fill the memory.

export interface LoggedRequest {
  /** On arrival, by the service's clock. */
  readonly time: number;
  readonly method: string;
  /** With the query, as it was sent. */
  readonly path: string;
  /** 0 while it isn't answered, and for good when the connection was cut. */
  readonly status: number;
}

const kept = 10_000;
const longestPath = 1_000;

/** Notes a request; the returned function notes its answer. */
export function logRequest(
  log: LoggedRequest[],
  request: Omit<LoggedRequest, "status">,
): (status: number) => void {
  // A slice of a long string keeps the whole of it in memory; a copy of the bytes does not.
  const path = Buffer.from(request.path.slice(0, longestPath)).toString();
  const entry = { ...request, path, status: 0 };
  log.push(entry);
  if (log.length > kept) log.splice(0, log.length - kept);
  return (status) => {
    entry.status = status;
  };
}
