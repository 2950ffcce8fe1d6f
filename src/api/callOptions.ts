// What every call to the service can be told besides its own arguments.

/** Who waits for the answer: a person, an ordinary task, or nobody in particular. */
export type Priority = "interactive" | "normal" | "background";

/** From the first to go to the last. */
export const priorities: readonly Priority[] = ["interactive", "normal", "background"];

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

/** Of a request that changes files. */
export interface SendOptions extends CallOptions {
  /**
   * A last check, with the limit's slot taken and right before the request, each time that it is sent. When it rejects,
   * nothing is sent, the slot is given back, and the call rejects so.
   */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /** Told each time the request is on its way; again when it is sent again after a 429. */
  readonly onDidSend?: (() => void) | undefined;
}

export interface DownloadOptions extends CallOptions {
  /** Lengthens the time limit, and bounds what is read. */
  readonly expectedBytes?: number | undefined;
  /**
   * Takes the bytes as they come, one piece after the other, so that they need not be held; the result is then empty.
   * What breaks off after the first piece is not asked for again.
   */
  readonly onChunk?: ((bytes: Uint8Array) => Promise<void> | void) | undefined;
}
