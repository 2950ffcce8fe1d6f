// Maps errors of the file system to responses, the same for every file route.
import { BadRequest, DiskFull, Forbidden, HttpError, NotFound } from "../http/httpErrors";

/** Such as "ENOENT"; undefined for other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Other errors are returned unchanged. */
export function toFileAnswer(error: unknown, path: string): unknown {
  if (error instanceof HttpError) return error;
  switch (systemErrorCode(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return new NotFound(`There is no "${path}" in this application.`);
    case "EISDIR":
    case "EEXIST":
    case "ENOTEMPTY":
      return new BadRequest(`Something else is in the way at "${path}".`);
    case "ENAMETOOLONG":
    case "EINVAL":
    case "EILSEQ":
      return new BadRequest(`The path "${path}" isn't a valid path.`);
    case "ELOOP":
      return new BadRequest(`The path "${path}" leads outside the application.`);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new Forbidden(`This machine doesn't allow the service to use "${path}".`);
    case "ENOSPC":
    case "EDQUOT":
      return new DiskFull();
    default:
      return error;
  }
}
