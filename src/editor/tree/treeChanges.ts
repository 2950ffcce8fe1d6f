import * as vscode from "vscode";
import type { Clock } from "../../core/async/clock";

/** VS Code gathers changes for 200 ms before it asks for rows. */
const afterChangeMs = 300;
/** Rows below new rows are asked for right after them. */
const afterRowsMs = 100;
/** Slower rows come from a slow service: changes do not wait for them. */
const longestAskMs = 1_000;
const lookEveryMs = 50;
/** VS Code draws this many rows in a few milliseconds. */
const mostRowsAtOnce = 150;

/**
 * Announces changes of a tree to VS Code one at a time, at most `mostRowsAtOnce` rows each.
 *
 * VS Code asks for the children of several rows in one message, and each row takes its part of the response from a timer
 * of its own. A response to an earlier message that arrives between two of these timers opens the next message, and the
 * later timer takes its rows from that one: a row then has no children, or those of another row (seen in the code of
 * VS Code 1.139). So no change is announced while rows of the last one are still being asked for.
 *
 * For each announced row VS Code makes a new one at once, also in a hidden view, and thousands at once block its
 * extension host: so they are announced in portions, and none while the view is hidden.
 */
export class TreeChanges<Node> implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<Node[] | undefined>();
  private waiting: Set<Node> | "all" | undefined;
  private readonly asked = new Set<{ readonly since: number }>();
  private restUntil = Number.NEGATIVE_INFINITY;
  private stopTimer: (() => void) | undefined;

  readonly event = this.emitter.event;

  /** `isSeen`: whether the view is visible; when it becomes visible, call `announce`. */
  constructor(
    private readonly clock: Clock,
    private readonly isSeen: () => boolean,
  ) {}

  /** Without `nodes`, all rows have changed. */
  fire(nodes?: readonly Node[]): void {
    if (!nodes || this.waiting === "all") this.waiting = "all";
    else this.waiting = new Set([...(this.waiting ?? []), ...nodes]);
    this.announce();
  }

  /** Wraps the loading of rows: changes wait until it ends. */
  async asking<T>(rows: () => T | Promise<T>): Promise<T> {
    const question = { since: this.clock.monotonicMs() };
    this.asked.add(question);
    try {
      return await rows();
    } finally {
      this.asked.delete(question);
      this.rest(afterRowsMs);
    }
  }

  dispose(): void {
    this.stopTimer?.();
    this.emitter.dispose();
  }

  /** Announces waiting changes as soon as possible. */
  announce(): void {
    const { waiting } = this;
    if (waiting === undefined || this.stopTimer || !this.isSeen()) return;
    if (this.isBusy()) {
      this.stopTimer = this.clock.after(lookEveryMs, () => {
        this.stopTimer = undefined;
        this.announce();
      });
      return;
    }
    this.rest(afterChangeMs);
    if (waiting === "all") {
      this.waiting = undefined;
      this.emitter.fire(undefined);
      return;
    }
    const nodes = [...waiting];
    const later = nodes.slice(mostRowsAtOnce);
    this.waiting = later.length > 0 ? new Set(later) : undefined;
    this.emitter.fire(nodes.slice(0, mostRowsAtOnce));
    this.announce();
  }

  private isBusy(): boolean {
    const now = this.clock.monotonicMs();
    return now < this.restUntil || [...this.asked].some(({ since }) => now - since < longestAskMs);
  }

  private rest(ms: number): void {
    this.restUntil = Math.max(this.restUntil, this.clock.monotonicMs() + ms);
  }
}
