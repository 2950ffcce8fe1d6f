// Makes Ctrl-C and SIGTERM an ordinary exit, so that what was started is stopped and what was made is removed.

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs `stop`, when given, and exits; a second signal does not wait for it. */
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
