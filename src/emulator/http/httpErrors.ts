// One class per error status. Handlers throw them; endpoints.ts sends `{error}`.

/** The message is a sentence for the caller. */
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

/** 400 */
export class BadRequest extends HttpError {
  override readonly name = "BadRequest";
  constructor(message: string) {
    super(400, message);
  }
}

/** 401: no token, or another one. */
export class Unauthorized extends HttpError {
  override readonly name = "Unauthorized";
  constructor(message = "The access token is missing or isn't valid.") {
    super(401, message, { "www-authenticate": "Bearer" });
  }
}

export class Forbidden extends HttpError {
  override readonly name = "Forbidden";
  constructor(message: string) {
    super(403, message);
  }
}

export class NotFound extends HttpError {
  override readonly name = "NotFound";
  constructor(message = "Not found") {
    super(404, message);
  }
}

/** 413, for requests and for responses. */
export class TooLarge extends HttpError {
  override readonly name = "TooLarge";
  constructor(message: string) {
    super(413, message);
  }
}

/** 429, with Retry-After in seconds. */
export class TooManyRequests extends HttpError {
  override readonly name = "TooManyRequests";
  constructor(retryAfterSeconds: number) {
    super(429, "Too many requests. Try again later.", { "retry-after": String(retryAfterSeconds) });
  }
}

/** 503, while the service stops. */
export class Stopping extends HttpError {
  override readonly name = "Stopping";
  constructor() {
    super(503, "The service is stopping.", { connection: "close" });
  }
}

/** 507 */
export class DiskFull extends HttpError {
  override readonly name = "DiskFull";
  constructor() {
    super(507, "There is no space left on this machine's disk.");
  }
}
