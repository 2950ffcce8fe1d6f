// The service's clock; tests inject it to measure rate limits to the millisecond.

/** Milliseconds since the epoch. */
export interface EmulatorClock {
  now(): number;
}

export const machineClock: EmulatorClock = { now: () => Date.now() };

/** ISO 8601 in UTC. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
