// A small typed event, because core and api do not know VS Code's.

/** Something that can be let go of. */
export interface Disposable {
  dispose(): void;
}

/** Calls the listener on each event until disposed. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Fires one kind of event to its listeners, in the order they came. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T): void => listener(value);
    this.listeners.add(own);
    return { dispose: () => void this.listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}
