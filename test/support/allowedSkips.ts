// The only reasons for a test not to run: another platform, and root where a file's mode does not bind.
import type { Context } from "mocha";

/** Skips a test that means nothing on these platforms. */
export function skipOn(context: Context, platforms: readonly NodeJS.Platform[]): void {
  if (platforms.includes(process.platform)) context.skip();
}

/** Skips a test of permissions that do not bind root. */
export function skipAsRoot(context: Context): void {
  if (process.getuid?.() === 0) context.skip();
}
