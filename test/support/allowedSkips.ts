// The only reasons to skip a test of `npm test`: another platform, and root, which ignores file modes.
import type { Context } from "mocha";

export function skipOn(context: Context, platforms: readonly NodeJS.Platform[]): void {
  if (platforms.includes(process.platform)) context.skip();
}

export function skipAsRoot(context: Context): void {
  if (process.getuid?.() === 0) context.skip();
}
