// Which windows are alive: what a closed one left unfinished can be taken over.
import type { Logger } from "../../core/logger";

export interface LivenessOptions {
  readonly windowId: string;
  readonly isWindowAlive: (id: string) => Promise<boolean> | boolean;
  readonly logger: Logger;
}

export class Liveness {
  constructor(private readonly options: LivenessOptions) {}

  /** When nobody can tell, it is there: nothing is taken from a window that may be at it. */
  async of(windowId: string): Promise<boolean> {
    if (windowId === this.options.windowId) return true;
    try {
      return await this.options.isWindowAlive(windowId);
    } catch (error) {
      this.options.logger.warn(`Whether another window is there cannot be told: ${error}`);
      return true;
    }
  }

  /** The same, asking once for each window. */
  remembered(): (windowId: string) => Promise<boolean> {
    const asked = new Map<string, Promise<boolean>>();
    return async (windowId) => {
      const answer = asked.get(windowId) ?? this.of(windowId);
      asked.set(windowId, answer);
      return await answer;
    };
  }
}
