// Connections that keep the service alive; without any it ends.

const heartbeatMs = 5_000;

/** Longest wait for the first user, and for the next one. */
export interface LifelineLimits {
  readonly neverUsedMs: number;
  readonly unusedMs: number;
}

export const lifelineLimits: LifelineLimits = { neverUsedMs: 60_000, unusedMs: 15_000 };

export class Lifelines {
  readonly #limits: LifelineLimits;
  readonly #onUnused: (() => void) | undefined;
  readonly #open = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: LifelineLimits, onUnused: (() => void) | undefined) {
    this.#limits = limits;
    this.#onUnused = onUnused;
    this.#wait(limits.neverUsedMs);
  }

  /** Stays open until the caller leaves or the service stops. */
  open(): Response {
    clearTimeout(this.#timer);
    let release: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const beat = (): void => controller.enqueue(new Uint8Array([10]));
        beat();
        const heartbeat = setInterval(beat, heartbeatMs).unref();
        release = () => {
          clearInterval(heartbeat);
          this.#release(release);
        };
        this.#open.add(release);
      },
      cancel: () => release(),
    });
    return new Response(body, { headers: { "content-type": "text/plain", "cache-control": "no-store" } });
  }

  /** The server closes the connections. */
  dispose(): void {
    clearTimeout(this.#timer);
    for (const release of [...this.#open]) release();
    clearTimeout(this.#timer);
  }

  #release(release: () => void): void {
    if (this.#open.delete(release) && this.#open.size === 0) this.#wait(this.#limits.unusedMs);
  }

  #wait(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#onUnused) this.#timer = setTimeout(this.#onUnused, delayMs);
  }
}
