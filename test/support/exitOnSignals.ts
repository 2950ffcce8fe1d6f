// Turns Ctrl-C and SIGTERM into a normal exit, so that processes are stopped and folders removed.

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** A second signal does not wait for `stop`. */
export function exitOnSignals(stop?: () => Promise<void>): void {
  let stopping = false;
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, () => {
      if (stopping || !stop) process.exit(code);
      stopping = true;
      stop().then(
        () => process.exit(code),
        (error: unknown) => {
          process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
          process.exit(1);
        },
      );
    });
  }
}
