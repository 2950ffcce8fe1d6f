/**
 * The list is complete, so an app that it lacks no longer exists: the list was read, the last read did not fail, and no
 * page is missing.
 */
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
