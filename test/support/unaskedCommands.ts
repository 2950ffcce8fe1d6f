// Lets tests run commands with arguments and without questions, as no link can: with the key of this VS Code.

/** The environment variable that src/editor/commands/consent.ts reads. */
export const unaskedVariable = "HOSTED_APPS_UNASKED";

/** An argument object with the key; anything else as it is. */
export function withUnaskedKey<T>(argument: T, key: string): T {
  const isFields = typeof argument === "object" && argument !== null && !Array.isArray(argument);
  return isFields ? { ...argument, unasked: key } : argument;
}
