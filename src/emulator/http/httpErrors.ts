// The errors a caller can get, one class for each status. Handlers throw them; endpoints.ts turns them into `{error}`.

/** An answer other than success. The message is a sentence for the caller. */
export class HttpError extends Error {
  override readonly name: string = "HttpError";

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** 400: the caller sent something that cannot be right. */
export class BadRequest extends HttpError {
  override readonly name = "BadRequest";
  constructor(message: string) {
    super(400, message);
  }
}

/** 401: no token, or not ours. */
export class Unauthorized extends HttpError {
  override readonly name = "Unauthorized";
  constructor(message = "The access token is missing or isn't valid.") {
    super(401, message, { "www-authenticate": "Bearer" });
  }
}

/** 403: known caller, not allowed. */
export class Forbidden extends HttpError {
  override readonly name = "Forbidden";
  constructor(message: string) {
    super(403, message);
  }
}

/** 404: no such app, path or route. */
export class NotFound extends HttpError {
  override readonly name = "NotFound";
  constructor(message = "Not found") {
    super(404, message);
  }
}

/** 413: more bytes than the service takes or gives. */
export class TooLarge extends HttpError {
  override readonly name = "TooLarge";
  constructor(message: string) {
    super(413, message);
  }
}

/** 429: over a limit; says after how many seconds the same request is taken. */
export class TooManyRequests extends HttpError {
  override readonly name = "TooManyRequests";
  constructor(retryAfterSeconds: number) {
    super(429, "Too many requests. Try again later.", { "retry-after": String(retryAfterSeconds) });
  }
}

/** 503: the service is stopping. */
export class Stopping extends HttpError {
  override readonly name = "Stopping";
  constructor() {
    super(503, "The service is stopping.", { connection: "close" });
  }
}

/** 507: the disk of this machine is full. */
export class DiskFull extends HttpError {
  override readonly name = "DiskFull";
  constructor() {
    super(507, "There is no space left on this machine's disk.");
  }
}
