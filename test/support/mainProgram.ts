// How a launcher of ours ends: with the exit code of its work, or with one sentence that says why it could not.

/** Runs a program's work and exits with the code that it gives, once everything written has left. */
export function mainProgram(work: () => Promise<number>): void {
  const failEarlyEnd = (): void => {
    process.exitCode ||= 1;
  };
  // Something else may end the process with 0, or leave it nothing to wait for.
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
