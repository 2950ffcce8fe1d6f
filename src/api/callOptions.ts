// What every call to the service can be told besides its own arguments.

/** Who waits for the answer: a person, an ordinary task, or nobody in particular. */
export type Priority = "interactive" | "normal" | "background";

/** From the first to go to the last. */
export const priorities: readonly Priority[] = ["interactive", "normal", "background"];

/** The one of the two that goes first. */
export function higherPriority(a: Priority, b: Priority): Priority {
  return priorities.indexOf(a) <= priorities.indexOf(b) ? a : b;
}

export interface CallOptions {
  /** Aborting rejects the call with the signal's reason; what waits is then never sent. */
  readonly signal?: AbortSignal | undefined;
  /** Place in the queue where the service limits this call; "normal" when absent. */
  readonly priority?: Priority | undefined;
  /** Longest wait for one answer; the client's own limit when absent. */
  readonly timeoutMs?: number | undefined;
  /** How long a 429 is waited out, counted from the first request of this call; 90,000 when absent. */
  readonly deadlineMs?: number | undefined;
}
