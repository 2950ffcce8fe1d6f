// Ends a launcher with its work's exit code, or with one sentence on why it failed.

/** Exits when all output is written. */
export function mainProgram(work: () => Promise<number>): void {
  const failEarlyEnd = (): void => {
    process.exitCode ||= 1;
  };
  // The process may otherwise exit with 0, or with nothing left to wait for.
  process.once("exit", failEarlyEnd);
  const exitWith = (code: number): void => {
    process.off("exit", failEarlyEnd);
    process.stdout.write("", () => process.exit(code));
  };
  work().then(exitWith, (error: unknown) => {
    process.stderr.write(`${describe(error)}\n`);
    exitWith(1);
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = process.env["DEBUG"] ? error.stack : error.message;
  return error.cause instanceof Error ? `${detail}\n${error.cause.message}` : (detail ?? error.message);
}
