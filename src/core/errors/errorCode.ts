/** The error has one of these codes: of Node.js, such as "ENOENT", or of VS Code, such as "FileNotFound". */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.some((code) => code === error.code);
}

/** For the `catch` of a read that may find nothing; an error with another code is thrown. */
export function undefinedIf(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, ...codes)) throw error;
    return undefined;
  };
}
