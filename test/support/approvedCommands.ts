// Lets tests run commands with arguments and without confirmation, by this VS Code's key, which no link has.

/** Environment variable that src/editor/commands/consent.ts reads. */
export const approvalVariable = "HOSTED_APPS_APPROVAL_KEY";

/** Adds the key to an object; other arguments are unchanged. */
export function withApprovalKey<T>(argument: T, key: string): T {
  const isFields = typeof argument === "object" && argument !== null && !Array.isArray(argument);
  return isFields ? { ...argument, approvalKey: key } : argument;
}
