// What a list of apps proves.

/** Whether an app that the list lacks is gone: it was read, the last try did not fail, and no page of it is missing. */
export function isWholeList({
  apps,
  error,
  missing,
}: {
  readonly apps: unknown;
  readonly error: unknown;
  readonly missing: unknown;
}): boolean {
  return Boolean(apps && !error && !missing);
}
