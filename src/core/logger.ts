// What the code may say to a log. Tokens, environment values, invite codes, session addresses and file contents
// are never passed here.

/** A log with levels; `editor/outputLogger.ts` shows it in VS Code. */
export interface Logger {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Says nothing. */
export const silentLogger: Logger = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
