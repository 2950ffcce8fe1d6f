// The service's own clock, injected so that tests can measure limits to the millisecond without waiting.

/** Milliseconds since the epoch. */
export interface EmulatorClock {
  now(): number;
}

/** The machine's clock. */
export const machineClock: EmulatorClock = { now: () => Date.now() };

/** A moment in the form the interface uses: an ISO 8601 date-time in UTC. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
