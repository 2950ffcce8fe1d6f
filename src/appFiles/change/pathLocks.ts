// One change at a time per path, with its parents and children, in call order. Other paths run in parallel. A service may
// take names that differ only in letter case or accents for one.

import { onAbort } from "../../core/async/onAbort";
import { overlaps } from "../../core/paths/appPath";
import { foldedPath } from "../../core/paths/localNames";

interface Ticket {
  readonly owner: unknown;
  readonly order: number;
  /** Folded. */
  readonly paths: readonly string[];
  isHeld: boolean;
  readonly enter: () => void;
}

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  readonly owner?: unknown;
  readonly order?: number | undefined;
}

export type Release = () => void;

export class PathLocks {
  private tickets: Ticket[] = [];

  /** Resolves when earlier changes have ended. `order`: its place. Rejects with the signal's reason. */
  acquire(
    paths: readonly string[],
    { signal, owner, order = Number.POSITIVE_INFINITY }: LockOptions = {},
  ): Promise<Release> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = (): void => {
        this.tickets = this.tickets.filter((other) => other !== ticket);
        this.admit();
      };
      const ticket: Ticket = {
        owner,
        order,
        paths: paths.map(foldedPath),
        isHeld: false,
        enter: () => {
          ticket.isHeld = true;
          unfollow();
          resolve(leave);
        },
      };
      const unfollow = onAbort(signal, () => {
        if (ticket.isHeld) return;
        leave();
        reject(signal?.reason);
      });
      const later = this.tickets.findIndex((other) => !other.isHeld && other.order > order);
      this.tickets.splice(later < 0 ? this.tickets.length : later, 0, ticket);
      this.admit();
    });
  }

  isBusy(path: string): boolean {
    return this.tickets.some((ticket) => touch(ticket.paths, [foldedPath(path)]));
  }

  /** No later request for the path, its parents or its children. */
  isLast(path: string, owner: unknown): boolean {
    return this.tickets.findLast((ticket) => touch(ticket.paths, [foldedPath(path)]))?.owner === owner;
  }

  /** A change waits for one of the paths, its parents or its children. */
  isAwaited(paths: readonly string[]): boolean {
    const folded = paths.map(foldedPath);
    return this.tickets.some((ticket) => !ticket.isHeld && touch(ticket.paths, folded));
  }

  private admit(): void {
    for (const [index, ticket] of this.tickets.entries()) {
      if (ticket.isHeld) continue;
      const blocks = (other: Ticket, at: number): boolean =>
        (at < index || other.isHeld) && touch(other.paths, ticket.paths);
      if (!this.tickets.some(blocks)) ticket.enter();
    }
  }
}

function touch(some: readonly string[], others: readonly string[]): boolean {
  return some.some((a) => others.some((b) => overlaps(a, b)));
}
