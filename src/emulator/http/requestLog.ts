// What was asked of the service, for the assertions of tests. Only the newest requests are kept.

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

/** Notes a request; the returned function notes its answer. */
export function logRequest(
  log: LoggedRequest[],
  request: Omit<LoggedRequest, "status">,
): (status: number) => void {
  const entry = { ...request, status: 0 };
  log.push(entry);
  if (log.length > kept) log.splice(0, log.length - kept);
  return (status) => {
    entry.status = status;
  };
}
